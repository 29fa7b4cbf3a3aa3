import { matching, remembered } from "../../kernel/text.ts";
import { convert } from "../../kernel/units.ts";
import { entriesOf } from "../json.ts";
import { isMachineName } from "../own-shapes.ts";
import { snake } from "../sensor-keys.ts";
import { measureOf, SCALE } from "../sensor-kinds.ts";
import {
  isHotPlace,
  isSetting,
  isSpecifiedTemperature,
  pressureUnitBy,
  ROOM_FAHRENHEIT_MAX,
  statedScale,
} from "../unit-marks.ts";
import { HUMIDITY_MAX, readNumber } from "../values.ts";
import { isPowerOn, type Leaf } from "./leaf.ts";
import type { Part } from "./manner.ts";

/** A leaf with the sender's name for it. */
export type Named = Leaf & { name: string };

/** A thing of a body, and its members' values. */
export type Thing = { part: Part; said: Named[] };

/** True for a temperature whose scale nothing named. */
const isBare = ({ kind, unit }: Named): boolean => kind === "temperature" && unit === SCALE;

const times = (leaf: Named, factor: number): Named => ({
  ...leaf,
  measured: { ...leaf.measured, value: Number((leaf.measured.value * factor).toPrecision(12)) },
});

const TWIN_MARK = /_?(?:degrees?_?|deg_?)?(?:celsius|fahrenheit|[cf])$/;
/** In degrees: one of the two may be rounded to whole degrees. */
const TWIN_TOLERANCE = 1.5;

const isSame = (celsius: Named, other: Named): boolean => {
  const fahrenheit = convert(celsius.measured.value, "°C", "°F") ?? 0;
  const isTwin = (expected: number) => Math.abs(other.measured.value - expected) <= TWIN_TOLERANCE;
  return isTwin(fahrenheit) || (other.unit === SCALE && isTwin(celsius.measured.value));
};

/** Merges `temp_c` and `temp_f`, which are one measurement: keeps °C, and gives an unmarked twin its unit. */
export const withoutTwins = (leaves: Named[]): Named[] => {
  const temperatures = leaves.filter(({ unit }) => unit === "°C" || unit === "°F" || unit === SCALE);
  if (temperatures.length < 2) return leaves;
  const dropped = new Set<Named>();
  const settled = new Set<Named>();
  for (const twins of Map.groupBy(temperatures, ({ name }) => snake(name).replace(TWIN_MARK, "")).values()) {
    const [first, second] = twins.toSorted((a, b) => (a.unit ?? "").localeCompare(b.unit ?? ""));
    if (twins.length !== 2 || !first || !second) continue;
    if (first.unit === "°C" && isSame(first, second)) dropped.add(second);
    // `{"temperature":"4.2","temperatureF":"39.56"}`
    const [bare, marked] = isBare(first) ? [first, second] : [second, first];
    if (!isBare(bare) || marked.unit !== "°F" || !isSame(bare, marked)) continue;
    settled.add(bare);
    dropped.add(marked);
  }
  return leaves
    .filter((leaf) => !dropped.has(leaf))
    .map((leaf) => (settled.has(leaf) ? { ...leaf, unit: "°C" } : leaf));
};

const AVERAGE =
  /(?:^|_)(?:avg|average|mean|median|moyenne|mittel(?:wert)?|lpf|ema|smoothed|filtered|rolling|moving)(?=_|$)/;

/** Drops averages beside a current measurement of the same kind, and every average of energy, which means nothing. */
export const withoutAverages = (leaves: Named[]): Named[] => {
  const isAverage = ({ name }: Named) => AVERAGE.test(snake(name));
  if (!leaves.some(isAverage)) return leaves;
  const now = new Set(leaves.filter((leaf) => !isAverage(leaf)).map(({ kind }) => kind));
  return leaves.filter(
    (leaf) => !isAverage(leaf) || leaf.kind === "generic" || !(leaf.kind === "energy" || now.has(leaf.kind)),
  );
};

/** Parts of 3D printers, whose firmware always uses °C. */
const PRINTER = /nozzle|extruder|hot_?end|heater_?bed|bed_temper|^tool_?\d/;

/** No room is as hot in °C: one number above this shows that all are in °F. */
const ROOM_CELSIUS_MAX = 50;

/** Returns °C for a printer, °F if a room's temperature is possible only in °F, else null. */
const scaleByHeat = (leaves: Named[], place: string): string | null => {
  let scale: string | null = null;
  for (const { name, measured } of leaves.filter(isBare)) {
    const [word, { value }] = [snake(`${place}_${name}`), measured];
    if (PRINTER.test(word)) return "°C";
    if (value > ROOM_CELSIUS_MAX && value <= ROOM_FAHRENHEIT_MAX && !isHotPlace(word)) scale = "°F";
  }
  return scale;
};

/** Returns the divisor for a setting of 13 to 95 degrees: 200 and 205 are tenths, 2000 and 2050 hundredths. */
const partsOfSetting = (value: number): number =>
  [10, 100].find((parts) => Number.isInteger(value) && value >= 13 * parts && value <= 95 * parts) ?? 1;

/** True for a bare temperature above that of any room, in either scale. */
const isLarge = (leaf: Named): boolean => isBare(leaf) && leaf.measured.value > ROOM_FAHRENHEIT_MAX;

/** Scales bare integers like the settings beside them. Beside 1500 hundredths, a setting of 500 is hundredths too. */
const inWholeAsSet = (leaves: Named[], settings: readonly number[]): Named[] => {
  const said = settings.map(partsOfSetting);
  if (said.length === 0 || said.includes(1) || !leaves.some(isLarge)) return leaves;
  const parts = Math.max(...said);
  return leaves.map((leaf) =>
    isBare(leaf) && Number.isInteger(leaf.measured.value) ? times(leaf, 1 / parts) : leaf,
  );
};

/** No home's meter has counted more. */
const ENERGY_KWH_MAX = 200_000;

/** True for energy without a unit. */
const isCount = ({ isUsual, unit }: Named): boolean => isUsual === true && unit === "kWh";

/** True if a member shows that its sender uses °C: air pressure in hPa or Pa, or a machine's name. */
const isMetric = ([name, value]: readonly [string, unknown]): boolean => {
  if (isMachineName(name)) return true;
  const isPressure = measureOf(snake(name))?.kind === "pressure";
  return isPressure && ["hPa", "Pa"].includes(pressureUnitBy(readNumber(value) ?? 0) ?? "");
};

/**
 * Returns the scale assumed for bare temperatures until somebody sets it: °C for strangers; for home-made firmware °F,
 * unless it is metric. The specification's own keys are °F.
 */
export const usualScaleIn = ({ members, manner }: Part): ((key: string) => string) => {
  let usual: string | null = manner.isExact === true ? null : "°C";
  return (key) => {
    if (isSpecifiedTemperature(key) && (manner.isExact === true || key !== "temp_avg")) return "°F";
    usual ??= entriesOf(members).some(isMetric) ? "°C" : "°F";
    return usual;
  };
};

const isHumidity = ({ kind, unit }: Named): boolean => kind === "humidity" && unit === "%";

/** A number below this many degrees may as well be whole degrees. */
const PARTS_OF_ROOM_MIN = 4;

/** Numbers at the end of a byte, sent for "not connected". */
const FILLERS = new Set([126, 127, 128, 254, 255]);

/**
 * True if all bare temperatures are integers, and one is zero or too large for a room as it stands. Not if all of them are
 * as large as the humidity, as a filler is.
 */
const areInParts = (leaves: Named[], parts: number, humidity: number): boolean => {
  const values = leaves.filter(isBare).map(({ measured }) => measured.value);
  if (values.every((value) => value === humidity)) return false;
  return (
    values.every(Number.isInteger) &&
    values.some((value) => value === 0 || Math.abs(value) >= parts * PARTS_OF_ROOM_MIN)
  );
};

/**
 * Scales values by their humidities. Humidities above 100 % show that a thing sends tenths or hundredths, also of bare
 * temperatures. If that doesn't fit, or another humidity is a valid percentage, they are fillers (128, 255), and so are
 * equal temperatures. No air is drier than 1 %: if all humidities are below 1, they are ratios.
 */
const inWholeUnits = (leaves: Named[], isKnownSender: boolean): Named[] => {
  const humidities = leaves.filter(isHumidity).map(({ measured }) => measured.value);
  const beyond = humidities.filter((value) => value > HUMIDITY_MAX);
  const [first] = beyond;
  if (first === undefined) {
    const areOfOne = humidities.every((value) => value < 1);
    return areOfOne ? leaves.map((leaf) => (isHumidity(leaf) ? times(leaf, 100) : leaf)) : leaves;
  }
  const parts = first <= 1_000 ? 10 : 100;
  const canBe =
    Number.isInteger(first) && !FILLERS.has(first) && first <= 10_000 && beyond.length === humidities.length;
  if (!canBe || !(isKnownSender || areInParts(leaves, parts, first)))
    return leaves.filter((leaf) => !isBare(leaf) || !beyond.includes(leaf.measured.value));
  const isWhole = (leaf: Named) =>
    Number.isInteger(leaf.measured.value) && (isHumidity(leaf) || isBare(leaf));
  return leaves.map((leaf) => (isWhole(leaf) ? times(leaf, 1 / parts) : leaf));
};

/** A bare temperature from this on is in unknown fractions, and is dropped. */
const BARE_TEMPERATURE_MAX = 130;

/** True for a temperature in units of its own, or whose number is possible in the thing's scale, if that is known. */
const isUnderstood = (leaf: Named, scale: string | null, place: string): boolean => {
  const { value } = leaf.measured;
  if (!isBare(leaf)) return true;
  if (scale !== null) return !isPowerOn(value, scale, snake(`${place}_${leaf.name}`));
  return Math.abs(value) < BARE_TEMPERATURE_MAX && !FILLERS.has(value);
};

/** A computer's own parts, under whole words: `{"chip":"cpu0"}`. A node may be named after its chip. */
const namesElectronics = matching(
  /(?:^|_)(?:[cg]pu_?\d*|soc|chipset|coretemp|core_?\d+|k10temp|acpitz|ups|nvme\d*(?:n\d+)?|ssd\d*|hdd\d*|sd[a-z]|disk\d*|(?:main|mother)board|processor|thermal_zone_?\d*)(?:_|$)/,
);
const isElectronics = remembered((place: string): boolean => namesElectronics(snake(place)));

/** Facts that the things of a body show about each other. */
export type Shown = { isInWattHours: boolean; isPrinter: boolean; settings: readonly number[] };

/** Finds what things show about each other. One energy above any home's meter shows that all are in Wh. */
export const shownBy = (things: readonly Thing[]): Shown => {
  const strangers = things.filter(({ part }) => part.manner.isExact !== true);
  const isOfPrinter = ({ kind, name }: Named, { key }: Part) =>
    kind === "temperature" && PRINTER.test(snake(`${key}_${name}`));
  return {
    isInWattHours: strangers.some(({ said }) =>
      said.some((leaf) => isCount(leaf) && leaf.measured.value > ENERGY_KWH_MAX),
    ),
    isPrinter: strangers.some(({ part, said }) => said.some((leaf) => isOfPrinter(leaf, part))),
    settings: strangers
      .filter(({ said }) => said.some(isLarge))
      .flatMap(({ part }) => entriesOf(part.members))
      .flatMap(([name, raw]) => (typeof raw === "number" && isSetting(name) ? [raw] : [])),
  };
};

/** Returns a thing's leaves in full units, and its scale, by its numbers and its neighbors. */
export const inFullUnits = ({ part, said }: Thing, { isInWattHours, settings }: Shown) => {
  const { members, manner, key, label, isWhole } = part;
  if (isWhole || manner.isExact) return { leaves: said, scale: manner.temperature ?? null };
  const stated = statedScale(members) ?? manner.temperature ?? null;
  const counted = isInWattHours ? said.map((leaf) => (isCount(leaf) ? { ...leaf, unit: "Wh" } : leaf)) : said;
  const whole = inWholeAsSet(inWholeUnits(counted, manner.temperature !== undefined), settings);
  const scale = stated ?? scaleByHeat(whole, key);
  // Leaves out a computer's measurements of itself.
  const isComputers = isElectronics(key) || isElectronics(label);
  const isKept = (leaf: Named) =>
    leaf.kind !== "temperature" || (!isComputers && isUnderstood(leaf, scale, key));
  return { leaves: whole.filter(isKept), scale };
};
