import type { HOME_TITLES, SensorKind } from "../../../schema/vocabulary.ts";

/** What a sensor of each kind is called that nobody has named. */
export const ES_SENSOR_KINDS: Record<SensorKind, string> = {
  temperature: "Temperatura",
  humidity: "Humedad",
  co2: "CO₂",
  pressure: "Presión",
  pm25: "Partículas finas (PM2,5)",
  voc: "Calidad del aire (COV)",
  level: "Nivel",
  energy: "Energía",
  door: "Puerta",
  power: "Potencia",
  flood: "Sensor de fugas",
  motion: "Sensor de movimiento",
  generic: "Valor",
};

/** What an alert is about that no device of its own explains. */
export const ES_HOME_SUBJECTS: Record<keyof typeof HOME_TITLES, string> = {
  heating: "Calefacción",
  outdoors: "Exterior",
  connection: "Corriente o internet",
};
