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

/** Words in English that end the names which sensors get with their first reading, where they aren't the kind's own. */
const GIVEN = new Map<string, SensorKind>([
  ...SENSOR_KINDS.filter((kind) => kind !== "generic").map((kind) => [kind, kind] as const),
  ["contact", "door"],
  ["leak", "flood"],
  ["occupancy", "motion"],
]);

const KINDS_BY_NAME = new Map(Object.entries(SENSOR_KIND_NAMES).map(([kind, name]) => [name, kind]));

/** The kind that a name in English says by itself: "Leak sensor". */
const kindByName = (name: string): SensorKind | null =>
  SENSOR_KINDS.find((kind) => kind === KINDS_BY_NAME.get(name)) ?? null;

/**
 * A name that nobody typed, in a reader's language: "Cellar node temperature" is "Temperatura, Cellar node" in Spanish, and
 * "Temperature 2" is "Temperatura 2". Null for a name of another form, of a sensor of another kind, and in English.
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

/** The same by the reader's language; what has another form stays as it is. */
export const givenNameIn = (label: string, kind: SensorKind | null, language: Language): string =>
  givenName(label, kind, KIND_NAMES[language]) ?? label;

/** What an alert of this kind measures. */
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
 * What an alert is about, in a reader's language. Stored are the sensor's or device's name, the key of a sensor that nobody
 * has named, or the English name of a part of the home.
 */
export function alertSubjectIn({ kind, title }: { kind: AlertKind; title: string }, language: Language) {
  const part = (Object.keys(HOME_TITLES) as (keyof typeof HOME_TITLES)[]).find(
    (key) => HOME_TITLES[key] === title,
  );
  if (part !== undefined) return HOME_SUBJECTS[language][part];
  const [measured, [, key, place = ""]] = [MEASURED[kind], KEYED.exec(title) ?? []];
  return measured === undefined || key === undefined
    ? givenNameIn(title, null, language)
    : sensorName({ key, label: key, kind: measured }, KIND_NAMES[language]) + place;
}

/** What a sensor is called where these are the names of kinds: nobody sees `temp1` as a name. */
export const sensorNameIn = (
  sensor: { key: string; label: string; kind: SensorKind },
  names: KindNames,
): string =>
  (sensor.label === sensor.key ? null : givenName(sensor.label, sensor.kind, names)) ??
  sensorName(sensor, names);
