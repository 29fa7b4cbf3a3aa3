import { remembered } from "../../kernel/remembered.ts";
import { convert } from "../../kernel/units.ts";
import { entriesOf, type JsonObject } from "../json.ts";
import { isMachineName } from "../own-shapes.ts";
import { measureOf, SCALE } from "../sensor-kinds.ts";
import { isHotPlace, isSpecifiedTemperature, ROOM_FAHRENHEIT_MAX } from "../unit-marks.ts";
import { HUMIDITY_MAX, readNumber } from "../values.ts";
import type { Leaf } from "./leaf.ts";
import { dividedBySettings, pressureUnitBy } from "./scale.ts";
import { snake } from "./snake.ts";

/** A leaf under the sender's name for it. */
export type Named = Leaf & { name: string };

const TWIN_MARK = /_?(?:degrees?_?|deg_?)?(?:celsius|fahrenheit|[cf])$/;
/** One of them may be rounded to whole degrees. */
const TWIN_TOLERANCE = 1.5;

/** `temp_c` and `temp_f` are one measurement: it is kept in °C, and shows the unit of an unmarked twin. */
export const withoutTwins = (leaves: Named[]): Named[] => {
  const isTemperature = ({ unit }: Named) => unit === "°C" || unit === "°F" || unit === SCALE;
  const temperatures = leaves.filter(isTemperature);
  if (temperatures.length < 2) return leaves;
  const byStem = Map.groupBy(temperatures, ({ name }) => snake(name).replace(TWIN_MARK, ""));
  const dropped = new Set<Named>();
  for (const twins of byStem.values()) {
    const [first, second] = twins.toSorted((a, b) => (a.unit ?? "").localeCompare(b.unit ?? ""));
    if (twins.length !== 2 || first === undefined || second === undefined) continue;
    if (first.unit === "°C" && isSame(first, second)) dropped.add(second);
  }
  return dropped.size === 0 ? leaves : leaves.filter((leaf) => !dropped.has(leaf));
};

const isSame = (celsius: Named, other: Named): boolean => {
  const fahrenheit = convert(celsius.measured.value, "°C", "°F") ?? 0;
  const { value } = other.measured;
  const isTwin = (expected: number) => Math.abs(value - expected) <= TWIN_TOLERANCE;
  return isTwin(fahrenheit) || (other.unit === SCALE && isTwin(celsius.measured.value));
};

const AVERAGE =
  /(?:^|_)(?:avg|average|mean|median|moyenne|mittel(?:wert)?|lpf|ema|smoothed|filtered|rolling|moving)(?=_|$)/;

/** An average counts if there is no current measurement; an average of energy means nothing. */
export const withoutAverages = (leaves: Named[]): Named[] => {
  const isAverage = ({ name }: Named) => AVERAGE.test(snake(name));
  if (!leaves.some(isAverage)) return leaves;
  const now = new Set(leaves.filter((leaf) => !isAverage(leaf)).map(({ kind }) => kind));
  return leaves.filter(
    (leaf) => !isAverage(leaf) || leaf.kind === "generic" || !(leaf.kind === "energy" || now.has(leaf.kind)),
  );
};

/** No room is as hot in °C: one such number shows the scale of all. */
const ROOM_CELSIUS_MAX = 50;

/** A computer's own parts, wherever it says what of: `{"chip":"cpu0"}`. A node may be called after its chip. */
const ELECTRONICS =
  /(?:^|_)(?:[cg]pu_?\d*|soc|chipset|coretemp|core_?\d+|k10temp|acpitz|ups|nvme\d*(?:n\d+)?|ssd\d*|hdd\d*|sd[a-z]|disk\d*|(?:main|mother)board|processor|thermal_zone_?\d*)(?:_|$)/;

/** True if a thing (by its key or label) is a part of a computer. */
export const isElectronics = remembered((place: string): boolean => ELECTRONICS.test(snake(place)));

/** Whatever melts plastic is measured in °C, by every firmware of printers. */
const PRINTER = /nozzle|extruder|hot_?end|heater_?bed|bed_temper|^tool_?\d/;

export const isOfPrinter = ({ kind, name }: Named, place: string): boolean =>
  kind === "temperature" && PRINTER.test(snake(`${place}_${name}`));

/** The scale that a printer is known for, or that a room's temperature shows by being possible in °F alone. */
export const scaleByHeat = (leaves: Named[], place: string): string | null => {
  let scale: string | null = null;
  for (const { kind, unit, name, measured } of leaves) {
    if (kind !== "temperature" || unit !== SCALE) continue;
    const word = snake(`${place}_${name}`);
    if (PRINTER.test(word)) return "°C";
    const { value } = measured;
    if (value > ROOM_CELSIUS_MAX && value <= ROOM_FAHRENHEIT_MAX && !isHotPlace(word)) scale = "°F";
  }
  return scale;
};

/** More than any room has in degrees. */
export const isLarge = ({ kind, unit, measured }: Named): boolean =>
  kind === "temperature" && unit === SCALE && measured.value > ROOM_FAHRENHEIT_MAX;

/** Integers beside a setting of tenths or hundredths are in these as well. */
export const inWholeAsSet = (leaves: Named[], settings: readonly number[]): Named[] => {
  if (settings.length === 0 || !leaves.some(isLarge)) return leaves;
  return leaves.map((leaf) => {
    if (leaf.kind !== "temperature" || leaf.unit !== SCALE) return leaf;
    const dividedBy = dividedBySettings(settings, leaf.measured.value);
    if (dividedBy === 1) return leaf;
    return { ...leaf, measured: { ...leaf.measured, value: leaf.measured.value / dividedBy } };
  });
};

/** No home's meter has counted as many kWh. */
const ENERGY_KWH_MAX = 200_000;

const isCount = ({ isUsual, unit }: Named): boolean => isUsual === true && unit === "kWh";

/** A bare energy that shows that its sender counts in Wh. */
export const isBeyondKilowattHours = (leaf: Named): boolean =>
  isCount(leaf) && leaf.measured.value > ENERGY_KWH_MAX;

/** Bare energies, of a sender that counts in Wh. */
export const inWattHours = (leaves: Named[]): Named[] =>
  leaves.map((leaf) => (isCount(leaf) ? { ...leaf, unit: "Wh" } : leaf));

/** What the interfaces of strangers are in where nothing says otherwise; of the specification's own keys it says °F. */
export const usualScale = (key: string): string =>
  isSpecifiedTemperature(key) && key !== "temp_avg" ? "°F" : "°C";

/** A sender that measures air in hPa or Pa hardly uses °F; nor does one that a machine wrote. */
const isMetric = ([name, value]: readonly [string, unknown]): boolean => {
  if (isMachineName(name)) return true;
  const isPressure = measureOf(snake(name))?.kind === "pressure";
  const unit = isPressure ? pressureUnitBy(readNumber(value) ?? 0) : null;
  return unit === "hPa" || unit === "Pa";
};

/** What bare temperatures of firmware of one's own are taken for until somebody says it. */
export const usualOwnScale = (members: JsonObject): ((key: string) => string) => {
  let usual: string | null = null;
  return (key) => {
    if (isSpecifiedTemperature(key)) return "°F";
    usual ??= entriesOf(members).some(isMetric) ? "°C" : "°F";
    return usual;
  };
};

/** 441 tenths or 4410 hundredths of a percent; null for what is no share at all. */
const partOf = (humidity: number): number | null => {
  if (!Number.isInteger(humidity) || humidity > 10_000) return null;
  return humidity <= 1_000 ? 10 : 100;
};

const isHumidity = ({ kind, unit }: Named): boolean => kind === "humidity" && unit === "%";

const isWhole = (leaf: Named): boolean =>
  Number.isInteger(leaf.measured.value) &&
  (isHumidity(leaf) || (leaf.kind === "temperature" && leaf.unit === SCALE));

const times = (leaf: Named, factor: number): Named => ({
  ...leaf,
  measured: { ...leaf.measured, value: Number((leaf.measured.value * factor).toPrecision(12)) },
});

/** What fills the place of a humidity (128, 255) fills that of its temperature too; the humidity itself is a fault. */
const withoutFillers = (leaves: Named[], fillers: ReadonlySet<number>): Named[] =>
  leaves.filter(
    (leaf) => !fillers.has(leaf.measured.value) || leaf.kind !== "temperature" || leaf.unit !== SCALE,
  );

/** True if every bare temperature beside is a whole number too, and of no room as it stands. */
const isInParts = (leaves: Named[], parts: number): boolean => {
  const temperatures = leaves.filter(({ kind, unit }) => kind === "temperature" && unit === SCALE);
  return (
    temperatures.length > 0 &&
    temperatures.every(({ measured: { value } }) => Number.isInteger(value)) &&
    temperatures.some(
      ({ measured: { value } }) => value === 0 || Math.abs(value) >= parts * PARTS_OF_ROOM_MIN,
    )
  );
};

/** Fewer tenths are no fewer than as many degrees. */
const PARTS_OF_ROOM_MIN = 4;

/**
 * Humidities beyond 100 % show that a thing sends tenths or hundredths, its bare temperature too; what fits neither, or
 * stands beside one that is a share already, is no humidity. No air is drier than 1 %: that is a
 * share of one, unless another one is a percentage.
 */
export const inWholeUnits = (leaves: Named[], isKnownSender: boolean): Named[] => {
  const humidities = leaves.filter(isHumidity);
  const beyond = humidities.filter(({ measured }) => measured.value > HUMIDITY_MAX);
  const [first] = beyond;
  if (first === undefined) {
    const areOfOne = humidities.every(({ measured }) => measured.value < 1);
    return areOfOne ? leaves.map((leaf) => (isHumidity(leaf) ? times(leaf, 100) : leaf)) : leaves;
  }
  const parts = partOf(first.measured.value);
  if (parts === null || beyond.length < humidities.length || !(isKnownSender || isInParts(leaves, parts)))
    return withoutFillers(leaves, new Set(beyond.map(({ measured }) => measured.value)));
  return leaves.map((leaf) => (isWhole(leaf) ? times(leaf, 1 / parts) : leaf));
};
