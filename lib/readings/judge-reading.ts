import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import { remembered } from "../kernel/text.ts";
import { BARE_CELSIUS_MAX, CANONICAL_UNITS, convert, quantityOf } from "../kernel/units.ts";
import { READING_LIMITS } from "./limits.ts";
import type { Health, ParsedPayload, ParsedReading } from "./reading.ts";
import { cleanKey, cleanLabel, isNeverSensor, snake } from "./sensor-keys.ts";
import { isAir, isStateKind } from "./sensor-kinds.ts";
import { isHotPlace, isSpecifiedTemperature, markedUnit, ROOM_FAHRENHEIT_MAX } from "./unit-marks.ts";
import { HUMIDITY_MAX, isNothing, type Measured } from "./values.ts";
import words from "./words.json" with { type: "json" };

/** A reading as found in a body, before it is cleaned and checked. */
export type FoundReading = Omit<ParsedReading, keyof Measured | "label" | "unitAssumed"> & {
  label: unknown;
  measured: Measured;
};

/** A reading, or null under a key whose probe reports that it is unplugged. */
export type Judged = { key: string; reading: ParsedReading | null };

/** Turns a boolean into a state; it never becomes a temperature, but power may be on or off. */
const asState = (reading: ParsedReading): ParsedReading => ({
  ...reading,
  kind: isStateKind(reading.kind) || reading.kind === "power" ? reading.kind : "generic",
  unit: null,
  followsDeviceUnit: false,
  value: reading.value === 0 ? 0 : 1,
});

/**
 * Fixes units that rules couldn't compare: a temperature in an unknown unit counts as having none, and grams of water
 * in the air aren't relative humidity.
 */
function withoutForeignUnit(reading: ParsedReading): ParsedReading {
  const { kind, unit, key } = reading;
  const isForeign = unit !== null && quantityOf(unit) !== quantityOf(CANONICAL_UNITS[kind]);
  if (!isForeign || !isAir(kind)) return reading;
  if (kind === "humidity")
    return quantityOf(unit) === null ? { ...reading, unit: "%" } : { ...reading, kind: "generic" };
  const marked = markedUnit(snake(key), "temperature");
  return marked === null
    ? { ...reading, unit: "°F", followsDeviceUnit: true, unitAssumed: true }
    : { ...reading, unit: marked, followsDeviceUnit: false };
}

/** Numbers that drivers, gateways and weather programs send for "none": in °C, and in any unit. */
const { celsius: UNPLUGGED_CELSIUS, any: NONE_IN_ANY_UNIT } = words.errorValues;
/** Outside of these, beside an impossible humidity, a chip that measures both didn't answer. */
const [TWIN_COLDEST_CELSIUS, TWIN_HOTTEST_CELSIUS] = [-40, 80];
/** No chip that also measures humidity gets as hot. */
const CHIP_HOTTEST_CELSIUS = 125;
/** Liquid nitrogen is warmer, and a kiln colder: other values come from a broken wire or are error codes. */
const [COLDEST_CELSIUS, HOTTEST_CELSIUS] = [-200, 1_400];

const isAmong = (marks: readonly number[], value: number): boolean =>
  marks.some((mark) => Math.abs(value - mark) < 0.01);

const celsiusOf = ({ kind, unit, value }: ParsedReading): number | null =>
  kind === "temperature" && unit !== null ? convert(value, unit, "°C") : null;

/** True if a number is what drivers report for an unplugged or broken probe. */
const isUnplugged = (reading: ParsedReading): boolean => {
  const { kind, unit, followsDeviceUnit, value } = reading;
  if (kind === "humidity") {
    const percent = unit === "/" ? value * 100 : value;
    return percent < 0 || percent > HUMIDITY_MAX;
  }
  const celsius = celsiusOf(reading);
  if (celsius === null) return false;
  if (isAmong(NONE_IN_ANY_UNIT, value) || isAmong(UNPLUGGED_CELSIUS, celsius)) return true;
  if (followsDeviceUnit && isAmong(UNPLUGGED_CELSIUS, value)) return true;
  return celsius <= COLDEST_CELSIUS || celsius >= HOTTEST_CELSIUS;
};

/** Marks a unit that nothing named as assumed, or sets °F if only °F is possible. */
function withAssumption(reading: ParsedReading): ParsedReading {
  const { key, unit, value, followsDeviceUnit } = reading;
  // Only the classic object sends `temp_avg` in °F.
  const isSpecified = isSpecifiedTemperature(key) && (unit === "°F" || key !== "temp_avg");
  if (!followsDeviceUnit || reading.unitAssumed || isSpecified) return reading;
  const isRooms = value > BARE_CELSIUS_MAX && value <= ROOM_FAHRENHEIT_MAX && !isHotPlace(snake(key));
  return isRooms ? { ...reading, unit: "°F" } : { ...reading, unitAssumed: true };
}

/** Returns null if the key is empty or never a sensor, or if the number stands for "not measured". */
export const judgeReading = ({ measured, ...found }: FoundReading): Judged | null => {
  const key = cleanKey(found.key);
  if (key === null || isNeverSensor(key)) return null;
  const reading = { ...found, ...measured, key, label: cleanLabel(found.label, key) };
  if (reading.isState) return { key, reading: asState(reading) };
  const named = withoutForeignUnit(reading);
  if (isUnplugged(named)) return { key, reading: null };
  return isNothing(named.value, found.kind) ? null : { key, reading: withAssumption(named) };
};

const OF_CHIP = /^(?:t|h|c|f|temp|temperature|hum|humid|humidity|rh|degc|degf|celsius|fahrenheit)$/;

/** Returns what a chip's key names have in common: `attic` for `attic_temp_c` and `attic_humidity`. */
const chipOf = remembered((key) => {
  const said = snake(key).split("_");
  return said.filter((word) => !OF_CHIP.test(word)).join("_");
});

/** True for 0 % and 0 degrees of any scale: a chip that doesn't answer says both, and no air is as dry. */
const isZero = ({ kind, value }: ParsedReading): boolean => value === 0 && isAir(kind);

/** `isOfNoAir`: true for a temperature that air never has. `isAtEnd`: true for a humidity of 0 % or 100 %. */
const isOfNoAir = (reading: ParsedReading): boolean => {
  const celsius = celsiusOf(reading);
  return celsius !== null && (celsius <= TWIN_COLDEST_CELSIUS || celsius >= CHIP_HOTTEST_CELSIUS);
};
const isAtEnd = ({ kind, unit, value }: ParsedReading): boolean =>
  kind === "humidity" && (value === 0 || value === (unit === "/" ? 1 : 100));

/** Returns the readings of chips that don't answer: 0 % with 0 degrees, or 100 % with -143 °C. */
const ofSilentChips = (readings: readonly ParsedReading[]): ParsedReading[] => {
  const isEnd = (reading: ParsedReading) => isOfNoAir(reading) || isAtEnd(reading);
  const odd = readings.filter((reading) => isZero(reading) || isEnd(reading));
  return [...Map.groupBy(odd, ({ key, atMs }) => `${chipOf(key)} ${atMs}`).values()]
    .flatMap((ofChip) => [ofChip.filter(isZero), ofChip.filter(isEnd)])
    .filter((pair) => new Set(pair.map(({ kind }) => kind)).size > 1)
    .flat();
};

/** True for an extreme temperature, which counts as a fault beside an impossible humidity. */
const isExtreme = (reading: ParsedReading): boolean => {
  const celsius = celsiusOf(reading);
  return celsius !== null && (celsius <= TWIN_COLDEST_CELSIUS || celsius >= TWIN_HOTTEST_CELSIUS);
};

const splitByUse = (byKey: Map<string, ParsedReading | null>): Omit<ParsedPayload, "health"> => {
  const silent = new Set(ofSilentChips([...byKey.values()].filter((reading) => reading !== null)));
  const unplugged = [...byKey.keys()].filter((key) => byKey.get(key) === null);
  const faulty = new Set([...unplugged, ...[...silent].map(({ key }) => key)]);
  const silentChips = new Set([...faulty].map(chipOf));
  const readings: ParsedReading[] = [];
  for (const reading of byKey.values()) {
    if (reading === null || silent.has(reading)) continue;
    if (silentChips.has(chipOf(reading.key)) && isExtreme(reading)) faulty.add(reading.key);
    else readings.push(reading);
  }
  const read = new Set(readings.map(({ key }) => key));
  return { readings, faultyKeys: [...faulty].filter((key) => !read.has(key)) };
};

/**
 * Returns one reading per key and own time; the last one counts. Refuses too many values as soon as they are, so that
 * they cost no more than an accepted body.
 */
export const payloadOf = (judged: Iterable<Judged | null>, health: Health = {}): Outcome<ParsedPayload> => {
  const byKey = new Map<string, ParsedReading | null>();
  let [values, readings] = [0, 0];
  for (const one of judged) {
    if (one === null) continue;
    const place =
      one.reading === null || one.reading.atMs === null ? one.key : `${one.key} ${one.reading.atMs}`;
    values += 1;
    readings += (one.reading ? 1 : 0) - (byKey.get(place) ? 1 : 0);
    byKey.set(place, one.reading);
    const isTooMuch = readings > READING_LIMITS.ingestReadingsMax || values > READING_LIMITS.ingestValuesMax;
    if (isTooMuch) return refuse("too_many_readings");
  }
  return done({ ...splitByUse(byKey), health });
};

/** Merges payloads; if a key repeats, the later payload wins. */
export const mergePayloads = (payloads: ParsedPayload[]): Outcome<ParsedPayload> => {
  const [only = { readings: [], health: {}, faultyKeys: [] }] = payloads;
  if (payloads.length < 2) return done(only);
  const judged = payloads.flatMap(({ readings, faultyKeys }): Judged[] => [
    ...readings.map((reading) => ({ key: reading.key, reading })),
    ...faultyKeys.map((key) => ({ key, reading: null })),
  ]);
  const health: Health = Object.assign({}, ...payloads.map((payload) => payload.health));
  return payloadOf(judged, health);
};
