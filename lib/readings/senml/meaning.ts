import type { SensorKind } from "../../../schema/vocabulary.ts";
import { normaliseUnit, quantityOf } from "../../kernel/units.ts";
import { exactLeafOf } from "../parts/exact-leaves.ts";
import { snake } from "../parts/snake.ts";
import { isStateKind, kindFromName, SCALE } from "../sensor-kinds.ts";
import type { Measured } from "../values.ts";

/** What a record measures, in the units of the house. */
export type Meaning = {
  kind: SensorKind;
  unit: string | null;
  followsDeviceUnit: boolean;
  measured: Measured;
};

/**
 * `%` and `/` are ratios in SenML, "not a percentage", yet many send percent: up to 1 it is taken as a ratio
 * of humidity or level. `%RH` is percent by definition.
 */
const percentOf = (unit: string | null, kind: SensorKind, measured: Measured): Measured | null => {
  if (!/^\s*[%/]\s*$/.test(unit ?? "") || (kind !== "humidity" && kind !== "level")) return null;
  return Math.abs(measured.value) <= 1 ? { ...measured, value: measured.value * 100 } : measured;
};

/** The meaning of a record by its unit, and by the name where the unit is missing or fits several kinds. */
export const meaningOf = (name: string, said: string | null, measured: Measured): Meaning => {
  if (!measured.isState && /^\s*%RH\s*$/i.test(said ?? ""))
    return { kind: "humidity", unit: "%", followsDeviceUnit: false, measured };
  const raw = measured.isState ? measured.value === 1 : measured.value;
  const isBit = said?.trim() === "/" && (raw === 0 || raw === 1) && isStateKind(kindFromName(name));
  const unit = measured.isState || isBit ? null : normaliseUnit(said);
  const leaf = exactLeafOf({ name, word: snake(name), raw, unit }, { isExact: true });
  const { kind, ...meant } = leaf ?? { kind: "generic", unit, measured };
  const percent = percentOf(said, kind, meant.measured);
  if (kind === "level" && percent !== null && percent.value < 0)
    return { kind: "generic", unit: null, followsDeviceUnit: false, measured: percent };
  const isBare = meant.unit === SCALE;
  return {
    kind,
    unit: percent ? "%" : isBare ? (kind === "temperature" ? "°F" : null) : meant.unit,
    followsDeviceUnit: isBare && kind === "temperature",
    measured: percent ?? meant.measured,
  };
};

/** What one name carries in several units: the same quantity is one series, `lat` and `lon` are two. */
export const tagOf = (unit: string | null, { kind, unit: known, measured }: Meaning): string => {
  const location = measured.isState ? null : /^(?:lat|lon)$/.exec(unit?.trim() ?? "");
  if (location) return location[0];
  if (measured.isState) return "state";
  return kind === "generic" ? (quantityOf(known) ?? known ?? "value") : kind;
};
