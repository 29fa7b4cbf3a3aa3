import type { SensorKind } from "../../../schema/vocabulary.ts";
import { namesPlace } from "../../devices/placement/place-evidence.ts";
import { matching } from "../../kernel/text.ts";
import { CANONICAL_UNITS, normalizeUnit, quantityOf } from "../../kernel/units.ts";
import {
  guessKind,
  isAir,
  isLeakByte,
  isNoMeasure,
  isStateKind,
  type Measure,
  measureOf,
  SCALE,
  saysClosed,
  stateOf,
} from "../sensor-kinds.ts";
import { barePressureUnit, isHotPlace, markedUnit, scaledName, scaledUnit } from "../unit-marks.ts";
import {
  type Measured,
  numberWithUnit,
  readKnownNumber,
  readSaid,
  readStateWord,
  readValue,
  readWordOf,
  stateValue,
} from "../values.ts";
import type { Field, Manner } from "./manner.ts";

/** An understood value; `unit` is `SCALE` while nothing has named its temperature scale. */
export type Leaf = {
  kind: SensorKind;
  unit: string | null;
  measured: Measured;
  /** Replaces the sender's name in the key and label. */
  as?: string | undefined;
  label?: string | undefined;
  trueMeans?: "closed" | undefined;
  /** Set if nothing named the unit, so that the kind's usual one is assumed. */
  isUsual?: boolean;
};

/** A name, the same in snake case, the value as sent, and the unit beside it. */
export type Said = { name: string; word: string; raw: unknown; unit: string | null };

/** Splits number and unit in one text (`"1250 mm"`, `"5.3°C"`) under a measured name. */
export const withoutUnit = (name: string, word: string, raw: unknown, beside: string | null): Said => {
  const isAsked =
    measureOf(word) !== null || (isDegrees(raw, word) && !isNoMeasure(word) && !SHOWN.test(word));
  const found = isAsked ? numberWithUnit(raw) : null;
  return {
    name,
    word,
    ...(found === null ? { raw, unit: beside } : { raw: found.number, unit: found.unit }),
  };
};

/** True for `"21.4 °C"` under any name, and `"21.4 C"` under a place; display texts only repeat other members. */
const isDegrees = (raw: unknown, word: string): boolean =>
  typeof raw === "string" &&
  (/\d ?°[CF]$/.test(raw) || (/(?:\d (?:deg )?|\.\d)[CF]$/.test(raw) && namesPlace(word)));
const SHOWN =
  /(^|_)(note|comment|text|txt|str|data|display|formatted|string|summary|description|title|label|name|state|status|body|message)(_|$)/;

/** True for kinds that may be a state: a temperature can't be "OFF". */
const maySwitch = (kind: SensorKind): boolean => isStateKind(kind) || kind === "generic" || kind === "power";

const fieldLeaf = (field: Field, { word, raw, unit }: Said, { isExact }: Manner): Leaf | null => {
  const { kind, times = 1, plus = 0, as, label, on } = field;
  const together = on === undefined ? numberWithUnit(raw) : null;
  const said = together?.number ?? raw;
  const measured = on === undefined ? (readStateWord(said) ?? readKnownNumber(said)) : readWordOf(raw, on);
  if (measured === null) return null;
  if (isStateKind(kind) || measured.isState) {
    const isIts = maySwitch(kind);
    const trueMeans = typeof raw === "number" ? undefined : field.trueMeans;
    const state = { unit: null, measured: stateValue(measured.value !== 0), as, label, trueMeans };
    return isIts || isExact ? { kind: isIts ? kind : "generic", ...state } : null;
  }
  const value = times === 1 && plus === 0 ? measured.value : rounded(measured.value * times + plus);
  const usual = kind === "temperature" ? SCALE : CANONICAL_UNITS[kind];
  const mark = markedUnit(word, kind);
  const isIts = kind === "generic" || quantityOf(mark) === quantityOf(CANONICAL_UNITS[kind]);
  const own = (isIts ? mark : null) ?? usual;
  const named = unit ?? together?.unit ?? (field.unit === undefined ? own : field.unit);
  return { kind, unit: named, measured: { value, isState: false }, as, label };
};

/** Removes floating-point noise: 2115 hundredths are 21.15, not 21.150000000000002. */
const rounded = (value: number): number => Number(value.toPrecision(12));

/** "wet" and "dry" mean a leak, except under names of rain, soil, settings or air. */
const NOT_ON_THE_FLOOR =
  /rain|soil|plant|leaf|lawn|road|street|weather|climate|comfort|hum[ei]d|feucht|hvac|mode|program|fan|(?:^|_)air(?:_|$)/;
const isWetness = (word: string, raw: string): boolean =>
  /^(?:wet|dry)$/i.test(raw) && !NOT_ON_THE_FLOOR.test(word);

/** True for an alarm state without a subject. Under a leak's name it is a leak; otherwise it wakes nobody up. */
const isAlarm = (word: string, raw: string): boolean =>
  /^(?:state|status)$/.test(word) && /^(?:alarm|alert|triggered)$/i.test(raw);

/** True for a float switch in a bilge or sump, which is "high" or "low". */
const isFloat = (word: string, text: string): boolean =>
  /^(?:high|low)$/.test(text) &&
  /(?:^|_)(?:bilge|sump)_(?:\w{1,12}_)?(?:float|water|level|alarm)$/.test(word);

const stateKind = (word: string, text: string): SensorKind | undefined => {
  const isWater = isWetness(word, text) || isFloat(word, text);
  return isWater ? "flood" : (stateOf(word)?.kind ?? (isAlarm(word, text) ? "generic" : undefined));
};

/** Suffixes of a state's duration, amount or distance, whose 0 and 1 are ordinary numbers. */
const COUNTED =
  /_(?:sec(?:ond)?s?|min(?:ute)?s?|h(?:ou)?rs?|ms|age|ago|uptime|time|ts|epoch|m[almv]|cm|ft|inch(?:es)?|gal(?:lon)?s?|adc|k?ohms?|rssi|signal|ppm|density|strength|length|distance|position|angle|height|size|cycles|events|total|index|pin|gpio|port|priority)$/;

const stateLeaf = ({ word, raw, unit }: Said): Leaf | null => {
  const text = typeof raw === "string" ? raw.toLowerCase() : "";
  const kind = stateKind(word, text);
  const measured = isFloat(word, text) ? stateValue(text === "high") : readStateWord(raw);
  if (kind === undefined || measured === null) return null;
  if (!measured.isState && (COUNTED.test(word) || quantityOf(unit) !== null)) return null;
  // A fan's number is its speed, and water that is "ON" is let in on purpose.
  if (measured.isState ? word === "water" && /^o(?:n|ff)$/.test(text) : /fan/.test(word)) return null;
  // "open" and "closed" say nothing about water: an issue about a leak may be open.
  if (kind !== "door" && kind !== "generic" && /^(?:opened|open|closed)$/.test(text)) return null;
  if (kind === "flood" && isWetByte(word, measured.value))
    return { kind, unit: null, measured: stateValue(true) };
  if (!measured.isState && measured.value !== 0 && measured.value !== 1) return null;
  // A word such as `"open"` is clear, whatever its name.
  const isWord = /^[a-z]{4,}/.test(text) && !/^(true|false)$/.test(text);
  const trueMeans = kind === "door" && saysClosed(word) && !isWord ? "closed" : undefined;
  return { kind, unit: null, measured: { ...measured, isState: true }, trueMeans };
};

/** True for a byte that means wet; for Elsys' `waterleak`, any but 0. */
const isWetByte = (word: string, value: number): boolean =>
  isLeakByte(word, value) || (word === "waterleak" && value > 0 && value < 255);

/** Units of measurements in a home that none of our kinds covers. */
const OTHER_UNITS = new Set(["lx", "Bq/m³", "pCi/L", "W/m²", "mph", "km/h", "m/s"]);

/** Returns what a unit says about an unclear name: `probe1` in °C is a temperature. */
const byUnit = (word: string, unit: string, { isExact }: Manner): Measure | null => {
  if (!isExact && isNoMeasure(word)) return null;
  const kind = guessKind(word, unit, false);
  return kind === "generic" && quantityOf(unit) === null && !OTHER_UNITS.has(unit) ? null : { kind, unit };
};

/** Applies scales in name and unit: `{"temp_c_x10":53}` and 53 in `0.1 °C` are both 5.3 °C. */
const inFull = ({ name, word, raw, unit }: Said): (Said & { measured: Measured }) | null => {
  const said = readSaid(raw);
  if (said === null || said.isState) return null;
  const scaled = scaledName(word);
  const beside = unit === null ? { unit, dividedBy: 1 } : scaledUnit(unit);
  const dividedBy = scaled.dividedBy * beside.dividedBy;
  const value = dividedBy === 1 ? said.value : rounded(said.value / dividedBy);
  const whole = beside.dividedBy === 1 ? unit : normalizeUnit(beside.unit);
  return { name, word: scaled.word, raw, unit: whole, measured: { value, isState: false } };
};

/** No home has as much: a larger number is in another unit. */
const MAINS_MAX: Record<string, number> = { V: 500, Hz: 500, A: 100, W: 100_000, kWh: 200_000_000 };
const CO2_PPM_MIN = 200;
const VOC_PPB_MIN = 10;
/** More "kilowatts" are watts: Dutch and Belgian meters use the same names. */
const HOME_KILOWATTS_MAX = 60;

/** Returns the unit of a bare number: null if it isn't of its name's kind, undefined if it measures nothing. */
const bareUnit = ({ kind, unit }: Measure, word: string, value: number, manner: Manner) => {
  // 3312 is a battery's mV, and 868100000 a radio's frequency.
  if (Math.abs(value) > (MAINS_MAX[unit ?? ""] ?? Number.POSITIVE_INFINITY)) return undefined;
  // No air has so little CO₂: a stranger's is an index, our own sensor is warming up.
  if (kind === "co2" && value < CO2_PPM_MIN && !manner.isExact) return undefined;
  // 1.02 is an index or mg/m³: no sensor resolves fractions of a ppb.
  if (kind === "voc" && value < VOC_PPB_MIN && !Number.isInteger(value)) return null;
  if (kind === "power" && unit === "kW" && Math.abs(value) > HOME_KILOWATTS_MAX) return "W";
  const pressure = kind === "pressure" ? barePressureUnit(word, value) : unit;
  return kind !== "pressure" || pressure === "bar" ? pressure : (manner.pressure ?? pressure);
};

/** True for the power-on value of a DS18B20, 85 °C (185 °F), which no pipe or room reaches. */
export const isPowerOn = (value: number, unit: string | null, word: string): boolean =>
  ((value === 85 && unit === "°C") || (value === 185 && unit === "°F")) && !isHotPlace(word);

/** Reads a number. Undefined for a power-on value, which must not be read in another way. */
const numberLeaf = (said: Said, manner: Manner): Leaf | null | undefined => {
  const full = inFull(said);
  if (full === null) return null;
  const { word, unit, measured } = full;
  const measure = measureOf(word) ?? (unit === null ? null : byUnit(word, unit, manner));
  if (measure === null) return null;
  const { kind } = measure;
  // An unknown unit ("p", a code) is ignored if the name is clear; home-made firmware's, for air, is asked about.
  const isUnknown = kind !== "generic" && quantityOf(unit) === null && !(manner.isExact && isAir(kind));
  const named =
    (isUnknown ? null : unit) ?? markedUnit(word, measure.unit === SCALE ? "temperature" : kind, full.name);
  if (named !== null)
    return isPowerOn(measured.value, named, word)
      ? undefined
      : withoutBeyond({ kind: kindIn(kind, word, named), unit: named, measured });
  const bare = bareUnit(measure, word, measured.value, manner);
  if (bare === undefined) return null;
  return withoutBeyond({
    kind: bare === null ? "generic" : kind,
    unit: bare,
    measured,
    isUsual: kind === "energy",
  });
};

/** Drops kind and unit of a percentage outside 0 to 100, except humidity. */
const withoutBeyond = (leaf: Leaf): Leaf =>
  leaf.unit === "%" && leaf.kind !== "humidity" && !(leaf.measured.value >= 0 && leaf.measured.value <= 100)
    ? { ...leaf, kind: "generic", unit: null }
    : leaf;

/** Returns a kind that fits the unit: a tank's level in centimeters is no level in percent. */
const kindIn = (kind: SensorKind, word: string, unit: string): SensorKind => {
  if (kind === "generic" || quantityOf(CANONICAL_UNITS[kind]) === quantityOf(unit)) return kind;
  const guessed = guessKind(word, unit, false);
  return isStateKind(guessed) ? "generic" : guessed;
};

/** Reads a number that no name explains; not bytes in hex such as `"01670022"`. */
const bareLeaf = ({ word, raw, unit }: Said): Leaf | null => {
  const measured = typeof raw === "string" && /^0\d/.test(raw) ? null : readValue(raw);
  if (measured === null || (unit === null && isDiagnostic(word, measured.value))) return null;
  // A thermometer that sends `false` measured nothing, and doesn't become a switch.
  const isVoid = measured.isState && isAir(measureOf(word)?.kind);
  return isVoid ? null : { kind: "generic", unit, measured };
};

/** Endings of names of ids, codes, flags, times, positions, settings and the sender's power supply. */
const namesDiagnostic = matching(
  /(?:^|_)(?:id|ids|uid|ident|identifier|flags?|codes?|period|type|mode|node|child|command|endpoint|instance|alive|critical|sequence_number|(?:lock|door_?sensor)_state|valid|err|ack|battery_status|enabled|visible|reachable|payload|vdd|vcc|bat|batt|batteri[ae]|bateria|batterij|akku(?:stand)?|battery_voltage|lat|latitude|lon|lng|longitude|altitude|satellites|cid|imei|timestamp|changed|(?:changed|updated|detected|seen|created|triggered)_at|serial_no|(?:ap|wifi)_?rssi|packets?|packet_loss|loss_rate|uuid)$|^(?:q|lc|unit|units|dead|online|trend)$/,
);

/** True for a time between 2014 and 2039, in epoch seconds or milliseconds. */
const isMoment = (value: number): boolean =>
  [1, 1_000].some((per) => value >= 1_400_000_000 * per && value <= 2_200_000_000 * per);

/** True if a number of no known kind is about the sender itself. */
const isDiagnostic = (word: string, value: number): boolean => isMoment(value) || namesDiagnostic(word);

/** Reads one name and value; null if nothing is understood, or if the value is about the sender itself. */
export const leafOf = (said: Said, manner: Manner, field: Field | null | undefined): Leaf | null => {
  if (field === null || said.raw === null) return null;
  if (field !== undefined) return fieldLeaf(field, said, manner);
  if (manner.onlyFields || (manner.onlyLeaks && stateOf(said.word)?.kind !== "flood")) return null;
  const number = numberLeaf(said, manner);
  if (number === undefined) return null;
  return (
    number ??
    (said.unit === null || typeof said.raw === "boolean" ? stateLeaf(said) : null) ??
    (manner.isExact ? bareLeaf(said) : null)
  );
};
