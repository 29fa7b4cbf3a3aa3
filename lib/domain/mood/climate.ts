import type { SensorKind } from "../../../schema/vocabulary.ts";
import { expectedIntervalMs, learnedIntervalMs } from "../alerts/usual-interval.ts";
import { meantValue } from "../contact-meaning.ts";
import { deviceStatus } from "../device-status.ts";
import { isStale } from "../stale.ts";
import { CANONICAL_UNITS, convert } from "../units.ts";
import type { MoodSensor } from "./facts.ts";

/** A sensor that can be believed now, in the canonical unit of its kind. */
export type LiveReading = { label: string; kind: SensorKind; value: number };

/** What a bay's sensors say, told from those that say nothing any more. */
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
