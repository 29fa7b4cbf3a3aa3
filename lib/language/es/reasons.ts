import type { HOME_TITLES, SensorKind } from "../../../schema/vocabulary.ts";
import { withTexts } from "../with-texts.ts";
import type { ReasonWords } from "../words.ts";
import texts from "./reasons.json" with { type: "json" };

const LIMITS = {
  warning: "límite de aviso",
  critical: "límite crítico",
  high: "límite superior",
  low: "límite inferior",
};
const HOW = {
  at_or_below: "es igual o inferior a",
  at_or_above: "es igual o superior a",
  above: "supera",
  not_above: "no supera",
  inside: "está dentro de",
} as const;
const RULE = { above: "supera", below: "está por debajo de", equals: "es igual a" } as const;

const EXACT = 2;

/** What an alert is about that no device of its own explains. */
export const ES_HOME_SUBJECTS: Record<keyof typeof HOME_TITLES, string> = {
  heating: "Calefacción",
  outdoors: "Exterior",
  connection: "Corriente o internet",
};

/** «de el» se dice «del», y «a el», «al». */
const the = (how: string, limit: string): string =>
  `${how} el ${limit}`.replace(/ (a|de) el /, (_, before: string) => (before === "a" ? " al " : " del "));

export const ES_REASONS: ReasonWords = /* @__PURE__ */ withTexts(texts.reasons, {
  valued: {
    limit: ({ value, how, name, limit }, say) =>
      `${say.quantity(value, EXACT)} ${the(HOW[how], name === null ? "límite" : LIMITS[name])} (${say.quantity(limit, EXACT)})`,
    no_limit: ({ value }, say) => `${say.quantity(value, EXACT)}, sin límite`,
    forecast_low: ({ value, how, limit }, say) =>
      `Una mínima de ${say.quantity(value, EXACT)} ${the(HOW[how], "límite")} (${say.quantity(limit, EXACT)})`,
    rule: ({ value, how, is, limit }, say) =>
      `${say.quantity(value, EXACT)} ${is ? "" : "no "}${RULE[how]} ${say.quantity(limit, EXACT)}`,
    other_unit: ({ unit }) => `El sensor no mide en ${unit}`,
    silent: ({ minutes, allowed }) => `Lleva ${minutes} minutos sin lecturas; se admiten ${allowed}`,
    cooling: ({ hours }, say) =>
      `Unas ${say.number(hours, 1)} h hasta llegar a ${say.freezing()} si sigue enfriándose así`,
    rooms_cold: ({ rooms, value }, say) =>
      `${rooms === 1 ? "La habitación está fría y sigue bajando" : `Las ${rooms} habitaciones están frías y siguen bajando`}: ${say.quantity(value, EXACT)}`,
    rooms_colder_than_usual: ({ rooms, value, usual }, say) => {
      const which =
        rooms === 1
          ? "La habitación con calefacción está más fría que en la última semana a esta hora y sigue bajando"
          : `Las ${rooms} habitaciones con calefacción están más frías que en la última semana a esta hora y siguen bajando`;
      return `${which}: ${say.quantity(value, EXACT)}, por debajo de ${say.quantity(usual, EXACT)}`;
    },
    devices_offline: ({ devices }) => `${devices} dispositivos se quedaron sin conexión a la vez`,
  },
  placed: {
    called: ({ name }) => `Se llama «${name}»`,
    called_and_cold: ({ name }) => `Se llama «${name}» y está igual de frío`,
    freezer_cold: () => "Estuvo toda la semana tan frío como un congelador",
    fridge_cold: () => "Estuvo toda la semana tan frío y tan estable como una nevera",
    cold_nights: () => "Cada noche se enfrió mucho más que de día, como al aire libre",
    never_warm: () => "En toda la semana no estuvo tan caliente como una habitación con calefacción",
    names_no_place: ({ name }) => `El nombre «${name}» no dice dónde está`,
  },
} satisfies Partial<ReasonWords>);

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
