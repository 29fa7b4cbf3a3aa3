import { knownUnit, quantityOf } from "../../kernel/units.ts";
import { walk } from "../foreign/walk.ts";
import { entriesOf, isJsonObject, type JsonObject, objectMembers } from "../json.ts";
import type { Sender } from "../parts/manner.ts";
import { readValue } from "../values.ts";
import { objectOf, textOf } from "./paths.ts";
import { rowManner } from "./rows.ts";

/** The answer to "Status 8" is the same report one level down, and so is what the Zigbee bridge received. */
const reportIn = (body: JsonObject): JsonObject => ({
  ...(isJsonObject(body.StatusSNS) ? body.StatusSNS : body),
  ...objectOf(body.ZbReceived),
});

/** `ESP32.Temperature` is of the chip, and the energy of a lightning of no meter. */
const OTHER = /^(?:esp\d{0,4}|cpu|soc|mcu|as3935|wifi|zbreceived)$/i;

/** What a meter of several channels says of each: `{"Power":[152,5]}`. */
const byChannel = ([name, raw]: readonly [string, unknown]): [string, unknown][] =>
  Array.isArray(raw) ? raw.map((each, at) => [`${name}${at + 1}`, each]) : [[name, raw]];

const UNITS = ["TempUnit", "PressureUnit"];
const INSIDE = ["StatusSNS", "ENERGY", "ZbReceived"];

/** Tasmota's telemetry: `{"Time":"…","DS18B20":{"Temperature":20.6},"TempUnit":"C"}` → key `DS18B20_Temperature`. */
export const tasmota: Sender = {
  name: "Tasmota",
  isComplete: true,
  marks: ["Time", ...UNITS, ...INSIDE],
  isIts: (body) =>
    (["Time", ...UNITS].some((name) => typeof body[name] === "string") ||
      INSIDE.some((name) => isJsonObject(body[name]))) &&
    objectMembers(reportIn(body)).some(
      ([name, inner]) => name !== "Wifi" && entriesOf(inner).some(([, raw]) => readValue(raw) !== null),
    ),
  parts: (body) => {
    const report = reportIn(body);
    const said = knownUnit(textOf(report.PressureUnit));
    const ENERGY = Object.fromEntries(entriesOf(objectOf(report.ENERGY)).flatMap(byChannel));
    const channels = "ENERGY" in report ? { ENERGY } : {};
    const kept = entriesOf({ ...report, ...channels }).filter(([name]) => !OTHER.test(name));
    const pressure = said !== null && quantityOf(said) === "pressure" ? { pressure: said } : {};
    return walk(Object.fromEntries(kept), { ...rowManner("Tasmota sensor", ENERGY), ...pressure });
  },
};
