import type { Moment } from "../../kernel/time.ts";
import { type Assessed, advance } from "../advance.ts";
import type { EpisodeState } from "../episode.ts";
import { amountOf, valueIn } from "../follow.ts";
import { type Limit, plain, type Quantity, type Reason } from "../reason.ts";
import {
  provenUntil,
  remindAfter,
  type SensorInput,
  sensorEvidence,
  type TimedValue,
  verdictOn,
} from "../sensor-input.ts";
import type { HumiditySettings } from "../settings.ts";
import type { Course, Verdict } from "../verdict.ts";

const PERCENT = "%";

/** A humidity sensor too high (or, where wanted, too low) for long enough. Subject: the sensor. */
export function judgeHumidity(
  state: EpisodeState,
  input: SensorInput,
  settings: HumiditySettings,
  now: Moment,
): Assessed {
  const course: Partial<Course> = {
    forMs: settings.forMs,
    remind: remindAfter(state, input, settings.remindMs, now),
    reopenQuietMs: settings.reopenQuietMs,
    // Nobody waits for the end of a damp spell.
    tellsEnd: false,
  };
  const verdict = verdictOn(state, input, settings.enabled, now, (reading) =>
    measure(input, reading, settings, now),
  );
  return advance(state, verdict, course, { kind: "humidity", ...input, settings }, now);
}

function measure(input: SensorInput, reading: TimedValue, settings: HumiditySettings, now: Moment): Verdict {
  const value = valueIn(reading, PERCENT);
  if (value === null) return { is: "unknown", why: plain("not_a_humidity") };
  const beyond = distanceBeyond(value, settings);
  const inside = percent(settings.hysteresis);
  return {
    is: "measured",
    severity: beyond.by >= 0 ? "warning" : null,
    holds: beyond.by > -inside ? "warning" : null,
    badness: beyond.by,
    rung: 0,
    evidence: sensorEvidence(input, reading),
    limit: beyond.limit,
    why: reasonOf(reading, beyond),
    provenUntil: provenUntil(input, reading.at, now),
  };
}

const percent = (quantity: Quantity): number => valueIn(quantity, PERCENT) ?? Number.NaN;

type Beyond = { by: number; limit: Limit | null };

/** How far beyond the nearer limit, in points; negative inside, -∞ where no limit is set. */
function distanceBeyond(value: number, { high, low, forMs }: HumiditySettings): Beyond {
  const above: Beyond[] = [];
  if (high !== null)
    above.push({
      by: value - percent(high),
      limit: { ...high, name: "high", is: "at_or_above", forMs },
    });
  if (low !== null)
    above.push({ by: percent(low) - value, limit: { ...low, name: "low", is: "at_or_below", forMs } });
  return above.reduce((worst, next) => (next.by > worst.by ? next : worst), {
    by: Number.NEGATIVE_INFINITY,
    limit: null,
  });
}

function reasonOf(reading: Quantity, { by, limit }: Beyond): Reason {
  const value = amountOf(reading);
  if (limit === null) return { code: "no_limit", values: { value } };
  const name = limit.name === "high" ? "high" : "low";
  const how = by < 0 ? "inside" : name === "high" ? "at_or_above" : "at_or_below";
  return { code: "limit", values: { value, how, name, limit: amountOf(limit) } };
}
