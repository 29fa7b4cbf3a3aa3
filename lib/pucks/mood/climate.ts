import type {
  AlertKind,
  ContactMeaning,
  DeviceType,
  HouseholdUnit,
  Mood,
  MoodSource,
  SensorKind,
  Severity,
} from "../../../schema/vocabulary.ts";
import { expectedIntervalMs, learnedIntervalMs } from "../../alerts/rhythm.ts";
import { deviceStatus } from "../../devices/device-status.ts";
import { meantValue } from "../../devices/sensor.ts";
import { isStale } from "../../devices/shown-value.ts";
import { wallClockMs } from "../../kernel/local-time.ts";
import { CANONICAL_UNITS, convert } from "../../kernel/units.ts";

/** One of a bay's sensors with its latest value, in its own unit; a state is 1 or 0. */
export type MoodSensor = {
  key: string;
  label: string;
  kind: SensorKind;
  unit: string | null;
  isState: boolean;
  /** What the device of a door or window means by 1; null for "open". */
  trueMeans: ContactMeaning | null;
  /** The value as sent. */
  value: number | null;
  recordedAt: Date | null;
  /** The probe itself says that it is unplugged. */
  isFaulty: boolean;
  device: string;
  deviceType: DeviceType;
  /** When its device was last heard, and the seconds between the times before, newest first. */
  lastSeenAt: Date | null;
  recentGaps: number[];
};

/** An open episode that concerns the bay. */
export type ActiveAlert = { kind: AlertKind; severity: Severity; title: string };

export type MoodFacts = {
  sensors: MoodSensor[];
  activeAlerts: ActiveAlert[];
  isOnVacation: boolean;
  /** IANA name of the home's zone. */
  timeZone: string;
  /** The unit of reasons for a reader who has chosen none. */
  temperatureUnit: HouseholdUnit;
};

export type DerivedMood = { mood: Mood; reason: string };

/** What a person has set; null `until` lasts until it is cleared. */
export type MoodOverride = { mood: Mood; until: Date | null };

export type ChosenMood = {
  mood: Mood;
  source: MoodSource;
  reason: string;
  overrideUntil: Date | null;
};

/** A bay as its mood's facts are kept; times are of the facts, not of the looking. */
export type BayScene = {
  override: MoodOverride | null;
  /** When a person last changed something about the bay. */
  updatedAt: Date;
  vacation: { since: Date | null; until: Date | null };
  facts: Omit<MoodFacts, "isOnVacation">;
};

/** A sensor that can be believed now, in the canonical unit of its kind. */
export type LiveReading = { label: string; kind: SensorKind; value: number };

/** The readings of a bay's sensors, separated from those of offline sensors. */
export type Climate = {
  live: LiveReading[];
  /** Names of the devices that have fallen silent, and labels of unplugged probes; each once. */
  silent: string[];
  unplugged: string[];
};

export function climateOf(sensors: readonly MoodSensor[], now: Date): Climate {
  const speaking = sensors.filter((sensor) => !isSilent(sensor, now));
  return {
    live: speaking.flatMap((sensor) => liveReading(sensor, now)),
    silent: unique(sensors.filter((sensor) => isSilent(sensor, now)).map(({ device }) => device)),
    unplugged: unique(speaking.filter(({ isFaulty }) => isFaulty).map(({ label }) => label)),
  };
}

/** A device that has never spoken is new, not silent. */
function isSilent({ lastSeenAt, recentGaps, deviceType }: MoodSensor, now: Date): boolean {
  if (lastSeenAt === null) return false;
  const learnedMs = learnedIntervalMs({ lastSeenAt: lastSeenAt.getTime(), gaps: recentGaps });
  const seen = { enabled: true, lastSeenAt, usualIntervalMs: expectedIntervalMs(deviceType, learnedMs) };
  return deviceStatus(seen, now) === "offline";
}

function liveReading({ isFaulty, value, recordedAt, ...sensor }: MoodSensor, now: Date): LiveReading[] {
  if (isFaulty || value === null || recordedAt === null || isStale(recordedAt, now)) return [];
  const { label, kind, unit } = sensor;
  const canonical = CANONICAL_UNITS[kind];
  const meant = meantValue(sensor, value);
  const converted = canonical === null || unit === null ? meant : convert(meant, unit, canonical);
  return converted === null ? [] : [{ label, kind, value: converted }];
}

const unique = (names: string[]): string[] => [...new Set(names)];

/** 0–23 on the wall clock of an IANA zone; of UTC where the runtime does not know the zone. */
export function localHour(timeZone: string, at: Date): number {
  try {
    return new Date(wallClockMs(timeZone, at.getTime())).getUTCHours();
  } catch {
    // Intl throws a RangeError for a zone that a newer runtime knew when the home set it.
    return at.getUTCHours();
  }
}
