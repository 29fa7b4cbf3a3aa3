import type { Severity } from "../../../schema/vocabulary.ts";
import type { Moment } from "../../kernel/time.ts";
import { type Assessed, advance } from "../advance.ts";
import type { EpisodeState } from "../episode.ts";
import { amountOf, moved, valueIn } from "../follow.ts";
import { FREEZING_CELSIUS } from "../physics/cooling.ts";
import { type Limit, plain, type Quantity } from "../reason.ts";
import {
  goodBefore,
  provenUntil,
  remindAfter,
  type SensorInput,
  sensorEvidence,
  type TimedValue,
  verdictOn,
} from "../sensor-input.ts";
import type { ColdStorageSettings } from "../settings.ts";
import type { Course, Verdict } from "../verdict.ts";

const CELSIUS = "°C";

/**
 * A freezer or a fridge that has been too warm for longer than a door or a defrost cycle; a freezer is told once more when
 * its food thaws. Subject: the sensor.
 */
export function judgeColdStorage(
  state: EpisodeState,
  input: SensorInput,
  settings: ColdStorageSettings,
  now: Moment,
): Assessed {
  const course: Partial<Course> = {
    forMs: settings.forMs,
    closing: { readings: settings.closingReadings, ms: 0 },
    remind: remindAfter(state, input, settings.remindMs, now),
    reopenQuietMs: settings.reopenQuietMs,
  };
  const verdict = verdictOn(state, input, settings.enabled && settings.warm !== null, now, (reading) =>
    measure(state, input, reading, settings, now),
  );
  return advance(state, verdict, course, { kind: "cold_storage", ...input, settings }, now);
}

/** Only what is kept frozen can thaw. */
const isFreezer = (warm: Quantity): boolean => celsius(warm) < FREEZING_CELSIUS;

const celsius = (limit: Quantity): number => valueIn(limit, CELSIUS) ?? Number.POSITIVE_INFINITY;

function measure(
  state: EpisodeState,
  input: SensorInput,
  reading: TimedValue,
  { warm, hysteresis, forMs }: ColdStorageSettings,
  now: Moment,
): Verdict {
  const value = valueIn(reading, CELSIUS);
  if (value === null || warm === null) return { is: "unknown", why: plain("not_a_temperature") };
  const isWarm = value > celsius(warm);
  const isStillBad = isWarm || value > celsius(moved(warm, hysteresis, -1));
  const warning = (is: boolean): Severity | null => (is ? "warning" : null);
  const limit: Limit = { ...warm, name: "warm", is: "above", forMs };
  return {
    is: "measured",
    severity: warning(isWarm),
    holds: warning(isStillBad),
    badness: value,
    ...goodBefore(state, input, (before) => {
      const known = valueIn(before, CELSIUS);
      return known === null || known > celsius(moved(warm, hysteresis, -1));
    }),
    rung: Number(isFreezer(warm) && value > FREEZING_CELSIUS),
    evidence: sensorEvidence(input, reading),
    limit,
    why: {
      code: "limit",
      values: { value: amountOf(reading), how: isWarm ? "above" : "not_above", name: null, limit: warm },
    },
    provenUntil: provenUntil(input, reading.at, now),
  };
}
