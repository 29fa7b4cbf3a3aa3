import {
  type AlertKind,
  HOME_TITLES,
  type Language,
  SENSOR_KINDS,
  type SensorKind,
} from "../../schema/vocabulary.ts";
import { HOME_SUBJECTS, KIND_NAMES } from "./languages.ts";
import { type KindNames, SENSOR_KIND_NAMES, sensorName } from "./sensor-name.ts";

const ENDING = /^(?:(.*?\S) )?(?:ambient |air |relative |water )?(\S+)$/iu;
/** "Temperature 2" */
const COUNTED = /^(\D{1,40}) (\d{1,3})$/;

/** The English last words of the names that sensors get with their first reading, and the kinds that they mean. */
const GIVEN = new Map<string, SensorKind>([
  ...SENSOR_KINDS.filter((kind) => kind !== "generic").map((kind) => [kind, kind] as const),
  ["contact", "door"],
  ["leak", "flood"],
  ["occupancy", "motion"],
]);

const KINDS_BY_NAME = new Map(Object.entries(SENSOR_KIND_NAMES).map(([kind, name]) => [name, kind]));

/** Returns the kind whose English name is exactly this name, such as "Leak sensor". */
const kindByName = (name: string): SensorKind | null =>
  SENSOR_KINDS.find((kind) => kind === KINDS_BY_NAME.get(name)) ?? null;

/**
 * Translates a generated name: "Cellar node temperature" is "Temperatura, Cellar node" in Spanish, "Temperature 2" is
 * "Temperatura 2". Returns null if the name has another form or names another kind, and for English.
 */
export function givenName(label: string, kind: SensorKind | null, names: KindNames) {
  if (names === SENSOR_KIND_NAMES) return null;
  const [, counted, number] = COUNTED.exec(label) ?? [];
  const alone = kindByName(counted ?? label);
  if (alone !== null && (kind === null || kind === alone))
    return number === undefined ? names[alone] : `${names[alone]} ${number}`;
  const [, thing, said = ""] = ENDING.exec(label) ?? [];
  const named = GIVEN.get(said.toLowerCase());
  if (named === undefined || (kind !== null && kind !== named)) return null;
  return thing === undefined ? names[named] : `${names[named]}, ${thing}`;
}

/** Translates a generated name to the reader's language; other names stay as they are. */
export const givenNameIn = (label: string, kind: SensorKind | null, language: Language): string =>
  givenName(label, kind, KIND_NAMES[language]) ?? label;

/** The kind of sensor that an alert of each kind measures with. */
const MEASURED: Partial<Record<AlertKind, SensorKind>> = {
  freeze: "temperature",
  time_to_freeze: "temperature",
  cold_storage: "temperature",
  humidity: "humidity",
  leak: "flood",
};
/** "flood1 (Cellar)" */
const KEYED = /^([a-z]{1,20}_?\d{0,3})( \(.*\))?$/;

/**
 * Returns the subject of an alert in the reader's language. The stored title is the name of a sensor or device, the key
 * of an unnamed sensor, or the English name of a part of the home.
 */
export function alertSubjectIn({ kind, title }: { kind: AlertKind; title: string }, language: Language) {
  const part = (Object.keys(HOME_TITLES) as (keyof typeof HOME_TITLES)[]).find(
    (key) => HOME_TITLES[key] === title,
  );
  if (part !== undefined) return HOME_SUBJECTS[language][part];
  return keyedSubject({ kind, title }, KIND_NAMES[language]) ?? givenNameIn(title, null, language);
}

/** Names the unnamed sensor whose key is in an alert's title; null if there is none. */
export function keyedSubject({ kind, title }: { kind: AlertKind; title: string }, names: KindNames) {
  const [measured, [, key, place = ""]] = [MEASURED[kind], KEYED.exec(title) ?? []];
  return measured && key ? sensorName({ key, label: key, kind: measured }, names) + place : null;
}

/** Returns a sensor's name, where `names` are the names of kinds. Readers never see a key such as `temp1` as a name. */
export const sensorNameIn = (
  sensor: { key: string; label: string; kind: SensorKind },
  names: KindNames,
): string =>
  (sensor.label === sensor.key ? null : givenName(sensor.label, sensor.kind, names)) ??
  sensorName(sensor, names);
