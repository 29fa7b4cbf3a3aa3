import type { SensorKind } from "../../schema/vocabulary.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import { convert } from "../kernel/units.ts";
import { READING_LIMITS } from "./limits.ts";
import { isNothing } from "./parts/said-number.ts";
import { snake } from "./parts/snake.ts";
import type { Health, ParsedPayload, ParsedReading } from "./reading.ts";
import { cleanKey, cleanLabel, isNeverSensor } from "./sensor-keys.ts";
import { isLeakByte, isStateKind } from "./sensor-kinds.ts";
import { BARE_CELSIUS_MAX, isHotPlace, isSpecifiedTemperature, ROOM_FAHRENHEIT_MAX } from "./unit-marks.ts";
import type { Measured } from "./values.ts";

/** A reading as a style found it, before it is cleaned and judged. */
export type FoundReading = {
  key: string;
  label?: unknown;
  kind: SensorKind;
  /** True where the sender named the kind, so that any number is a state of a door. */
  kindIsDeclared?: boolean;
  unit: string | null;
  followsDeviceUnit?: boolean;
  measured: Measured;
  trueMeans?: "closed" | undefined;
  atMs?: number | null;
};

/** A reading, or a key whose probe says that it is unplugged. */
export type Judged = { key: string; reading: ParsedReading | null };

type Settled = Pick<ParsedReading, "kind" | "unit" | "followsDeviceUnit" | "value" | "isState">;

const stateOf = (kind: SensorKind, value: number): Settled => {
  // A boolean never becomes a temperature; power may be on or off.
  const kept = isStateKind(kind) || kind === "power" ? kind : "generic";
  return { kind: kept, unit: null, followsDeviceUnit: false, value: value === 0 ? 0 : 1, isState: true };
};

const settle = (found: FoundReading): Settled => {
  const { kind, unit, measured } = found;
  if (measured.isState) return stateOf(kind, measured.value);
  const settled = {
    unit,
    followsDeviceUnit: found.followsDeviceUnit ?? false,
    value: measured.value,
    isState: false,
  };
  if (!isStateKind(kind)) return { kind, ...settled };
  if (found.kindIsDeclared) return stateOf(kind, measured.value);
  // 35 (or 1 %) of soil moisture is no leak: a guessed state takes only a bare 0 or 1.
  const isBareBit = (unit === null || unit === "/") && (measured.value === 0 || measured.value === 1);
  const isWetByte = kind === "flood" && unit === null && isLeakByte(snake(found.key), measured.value);
  return isBareBit || isWetByte ? stateOf(kind, measured.value) : { kind: "generic", ...settled };
};

/** Of DS18B20 libraries, and the largest numbers of 16 bits in hundredths. */
const UNPLUGGED_CELSIUS = [-127, 327.67, 655.35];
/** Liquid nitrogen is warmer and a kiln colder: what is beyond comes from a broken wire or is an error's number. */
const [COLDEST_CELSIUS, HOTTEST_CELSIUS] = [-200, 1_400];

const near = (value: number, sentinel: number): boolean => Math.abs(value - sentinel) < 0.01;

/** True if a temperature is what drivers report of a probe that is unplugged or broken. */
const isUnplugged = ({ kind, unit, followsDeviceUnit, value }: Settled): boolean => {
  const celsius = kind === "temperature" && unit !== null ? convert(value, unit, "°C") : null;
  if (celsius === null) return false;
  const isMark = (one: number) => UNPLUGGED_CELSIUS.some((mark) => near(one, mark));
  return isMark(celsius) || (followsDeviceUnit && isMark(value)) || !isPossible(celsius);
};

const isPossible = (celsius: number): boolean => celsius > COLDEST_CELSIUS && celsius < HOTTEST_CELSIUS;

/** What nobody has named, and what the number itself gives away. */
function withAssumption(key: string, settled: Settled): Settled & Pick<ParsedReading, "unitAssumed"> {
  // Nobody but the classic object says `temp_avg` in °F.
  const isSpecified = isSpecifiedTemperature(key) && (settled.unit === "°F" || key !== "temp_avg");
  if (!settled.followsDeviceUnit || isSpecified) return settled;
  const isRooms =
    settled.value > BARE_CELSIUS_MAX && settled.value <= ROOM_FAHRENHEIT_MAX && !isHotPlace(snake(key));
  return isRooms ? { ...settled, unit: "°F" } : { ...settled, unitAssumed: true };
}

/** Null where the key is none or on the list of names that are never sensors. */
export const judgeReading = (found: FoundReading): Judged | null => {
  const key = cleanKey(found.key);
  if (key === null || isNeverSensor(key)) return null;
  const settled = settle(found);
  if (isUnplugged(settled)) return { key, reading: null };
  if (!settled.isState && isNothing(settled.value, settled.kind)) return null;
  const means = found.trueMeans === undefined ? {} : { trueMeans: found.trueMeans };
  const label = cleanLabel(found.label, key);
  const reading = { key, label, ...withAssumption(key, settled), ...means, atMs: found.atMs ?? null };
  return { key, reading };
};

const splitByUse = (byKey: Map<string, ParsedReading | null>): Omit<ParsedPayload, "health"> => {
  const readings = [...byKey.values()].filter((reading) => reading !== null);
  const faultyKeys = [...byKey.keys()].filter((key) => byKey.get(key) === null);
  return { readings, faultyKeys };
};

const usable = (reading: ParsedReading | null | undefined): number => (reading ? 1 : 0);

/**
 * One reading a key: where a key comes twice, the last one counts. Refuses what is too much as soon as it is,
 * so that it costs no more than what is taken.
 */
export const payloadOf = (judged: Iterable<Judged | null>, health: Health = {}): Outcome<ParsedPayload> => {
  const byKey = new Map<string, ParsedReading | null>();
  let [values, readings] = [0, 0];
  for (const one of judged) {
    if (one === null) continue;
    values += 1;
    readings += usable(one.reading) - usable(byKey.get(one.key));
    byKey.set(one.key, one.reading);
    const isTooMuch = readings > READING_LIMITS.ingestReadingsMax || values > READING_LIMITS.ingestValuesMax;
    if (isTooMuch) return refuse("too_many_readings");
  }
  return done({ ...splitByUse(byKey), health });
};

const NOTHING: ParsedPayload = { readings: [], health: {}, faultyKeys: [] };

/** The union of payloads with one reading a key; on the same key the later payload wins. */
export const mergePayloads = (payloads: ParsedPayload[]): Outcome<ParsedPayload> => {
  const [only = NOTHING] = payloads;
  if (payloads.length < 2) return done(only);
  const judged = payloads.flatMap(({ readings, faultyKeys }): Judged[] => [
    ...readings.map((reading) => ({ key: reading.key, reading })),
    ...faultyKeys.map((key) => ({ key, reading: null })),
  ]);
  const health: Health = Object.assign({}, ...payloads.map((payload) => payload.health));
  return payloadOf(judged, health);
};
