import type { SensorKind } from "../../schema/vocabulary.ts";

/** What a sensor of each kind is called that nobody has named, in the words of mails and of the API. */
export const SENSOR_KIND_NAMES: Record<SensorKind, string> = {
  temperature: "Temperature",
  humidity: "Humidity",
  co2: "CO₂",
  pressure: "Air pressure",
  pm25: "Fine dust (PM2.5)",
  voc: "Air quality (VOC)",
  level: "Level",
  energy: "Energy",
  door: "Door",
  power: "Power",
  flood: "Leak sensor",
  motion: "Motion sensor",
  generic: "Value",
};
