import type { SensorKind } from "../../schema/vocabulary.ts";
import { remembered } from "../kernel/remembered.ts";
import { quantityOf } from "../kernel/units.ts";
import { entriesOf, type JsonObject } from "./json.ts";
import { MACHINE_NAME } from "./known-shapes.ts";
import { type Measure, measureOf, SCALE, saysClosed, stateOf } from "./parts/measures.ts";
import { barePressureUnit, pressureUnitBy, scaleByDewPoint } from "./parts/scale.ts";
import { snake } from "./parts/snake.ts";
import { kindFromName } from "./sensor-kinds.ts";
import { isHeatedInCelsius, isSpecifiedTemperature, markedUnit, unitMark } from "./unit-marks.ts";
import { type Measured, readNumber } from "./values.ts";

/** The kind of a flat key; a state may be of one that a number under this name is not: `waterDetected`. */
export const kindOfKey = (key: string, isState: boolean): SensorKind => {
  const named = kindFromName(key);
  return named === "generic" && isState ? (stateOf(snake(key))?.kind ?? named) : named;
};

/** `{"door_closed":true}` */
export const isClosedByTrue = (name: string, kind: SensorKind, raw: unknown): boolean =>
  kind === "door" && typeof raw === "boolean" && saysClosed(snake(name));

const isMachineName = remembered((name) => MACHINE_NAME.test(name));

/** A sender that measures air in hPa or Pa hardly uses °F; nor does one whose boiler is at 45. */
const isMetric = ([name, value]: [string, unknown]): boolean => {
  if (isMachineName(name)) return true;
  const kind = kindFromName(name);
  if (kind === "temperature") return isHeatedInCelsius(snake(name), readNumber(value) ?? 0);
  const pressure = kind === "pressure" ? pressureUnitBy(readNumber(value) ?? 0) : null;
  return pressure === "hPa" || pressure === "Pa";
};

/** What its bare temperatures are taken for until somebody says it: machines write °C to each other. */
export const usualScaleOf = (body: JsonObject): ((key: string) => string) => {
  let usual: string | null = null;
  return (key) => {
    if (isSpecifiedTemperature(key)) return "°F";
    usual ??= entriesOf(body).some(isMetric) ? "°C" : "°F";
    return usual;
  };
};

/** A dew point beside a temperature and a humidity shows the scale of both. */
export const scaleOfDewPoint = (body: JsonObject): string | null => {
  const first = (names: string[]) =>
    readNumber(body[names.find((name) => Object.hasOwn(body, name)) ?? ""]) ?? Number.NaN;
  const dewPoint = first(DEW_POINTS);
  return Number.isNaN(dewPoint)
    ? null
    : scaleByDewPoint(first(AIR_TEMPERATURES), first(["humidity"]), dewPoint);
};

const DEW_POINTS = ["dewpoint", "dew_point", "dewPoint"];
const AIR_TEMPERATURES = ["temperature", "temp", "Temperature"];

/** What a name measures that says no kind by itself: `curr_w`; null for a temperature, whose scale it does not say. */
export const otherMeasure = (name: string): Measure | null => {
  const measure = measureOf(snake(name));
  return measure?.unit === SCALE ? null : measure;
};

/** What a plain name is in, where no kind of ours says it: `voltage`, `light_lux`; a share is none beyond 100. */
export const plainUnit = (key: string, kind: SensorKind, { value, isState }: Measured): string | null => {
  const measure = kind === "generic" && !isState ? otherMeasure(key) : null;
  const unit = measure && (markedUnit(snake(key), measure.kind) ?? measure.unit);
  return unit === "%" && (value < 0 || value > 100) ? null : unit;
};

/** A level in another unit than a share: `tank_level_cm` is no percent. Null for everything else. */
export const levelInUnit = (key: string, kind: SensorKind): { kind: SensorKind; unit: string } | null => {
  const unit = kind === "level" ? markedUnit(snake(key), kind) : null;
  return unit === null || quantityOf(unit) === "ratio" ? null : { kind: "generic", unit };
};

/**
 * A pressure whose name says no unit: 100430 is in Pa, 29.9 in inHg, and what can be no pressure of the air nor of a
 * heating's water is a bare number. Null for everything else.
 */
export const barePressure = (
  key: string,
  kind: SensorKind,
  { value, isState }: Measured,
): { kind: SensorKind; unit: string | null } | null => {
  if (kind !== "pressure" || isState || unitMark(key, kind) !== null) return null;
  const unit = barePressureUnit(snake(key), value);
  return { kind: unit === null ? "generic" : kind, unit };
};
