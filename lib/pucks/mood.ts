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
/** Bedrooms are let cool down. */
const NIGHT_COLD = 16;
/** 50 °F, the contract's vacation limit: heating is turned down on purpose above it. */
const VACATION_COLD = 10;
const COSY_FROM = 20;
const COSY_TO = 25;
const HOT = 30;
const BAD_AIR: readonly { kind: AirKind; above: number }[] = [
  { kind: "co2", above: 2_000 },
  { kind: "pm25", above: 55 },
  { kind: "voc", above: 2_200 },
  { kind: "humidity", above: 70 },
];

const NAMES_MAX = 3;

/** What an open episode is about. */
export type ActiveAlert = Pick<PageAlert, "kind" | "severity" | "title" | "sensorId" | "deviceId">;

/** What the moods of a home's bays follow from. */
export type MoodHome = Pick<
  PageHome,
  "devices" | "timeZone" | "temperatureUnit" | "vacationSince" | "vacationUntil"
> & { alerts: readonly ActiveAlert[] };

/** A bay as it is kept. */
export type Bay = {
  bayId: string;
  /** Whose visible sensors make its mood; null for the whole home's. */
  space: string | null;
  moodOverride: Mood | null;
  overrideUntil: Date | null;
  updatedAt: Date;
};

/** Who reads why; a unit of null is the home's. */
export type MoodReader = Pick<Member, "language" | "temperatureUnit">;

/**
 * How a bay feels now, and why. What a person has set stands before what the sensors say, until it runs out. Only an
 * alarm breaks through: nobody shall smile while water runs. Then the override waits behind it, and its end is still
 * shown.
 */
export function bayMood(bay: Bay, home: MoodHome, reader: MoodReader, now: Date): BayMood {
  const sensors = sensorsOf(bay, home);
  const derived = derivedMood({ ...home, sensors, alerts: alertsOf(home, sensors) }, reader, now);
  const { moodOverride, overrideUntil, updatedAt } = bay;
  const isSet = moodOverride !== null && (overrideUntil === null || now < overrideUntil);
  const isShown = isSet && derived.mood !== "alarmed";
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

const sensorsOf = ({ space }: Bay, { devices }: MoodHome): SensorOfDevice[] =>
  eachSensor(devices.filter(({ enabled }) => enabled)).filter(
    ({ device, sensor }) =>
      sensor.visible && (space === null || device.space.toLowerCase() === space.toLowerCase()),
  );

/** Those of its sensors, of devices that it has sensors of, and of the home as a whole. */
const alertsOf = ({ alerts }: MoodHome, sensors: readonly SensorOfDevice[]): ActiveAlert[] =>
  alerts.filter(({ sensorId, deviceId }) => {
    if (sensorId !== null) return sensors.some(({ sensor }) => sensor.id === sensorId);
    return deviceId === null || sensors.some(({ device }) => device.id === deviceId);
  });

/** A sensor that can be believed now, in the canonical unit of its kind. */
type LiveReading = { label: string; kind: SensorKind; value: number };

type Scene = {
  live: readonly LiveReading[];
  alerts: readonly ActiveAlert[];
  /** That devices have fallen silent, or probes are unplugged; null where nothing is missing. */
  missing: string | null;
  /** The mean of its thermometers in °C; null without any. */
  warmth: number | null;
  isAway: boolean;
  /** 0–23, the home's own. */
  hour: number;
  words: MoodWords;
  /** Names as the reader's language lists them; null for none. */
  listed: (names: readonly string[]) => string | null;
  /** A temperature in °C as they read it, to one decimal. */
  degrees: (celsius: number) => string;
};

/** Why a bay has a mood; null where it has not. */
type Reason = (scene: Scene) => string | null;

const isNight = (hour: number): boolean => hour >= 22 || hour < 6;
const isEvening = (hour: number): boolean => hour >= 17 && hour < 22;

/** The labels of states of these kinds that are on. */
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

/** Asked in this order: the first that has a reason is the mood. Of alarms no override hides any. */
const MOODS: readonly (readonly [Mood, Reason])[] = [
  ["alarmed", (scene) => told(on(scene, "flood"), scene.words.water)],
  [
    "alarmed",
    (scene) =>
      titles(
        scene,
        scene.alerts.filter(({ kind, severity }) => breaksThrough(kind, severity)),
      ),
  ],
  ["offline", ({ live, missing, words }) => (live.length > 0 ? null : (missing ?? words.noReadings))],
  ["worried", (scene) => titles(scene, scene.alerts)],
  ["worried", ({ missing }) => missing],
  ["worried", badAir],
  [
    "worried",
    ({ warmth, words, degrees }) => (warmth !== null && warmth >= HOT ? words.hot(degrees(warmth)) : null),
  ],
  // Somebody at the door while everybody is away.
  ["worried", (scene) => (scene.isAway ? told(on(scene, "door", "motion"), scene.words.intruders) : null)],
  ["chilly", cold],
  ["sleepy", ({ isAway, hour, words }) => (isAway ? words.away : isNight(hour) ? words.night : null)],
  [
    "cozy",
    ({ warmth, hour, words, degrees }) =>
      warmth !== null && warmth >= COSY_FROM && warmth <= COSY_TO && isEvening(hour)
        ? words.warmEvening(degrees(warmth))
        : null,
  ],
];

const told = (names: string | null, sentence: (names: string) => string): string | null =>
  names === null ? null : sentence(names);

/** What a mood is derived from: sensors of a bay, and the alerts that concern it. */
export type MoodFacts = Omit<MoodHome, "devices"> & { sensors: readonly SensorOfDevice[] };

/** How a bay feels and why, for its reader, from its facts at `now` alone. */
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
