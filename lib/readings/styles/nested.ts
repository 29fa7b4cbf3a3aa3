import { normaliseUnit, quantityOf } from "../../kernel/units.ts";
import { barePressure, otherMeasure } from "../flat-names.ts";
import { entriesOf, isJsonObject, type JsonObject, objectMembers } from "../json.ts";
import { type Judged, judgeReading, payloadOf } from "../judge-reading.ts";
import { isTasmotaReport } from "../known-shapes.ts";
import { statedScale } from "../parts/scale.ts";
import type { PayloadStyle } from "../reading.ts";
import { isNeverSensor, keyStart, labelStart } from "../sensor-keys.ts";
import { kindFromName } from "../sensor-kinds.ts";
import { unitMark, unitOf } from "../unit-marks.ts";
import { type Measured, readValue } from "../values.ts";
import { readFlatKeys } from "./flat-keys.ts";

/** What the body says about all its nested values. */
type Scales = { temperature: string; temperatureIsAssumed: boolean; pressure: string | null };

/** Tasmota leaves `TempUnit` out only in °C, and its Zigbee bridge never has one; it always writes a `Time`. */
const isTasmota = (body: JsonObject): boolean =>
  typeof body.Time === "string" || isJsonObject(body.ZbReceived);

const scalesOf = (body: JsonObject): Scales => {
  const pressure = normaliseUnit(body.PressureUnit);
  const scale = statedScale(body);
  return {
    temperature: scale ?? "°C",
    temperatureIsAssumed: scale === null && !isTasmota(body),
    pressure: quantityOf(pressure) === "pressure" ? pressure : null,
  };
};

type Leaf = NonNullable<ReturnType<typeof otherMeasure>> & { followsDeviceUnit?: boolean };

/** Tasmota's names that say less than they mean; the ENERGY counters are kWh. */
const TASMOTA_ENERGY = new Map<string, Leaf>([
  ["Total", { kind: "energy", unit: "kWh" }],
  ["Today", { kind: "energy", unit: "kWh" }],
  ["Yesterday", { kind: "energy", unit: "kWh" }],
  ["ApparentPower", { kind: "power", unit: "VA" }],
  ["ReactivePower", { kind: "generic", unit: "var" }],
  ["Voltage", { kind: "generic", unit: "V" }],
  ["Current", { kind: "generic", unit: "A" }],
  ["Frequency", { kind: "generic", unit: "Hz" }],
]);

const leafOf = (parent: string, name: string, measured: Measured, scales: Scales): Leaf => {
  const known = parent === "ENERGY" ? TASMOTA_ENERGY.get(name) : undefined;
  if (known) return known;
  // MLX90614: the object's temperature, and the air's.
  const kind = name.endsWith("TMP") ? "temperature" : kindFromName(name);
  // A dew point is in the scale of the temperatures, but must not be judged as one: it is often below
  // freezing.
  if (/^dew_?point$/i.test(name)) return { kind: "generic", unit: scales.temperature };
  if (kind === "pressure" && scales.pressure === null)
    return barePressure(name, kind, measured) ?? { kind, unit: unitMark(name, kind) };
  if (kind === "pressure") return { kind, unit: unitMark(name, kind) ?? scales.pressure };
  const measure = kind === "generic" ? otherMeasure(name) : null;
  if (measure !== null) return measure;
  const isBare = kind === "temperature" && unitMark(name, kind) === null;
  return {
    kind,
    unit: unitOf(name, kind, scales.temperature).unit,
    followsDeviceUnit: isBare && scales.temperatureIsAssumed,
  };
};

/**
 * A nested battery is that device's, never the sender's; an endpoint is Zigbee's own numbering; A0 is what a converter
 * counts.
 */
const isNoReading = (name: string): boolean =>
  isNeverSensor(name) || /^(battery|endpoint$|group$|a\d$)/i.test(name);

const CHIP_CHARACTERS_MAX = 8;

/** `ESP32.Temperature` is of the chip, and of no room. */
const isChips = (parent: string, name: string): boolean =>
  parent.length <= CHIP_CHARACTERS_MAX &&
  /^(?:esp\d*|cpu|soc|mcu)$/i.test(parent) &&
  kindFromName(name) === "temperature";

/** An object whose members are readings, and what their keys and labels begin with. */
type Parent = { name: string; key: string; label: string; members: JsonObject };

/**
 * Its name is cut once: put before each of many members, a long one would cost as much as all of them
 * together.
 */
const parentOf = ([name, members]: [string, JsonObject]): Parent => ({
  name,
  key: keyStart(name),
  label: labelStart(name),
  members,
});

const readMember = (
  parent: Parent,
  name: string,
  raw: unknown,
  scales: Scales,
  shown: string,
): Judged | null => {
  const measured = readValue(raw);
  if (measured === null || isNoReading(name) || isChips(parent.name, name)) return null;
  // A radar and a lightning detector say how far off, and how strong the echo was.
  if (name === "Energy" && "Distance" in parent.members) return null;
  const leaf = leafOf(parent.name, name, measured, scales);
  return judgeReading({
    key: `${parent.key}_${shown}`,
    label: `${parent.label} ${shown}`,
    measured,
    ...leaf,
  });
};

/** Channels of one meter; Tasmota has three at most. */
const CHANNELS_MAX = 4;

/** What a meter of several channels says of each: `{"Power":[152,5]}`. */
const channelsIn = (name: string, raw: unknown): [string, unknown, string][] =>
  Array.isArray(raw)
    ? raw.slice(0, CHANNELS_MAX).map((each, place) => [name, each, `${name}${place + 1}`])
    : [[name, raw, name]];

const readParent = (parent: Parent, scales: Scales): IteratorObject<Judged | null> =>
  entriesOf(parent.members)
    .values()
    .flatMap(([name, raw]) => channelsIn(name, raw))
    .map(([name, raw, shown]) => readMember(parent, name, raw, scales, shown));

/** The objects whose members are readings: one level down, below Tasmota's Zigbee envelope two. */
const parentsOf = (body: JsonObject): IteratorObject<Parent> =>
  objectMembers(body)
    .values()
    .filter(([name]) => !isNeverSensor(name))
    .flatMap((parent) => (parent[0] === "ZbReceived" ? objectMembers(parent[1]) : [parent]))
    .filter(([, members]) => Object.keys(members).length > 0)
    .map(parentOf);

/** The answer to Tasmota's "Status 8" is the same report one level down. */
const reportIn = (body: JsonObject): JsonObject => (isJsonObject(body.StatusSNS) ? body.StatusSNS : body);

function* readNested(body: JsonObject): Generator<Judged | null> {
  const scales = scalesOf(body);
  if (isTasmotaReport(body)) yield* readFlatKeys(body);
  for (const parent of parentsOf(body)) yield* readParent(parent, scales);
}

/** Stops at the first reading: every body that isn't native gets this check. */
const hasReading = (body: JsonObject): boolean => {
  const scales = scalesOf(body);
  return parentsOf(body).some((parent) => readParent(parent, scales).some((judged) => judged !== null));
};

/** Tasmota's telemetry always says when, and the answer to "Status 8" and the Zigbee bridge have names of their own. */
const isTasmotas = (body: JsonObject): boolean =>
  typeof body.Time === "string" ||
  typeof body.TempUnit === "string" ||
  typeof body.PressureUnit === "string" ||
  isJsonObject(body.StatusSNS) ||
  isJsonObject(body.ENERGY) ||
  isJsonObject(body.ZbReceived);

/** `{"DS18B20":{"Temperature":20.6},"TempUnit":"C"}` → key `DS18B20_Temperature` */
export const nested: PayloadStyle = {
  name: "nested",
  claims: (body) => isJsonObject(body) && isTasmotas(body) && hasReading(reportIn(body)),
  read: (body) => payloadOf(isJsonObject(body) ? readNested(reportIn(body)) : []),
};
