import { remembered } from "../../kernel/remembered.ts";
import {
  barePressure,
  isClosedByTrue,
  kindOfKey,
  levelInUnit,
  plainUnit,
  scaleOfDewPoint,
  usualScaleOf,
} from "../flat-names.ts";
import { healthOf } from "../health.ts";
import { entriesOf, isJsonObject, type JsonObject } from "../json.ts";
import { type Judged, judgeReading, payloadOf } from "../judge-reading.ts";
import { isHomeAssistantEntity, isTasmotaReport, isZigbeeContact } from "../known-shapes.ts";
import { statedScale } from "../parts/scale.ts";
import { snake } from "../parts/snake.ts";
import type { Health, PayloadStyle } from "../reading.ts";
import { cleanKey } from "../sensor-keys.ts";
import { unitOf } from "../unit-marks.ts";
import { readNumber, readValue } from "../values.ts";

/** Ids, codes, flags, moments, places, settings and the supply of the sender itself, by the end of a name. */
const DIAGNOSTIC =
  /(?:^|_)(?:id|ids|uid|ident|identifier|flags?|codes?|period|type|mode|node|child|command|endpoint|instance|alive|critical|sequence_number|(?:lock|door_?sensor)_state|valid|err|ack|enabled|visible|reachable|payload|vdd|vcc|bat|batt|battery_voltage|lat|latitude|lon|lng|longitude|altitude|satellites|cid|imei|timestamp|changed|(?:changed|updated|detected|seen|created|triggered)_at|serial_no|(?:ap|wifi)_?rssi|packets?|packet_loss|loss_rate|uuid)$|^(?:q|lc|unit|units|dead|online|trend)$/;

const BATTERY = /^(?:battery(?:_(?:charge|level|percent|percentage|remaining)){1,3}|batt?)$/;

const CELL_VOLTS_MAX = 5;

/** From 2014 to 2040, in seconds and in milliseconds. */
const EPOCH_SECONDS = [1_400_000_000, 2_200_000_000] as const;

const UNMARKED: BodyMarks = { body: {}, scale: null, isZigbee: false, usual: () => "°F" };

const namesDiagnostic = remembered((name) => DIAGNOSTIC.test(snake(name)));

const isMoment = (value: number): boolean => {
  const [from, to] = EPOCH_SECONDS;
  return (value >= from && value <= to) || (value >= from * 1_000 && value <= to * 1_000);
};

/** True if a number without a known kind is about the sender and measures nothing in a home. */
const isDiagnostic = (name: string, value: number): boolean => isMoment(value) || namesDiagnostic(name);

type BodyMarks = {
  body: JsonObject;
  scale: string | null;
  isZigbee: boolean;
  usual: (key: string) => string;
};

/** `tempf` beside a `tempc`: one thing in both scales. */
const hasTwin = (name: string, body: JsonObject): boolean => {
  const twin = name.replace(/f(?=\d*$)/i, (said) => (said === "f" ? "c" : "C"));
  return twin !== name && readNumber(body[twin]) !== null;
};

const readKey = (name: string, raw: unknown, { body, scale, isZigbee, usual }: BodyMarks): Judged | null => {
  const measured = readValue(raw);
  const key = measured && cleanKey(name);
  if (!key) return null;
  const kind = kindOfKey(key, measured.isState);
  const isClosed = (isZigbee && name === "contact") || isClosedByTrue(name, kind, raw);
  const trueMeans = isClosed ? "closed" : undefined;
  const scaled = unitOf(key, kind, scale);
  if (kind === "temperature" && scaled.unit === "°F" && !scaled.followsDeviceUnit && hasTwin(name, body))
    return null;
  const own = scaled.unit ?? plainUnit(key, kind, measured);
  const unit = scaled.followsDeviceUnit ? usual(key) : own;
  const other = barePressure(key, kind, measured) ?? levelInUnit(key, kind);
  const judged = judgeReading({ key, kind, measured, trueMeans, ...scaled, unit, ...other });
  return judged?.reading?.kind === "generic" && isDiagnostic(key, measured.value) ? null : judged;
};

/** The members that may be sensors: the `state` of an entity is not one of them. */
const membersOf = (body: JsonObject): readonly [string, unknown][] => {
  const entries = entriesOf(body);
  return isHomeAssistantEntity(body) ? entries.filter(([name]) => name !== "state") : entries;
};

/** Every usable member of an object as a sensor of its own; °F where nothing names a temperature's unit. */
export const readFlatKeys = (body: JsonObject): IteratorObject<Judged | null> => {
  const marks = {
    body,
    scale: statedScale(body) ?? scaleOfDewPoint(body),
    isZigbee: isZigbeeContact(body),
    usual: usualScaleOf(body),
  };
  return membersOf(body)
    .values()
    .map(([name, raw]) => readKey(name, raw, marks));
};

/** The battery under a name that the specification has not got. */
const otherBattery = (body: unknown): Health => {
  if (!isJsonObject(body)) return {};
  const said = entriesOf(body).find(([name]) => BATTERY.test(snake(name)));
  // Up to 5 it is the volts of a cell.
  return said === undefined || Number(said[1]) <= CELL_VOLTS_MAX ? {} : healthOf(said[1], null);
};

/** `{"temp1":38.2,"humidity1":45,"door1":true}` */
export const flatKeys: PayloadStyle = {
  name: "flat-keys",
  claims: (body) =>
    isJsonObject(body) &&
    !isTasmotaReport(body) &&
    membersOf(body).some(([name, raw]) => readKey(name, raw, UNMARKED) !== null),
  read: (body) => payloadOf(isJsonObject(body) ? readFlatKeys(body) : [], otherBattery(body)),
};

const number = (
  key: string,
  kind: "temperature" | "humidity",
  value: number | null,
  unit: { unit: string | null; followsDeviceUnit?: boolean },
): Judged | null =>
  value === null ? null : judgeReading({ key, kind, measured: { value, isState: false }, ...unit });

/** °F where it is sent, else °C: the two are one measurement, and the flat keys of the same probe are °F. */
const readTemperature = (key: string, entry: JsonObject): Judged | null =>
  number(key, "temperature", readNumber(entry.f), { unit: "°F" }) ??
  number(key, "temperature", readNumber(entry.c), { unit: "°C" });

/** Probe `1` is `temp1`, as in the flat keys; `avg` is `temp_avg`. */
const suffixOf = (probe: string): string => (/^\d+$/.test(probe) ? probe : `_${probe}`);

const readProbe = (probe: string, entry: unknown, bodyScale: string | null): (Judged | null)[] => {
  const suffix = suffixOf(probe);
  if (isJsonObject(entry)) {
    return [
      readTemperature(`temp${suffix}`, entry),
      number(`humidity${suffix}`, "humidity", readNumber(entry.h), { unit: "%" }),
    ];
  }
  // A bare number in the place of the entry is what the flat key of that probe would be.
  if (!/^(?:\d+|avg)$/.test(probe)) return [];
  const key = `temp${suffix}`;
  return [number(key, "temperature", readNumber(entry), unitOf(key, "temperature", bodyScale))];
};

/** `{"temp":{"0":{"c","f","h"},"avg":{…}}}` */
export const classicTemp: PayloadStyle = {
  name: "classic-temp",
  claims: (body) => isJsonObject(body) && isJsonObject(body.temp),
  read: (body) => {
    if (!isJsonObject(body) || !isJsonObject(body.temp)) return payloadOf([]);
    const bodyScale = statedScale(body);
    const probes = Object.entries(body.temp);
    return payloadOf(probes.values().flatMap(([probe, entry]) => readProbe(probe, entry, bodyScale)));
  },
};
