import type { SensorKind } from "../../../../schema/vocabulary.ts";
import { normaliseUnit } from "../../unit-spellings.ts";
import { quantityOf } from "../../units.ts";
import { guessKind, isStateKind, kindFromName } from "../sensor-kinds.ts";
import { unitOf } from "../unit-marks.ts";
import type { Measured } from "../values.ts";

/** What a record measures, in the units of the house. */
export type Meaning = {
  kind: SensorKind;
  unit: string | null;
  unitIsAssumed: boolean;
  measured: Measured;
};

/**
 * `%` and `/` are ratios in SenML, "not a percentage", yet many send percent: up to 1 it is taken as a ratio
 * of humidity or level. `%RH` is percent by definition.
 */
const percentOf = (unit: string, kind: SensorKind, measured: Measured): Measured | null => {
  const isRatio = unit.trim() === "%" || unit.trim() === "/";
  if (!isRatio || (kind !== "humidity" && kind !== "level")) return null;
  return Math.abs(measured.value) <= 1 ? { ...measured, value: measured.value * 100 } : measured;
};

/** The meaning of a record by its unit, and by the name where the unit is missing or fits several kinds. */
export const meaningOf = (name: string, unit: string | null, measured: Measured): Meaning => {
  if (measured.isState) {
    return { kind: kindFromName(name), unit: null, unitIsAssumed: false, measured };
  }
  const known = normaliseUnit(unit);
  if (unit === null || known === null) {
    const kind = guessKind(name, null, false);
    return { kind, measured, ...unitOf(name, kind, null) };
  }
  const kind = /^\s*%RH\s*$/i.test(unit) ? "humidity" : guessKind(name, known, false);
  const percent = percentOf(unit, kind, measured);
  return { kind, unit: percent ? "%" : known, unitIsAssumed: false, measured: percent ?? measured };
};

/**
 * Tells apart what one name carries in several units: the same quantity is one series, `lat` and `lon` are
 * two.
 */
export const seriesTag = (unit: string | null, { kind, unit: known, measured }: Meaning): string => {
  const location = unit === null || measured.isState ? null : /^(?:lat|lon)$/.exec(unit.trim());
  if (location) return location[0];
  if (measured.isState || isStateKind(kind)) return "state";
  if (kind !== "generic") return kind;
  return quantityOf(known) ?? known ?? "value";
};
