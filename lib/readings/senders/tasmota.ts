import { knownUnit, quantityOf } from "../../kernel/units.ts";
import { entriesOf, isJsonObject, type JsonObject, objectMembers } from "../json.ts";
import type { Field, Manner, Part } from "../parts/manner.ts";
import { statedScale } from "../parts/scale.ts";
import { isNeverSensor, keyStart, labelStart } from "../sensor-keys.ts";
import { kindFromName } from "../sensor-kinds.ts";
import { readValue } from "../values.ts";
import { rowManner } from "./rows.ts";
import { sender } from "./sender.ts";

/** The answer to "Status 8" is the same report one level down. */
const reportIn = (body: JsonObject): JsonObject => (isJsonObject(body.StatusSNS) ? body.StatusSNS : body);

/** A sensor's battery is its own, an endpoint is Zigbee's numbering, and A0 is what a converter counts. */
const isOther = (name: string): boolean =>
  isNeverSensor(name) || /^(?:battery|zonestatus|endpoint$|group$|a\d$)/i.test(name);

/** `ESP32.Temperature` is of the chip, and of no room. */
const CHIP_CHARACTERS_MAX = 16;
const CHIP = /^(?:esp\d{0,4}|cpu|soc|mcu)$/i;

/** Channels of one meter; Tasmota has three at most. */
const CHANNELS_MAX = 4;

const partOf = ([parent, object]: [string, JsonObject], manner: Manner): Part => {
  const known = rowManner(parent === "ENERGY" ? "Tasmota energy" : "Tasmota sensor", object).fields ?? {};
  const isChip = CHIP.test(parent.slice(0, CHIP_CHARACTERS_MAX));
  const [members, fields]: [JsonObject, Record<string, Field | null>] = [Object.create(null), { ...known }];
  for (const [name, raw] of entriesOf(object)) {
    if (isOther(name) || (isChip && kindFromName(name) === "temperature")) continue;
    if (!Array.isArray(raw)) members[name] = raw;
    // What a meter of several channels says of each: `{"Power":[152,5]}`.
    else
      for (const [at, each] of raw.slice(0, CHANNELS_MAX).entries()) {
        members[`${name}${at + 1}`] = each;
        if (Object.hasOwn(known, name)) fields[`${name}${at + 1}`] = known[name] ?? null;
      }
  }
  const thing = { key: keyStart(parent), label: labelStart(parent), isPart: true };
  return { ...thing, members, manner: { ...manner, fields } };
};

/** The objects whose members are readings: one level down, below the Zigbee bridge's envelope two. */
const parentsOf = (body: JsonObject): [string, JsonObject][] =>
  objectMembers(body)
    .filter(([name]) => name !== "Wifi" && !isNeverSensor(name))
    .flatMap((parent) => (parent[0] === "ZbReceived" ? objectMembers(parent[1]) : [parent]));

const UNITS = ["TempUnit", "PressureUnit"];
const INSIDE = ["StatusSNS", "ENERGY", "ZbReceived"];

/** Tasmota's telemetry: `{"Time":"…","DS18B20":{"Temperature":20.6},"TempUnit":"C"}` → key `DS18B20_Temperature`. */
export const tasmota = sender({
  name: "Tasmota",
  isComplete: true,
  marks: ["Time", ...UNITS, ...INSIDE],
  isIts: (body) =>
    (["Time", ...UNITS].some((name) => typeof body[name] === "string") ||
      INSIDE.some((name) => isJsonObject(body[name]))) &&
    parentsOf(reportIn(body)).some(([, members]) =>
      entriesOf(members).some(([, raw]) => readValue(raw) !== null),
    ),
  parts: (body) => {
    const report = reportIn(body);
    const said = typeof report.PressureUnit === "string" ? knownUnit(report.PressureUnit) : null;
    const pressure = said !== null && quantityOf(said) === "pressure" ? { pressure: said } : {};
    // It leaves the unit out only in °C.
    const manner = { isExact: true, temperature: statedScale(report) ?? "°C", ...pressure };
    const isReport =
      typeof report.Time === "string" && UNITS.some((name) => typeof report[name] === "string");
    const own = Object.fromEntries(entriesOf(report).filter(([, raw]) => !isJsonObject(raw)));
    const beside = isReport ? [{ key: "", label: "", members: own, manner }] : [];
    return [...beside, ...parentsOf(report).map((parent) => partOf(parent, manner))];
  },
});
