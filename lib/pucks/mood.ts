import type { Mood, SensorKind } from "../../schema/vocabulary.ts";
import type { BayMood } from "../../schema/wire/companion.ts";
import { isOnVacation, quietOf } from "../alerts/quiet/quiet.ts";
import { breaksThrough } from "../channels/quiet-hours.ts";
import { deviceStatus } from "../devices/device-status.ts";
import { eachSensor, type SensorOfDevice } from "../devices/home-device.ts";
import { isStale } from "../devices/sensor.ts";
import { wallClockMs } from "../kernel/time.ts";
import { CANONICAL_UNITS, convert } from "../kernel/units.ts";
import { sensorNameIn } from "../language/given-names.ts";
import { KIND_NAMES, MOOD_WORDS, type MoodWords } from "../language/languages.ts";
import { sayIn } from "../language/say.ts";
import type { AirKind } from "../language/words.ts";
import type { Member } from "../people/activity.ts";
import type { PageAlert, PageHome } from "../sharing/home-page/page-home.ts";

/** Limits in the canonical units of lib/kernel/units.ts: °C, %, ppm, µg/m³, ppb. */
const COLD = 18;
/** A lower limit for the night, when people let bedrooms cool down. */
const NIGHT_COLD = 16;
/** 50 °F, CONTRACT's vacation limit: during a vacation, people turn the heating down to it on purpose. */
const VACATION_COLD = 10;
const COZY_FROM = 20;
const COZY_TO = 25;
const HOT = 30;
const BAD_AIR: readonly { kind: AirKind; above: number }[] = [
  { kind: "co2", above: 2_000 },
  { kind: "pm25", above: 55 },
  { kind: "voc", above: 2_200 },
  { kind: "humidity", above: 70 },
];

const NAMES_MAX = 3;

/** The facts of an open alert that moods depend on. */
export type ActiveAlert = Pick<
  PageAlert,
  "kind" | "severity" | "title" | "sensorId" | "deviceId" | "openedAt" | "evidence"
>;

/** The facts of a home that its bays' moods depend on. */
export type MoodHome = Pick<
  PageHome,
  "devices" | "timeZone" | "temperatureUnit" | "vacationSince" | "vacationUntil"
> & { alerts: readonly ActiveAlert[] };

/** A stored bay. */
export type Bay = {
  bayId: string;
  /** The space whose visible sensors determine the mood; null for the whole home. */
  space: string | null;
  moodOverride: Mood | null;
  overrideUntil: Date | null;
  updatedAt: Date;
};

/** The reader of a mood's reason. A unit of null means the home's unit. */
export type MoodReader = Pick<Member, "language" | "temperatureUnit">;

/**
 * Returns a bay's current mood and its reason. A member's override wins over the sensors until it expires, except over
 * an alarm with news since: no puck may smile through it. The override then waits, and its expiry is still shown.
 */
export function bayMood(bay: Bay, home: MoodHome, reader: MoodReader, now: Date): BayMood {
  const sensors = sensorsOf(bay, home);
  const alerts = alertsOf(home, sensors);
  const derived = derivedMood({ ...home, sensors, alerts }, reader, now);
  const { moodOverride, overrideUntil, updatedAt } = bay;
  const isSet = moodOverride !== null && (overrideUntil === null || now < overrideUntil);
  const isNews = ({ openedAt, evidence }: ActiveAlert): boolean =>
    Math.max(openedAt, evidence?.at ?? openedAt) > updatedAt.getTime();
  const isShown = isSet && !alerts.some((alert) => isAlarm(alert) && isNews(alert));
  const words = MOOD_WORDS[reader.language];
  const read = sensors.map(({ sensor }) => sensor.recordedAt?.getTime() ?? 0);
  return {
    bay_id: bay.bayId,
    mood: isShown ? moodOverride : derived.mood,
    source: isShown ? "override" : "derived",
    reason: isShown ? words.setByHand : isSet ? words.breaksThrough(derived.reason) : derived.reason,
    override_until: isSet ? (overrideUntil?.toISOString() ?? null) : null,
    updated_at: new Date(Math.max(updatedAt.getTime(), ...(isShown ? [] : read))).toISOString(),
  };
}

const isAlarm = ({ kind, severity }: ActiveAlert): boolean => breaksThrough(kind, severity);

const sensorsOf = ({ space }: Bay, { devices }: MoodHome): SensorOfDevice[] =>
  eachSensor(devices.filter(({ enabled }) => enabled)).filter(
    ({ device, sensor }) =>
      sensor.visible && (space === null || device.space.toLowerCase() === space.toLowerCase()),
  );

/** Returns the alerts about the bay's sensors, about devices of these sensors, and about the whole home. */
const alertsOf = ({ alerts }: MoodHome, sensors: readonly SensorOfDevice[]): ActiveAlert[] =>
  alerts.filter(({ sensorId, deviceId }) => {
    if (sensorId !== null) return sensors.some(({ sensor }) => sensor.id === sensorId);
    return deviceId === null || sensors.some(({ device }) => device.id === deviceId);
  });

/** The current, trusted reading of a sensor, in the canonical unit of its kind. */
type LiveReading = { label: string; kind: SensorKind; value: number };

type Scene = {
  live: readonly LiveReading[];
  alerts: readonly ActiveAlert[];
  /** The sentence that devices are offline or probes are unplugged; null if nothing is missing. */
  missing: string | null;
  /** The mean of the thermometers in °C; null without any. */
  warmth: number | null;
  isAway: boolean;
  /** The hour (0–23) in the home's time zone. */
  hour: number;
  words: MoodWords;
  /** Joins names to a list in the reader's language; null for no names. */
  listed: (names: readonly string[]) => string | null;
  /** Writes a temperature, given in °C, in the reader's unit with one decimal. */
  degrees: (celsius: number) => string;
};

/** Returns the reason why a bay has a mood; null if it doesn't have that mood. */
type Reason = (scene: Scene) => string | null;

const isNight = (hour: number): boolean => hour >= 22 || hour < 6;
const isEvening = (hour: number): boolean => hour >= 17 && hour < 22;

/** Lists the labels of states of these kinds that are on; null if none is. */
const on = ({ live, listed }: Scene, ...kinds: SensorKind[]): string | null =>
  listed(live.flatMap(({ kind, value, label }) => (kinds.includes(kind) && value !== 0 ? [label] : [])));

const titles = ({ listed }: Scene, alerts: readonly ActiveAlert[]): string | null =>
  listed(alerts.map(({ title }) => title));

function badAir({ live, words }: Scene): string | null {
  for (const { kind, above } of BAD_AIR) {
    const bad = live.find((reading) => reading.kind === kind && reading.value > above);
    if (bad !== undefined) return words.air[kind](bad.label);
  }
  return null;
}

function cold({ warmth, hour, isAway, words, degrees }: Scene): string | null {
  const limit = isAway ? VACATION_COLD : isNight(hour) ? NIGHT_COLD : COLD;
  return warmth !== null && warmth < limit ? words.cold(degrees(warmth)) : null;
}

/** The moods in order of priority: the first one with a reason wins. */
const MOODS: readonly (readonly [Mood, Reason])[] = [
  ["alarmed", (scene) => told(on(scene, "flood"), scene.words.water)],
  ["alarmed", (scene) => titles(scene, scene.alerts.filter(isAlarm))],
  ["offline", ({ live, missing, words }) => (live.length > 0 ? null : (missing ?? words.noReadings))],
  ["worried", (scene) => titles(scene, scene.alerts)],
  ["worried", ({ missing }) => missing],
  ["worried", badAir],
  [
    "worried",
    ({ warmth, words, degrees }) => (warmth !== null && warmth >= HOT ? words.hot(degrees(warmth)) : null),
  ],
  // A door or motion while everybody is away.
  ["worried", (scene) => (scene.isAway ? told(on(scene, "door", "motion"), scene.words.intruders) : null)],
  ["chilly", cold],
  ["sleepy", ({ isAway, hour, words }) => (isAway ? words.away : isNight(hour) ? words.night : null)],
  [
    "cozy",
    ({ warmth, hour, words, degrees }) =>
      warmth !== null && warmth >= COZY_FROM && warmth <= COZY_TO && isEvening(hour)
        ? words.warmEvening(degrees(warmth))
        : null,
  ],
];

const told = (names: string | null, sentence: (names: string) => string): string | null =>
  names === null ? null : sentence(names);

/** The facts that a mood is derived from: the bay's sensors, and the alerts about them. */
export type MoodFacts = Omit<MoodHome, "devices"> & { sensors: readonly SensorOfDevice[] };

/** Derives a bay's mood and its reason, in the reader's language and unit, from the facts at `now` alone. */
export function derivedMood(facts: MoodFacts, reader: MoodReader, now: Date): { mood: Mood; reason: string } {
  const scene = sceneOf(facts, reader, now);
  for (const [mood, reasonOf] of MOODS) {
    const reason = reasonOf(scene);
    if (reason !== null) return { mood, reason };
  }
  return { mood: "happy", reason: scene.words.well };
}

function sceneOf(
  { sensors, alerts, timeZone, ...home }: MoodFacts,
  { language, temperatureUnit }: MoodReader,
  now: Date,
): Scene {
  const words = MOOD_WORDS[language];
  const unit = `°${temperatureUnit ?? home.temperatureUnit}` as const;
  const say = sayIn({ language, temperatureUnit: unit, timeZone });
  const list = new Intl.ListFormat(words.locale);
  const listed = (names: readonly string[]) => {
    if (names.length === 0) return null;
    const more = names.length - NAMES_MAX;
    return list.format(more > 0 ? [...names.slice(0, NAMES_MAX), words.more(more)] : names);
  };
  const labelOf = ({ sensor }: SensorOfDevice) => sensorNameIn(sensor, KIND_NAMES[language]);
  const isSilent = ({ device }: SensorOfDevice) => deviceStatus(device, now) === "offline";
  const speaking = sensors.filter((each) => !isSilent(each));
  const silent = [...new Set(sensors.filter(isSilent).map(({ device }) => device.name))];
  const unplugged = [...new Set(speaking.filter(({ sensor }) => sensor.faultyAt !== null).map(labelOf))];
  const live = speaking.flatMap((each) => liveReading(each, labelOf(each), now));
  const degrees = live.flatMap(({ kind, value }) => (kind === "temperature" ? [value] : []));
  return {
    live,
    alerts,
    missing:
      told(listed(silent), (names) => words.offline(silent.length, names)) ??
      told(listed(unplugged), words.unplugged),
    warmth: degrees.length === 0 ? null : degrees.reduce((sum, value) => sum + value, 0) / degrees.length,
    isAway: isOnVacation(quietOf({ ...home, snoozedUntil: null }), now.getTime()),
    hour: new Date(wallClockMs(say.timeZone, now.getTime())).getUTCHours(),
    words,
    listed,
    degrees: (celsius) => say.quantity({ value: celsius, unit: "°C" }),
  };
}

function liveReading({ sensor }: SensorOfDevice, label: string, now: Date): LiveReading[] {
  const { faultyAt, value, recordedAt, kind, unit } = sensor;
  if (faultyAt !== null || value === null || recordedAt === null || isStale(recordedAt, now)) return [];
  const canonical = CANONICAL_UNITS[kind];
  const converted = canonical === null || unit === null ? value : convert(value, unit, canonical);
  return converted === null ? [] : [{ label, kind, value: converted }];
}
