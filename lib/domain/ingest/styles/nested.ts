import type { SensorKind } from "../../../../schema/vocabulary.ts";
import { done } from "../../outcome.ts";
import { normaliseUnit } from "../../unit-spellings.ts";
import { quantityOf } from "../../units.ts";
import { isJsonObject, type JsonObject, objectMembers } from "../json.ts";
import { type Judged, judgeReading, payloadOf } from "../judge-reading.ts";
import { isFixedShape, isHomeAssistantEntity, isTasmotaReport, wrappedKeys } from "../known-shapes.ts";
import type { PayloadStyle } from "../payload-style.ts";
import { isNeverSensor } from "../sensor-keys.ts";
import { kindFromName } from "../sensor-kinds.ts";
import { temperatureUnitOf, unitMark, unitOf } from "../unit-marks.ts";
import { readValue } from "../values.ts";
import { readFlatKeys } from "./flat-keys.ts";

/** What the body says about all its nested values; Tasmota leaves `TempUnit` out only in °C. */
type Scales = { temperature: string; pressure: string | null };

const scalesOf = (body: JsonObject): Scales => {
  const pressure = normaliseUnit(body.PressureUnit);
  return {
    temperature: temperatureUnitOf(body) ?? "°C",
    pressure: quantityOf(pressure) === "pressure" ? pressure : null,
  };
};

type Leaf = { kind: SensorKind; unit: string | null };

/** Tasmota's names that say less than they mean; the ENERGY counters are kWh. */
const TASMOTA_LEAVES = new Map<string, Leaf>([
  ["ENERGY.Total", { kind: "energy", unit: "kWh" }],
  ["ENERGY.Today", { kind: "energy", unit: "kWh" }],
  ["ENERGY.Yesterday", { kind: "energy", unit: "kWh" }],
  ["ENERGY.ApparentPower", { kind: "power", unit: "VA" }],
  ["ENERGY.ReactivePower", { kind: "generic", unit: "var" }],
  ["ENERGY.Voltage", { kind: "generic", unit: "V" }],
  ["ENERGY.Current", { kind: "generic", unit: "A" }],
  ["ENERGY.Frequency", { kind: "generic", unit: "Hz" }],
]);

const leafOf = (parent: string, name: string, scales: Scales): Leaf => {
  const known = TASMOTA_LEAVES.get(`${parent}.${name}`);
  if (known) return known;
  const kind = kindFromName(name);
  // A dew point is in the scale of the temperatures, but must not be judged as one: it is often below freezing.
  if (/^dew_?point$/i.test(name)) return { kind: "generic", unit: scales.temperature };
  if (kind === "pressure") return { kind, unit: unitMark(name, kind) ?? scales.pressure ?? "hPa" };
  return { kind, unit: unitOf(name, kind, scales.temperature).unit };
};

/** A nested battery is that device's, never the sender's; an endpoint is Zigbee's own numbering. */
const isNoReading = (name: string): boolean =>
  isNeverSensor(name) || /^(battery|endpoint$|group$)/i.test(name);

const readMember = (parent: string, name: string, raw: unknown, scales: Scales): Judged | null => {
  const measured = readValue(raw);
  if (measured === null || isNoReading(name)) return null;
  const leaf = leafOf(parent, name, scales);
  return judgeReading({ key: `${parent}_${name}`, label: `${parent} ${name}`, measured, ...leaf });
};

/** The objects whose members are readings: one level down, below Tasmota's Zigbee envelope two. */
const parentsOf = (body: JsonObject): [string, JsonObject][] =>
  objectMembers(body)
    .filter(([parent]) => !isNeverSensor(parent))
    .flatMap(([parent, members]) => (parent === "ZbReceived" ? objectMembers(members) : [[parent, members]]));

/** The answer to Tasmota's "Status 8" is the same report one level down. */
const reportIn = (body: JsonObject): JsonObject => (isJsonObject(body.StatusSNS) ? body.StatusSNS : body);

const readNested = (body: JsonObject): (Judged | null)[] => {
  const scales = scalesOf(body);
  const nested = parentsOf(body).flatMap(([parent, members]) =>
    Object.entries(members).map(([name, raw]) => readMember(parent, name, raw, scales)),
  );
  return isTasmotaReport(body) ? [...readFlatKeys(body), ...nested] : nested;
};

/** Stops at the first reading: a claim is asked of every body that is not native. */
const hasReading = (body: JsonObject): boolean => {
  const scales = scalesOf(body);
  return parentsOf(body).some(([parent, members]) =>
    Object.entries(members).some(([name, raw]) => readMember(parent, name, raw, scales) !== null),
  );
};

const isOtherStyle = (body: JsonObject): boolean =>
  isFixedShape(body) || isHomeAssistantEntity(body) || wrappedKeys(body) !== null;

/** `{"DS18B20":{"Temperature":20.6},"TempUnit":"C"}` → key `DS18B20_Temperature` */
export const nested: PayloadStyle = {
  name: "nested",
  claims: (body) => isJsonObject(body) && !isOtherStyle(body) && hasReading(reportIn(body)),
  read: (body) => done(payloadOf(isJsonObject(body) ? readNested(reportIn(body)) : [])),
};
