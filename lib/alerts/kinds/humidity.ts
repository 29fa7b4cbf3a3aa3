import type { Moment } from "../../kernel/time.ts";
import { type Assessed, advance } from "../advance.ts";
import type { EpisodeState } from "../episode.ts";
import { remindAfter, type SensorInput, verdictOn } from "../sensor-input.ts";
import type { BuiltInSettings } from "../settings.ts";
import { type Edge, measure, type Threshold } from "../threshold.ts";

/** A humidity sensor too high (or, where wanted, too low) for long enough. Subject: the sensor. */
export function judgeHumidity(
  state: EpisodeState,
  input: SensorInput,
  settings: BuiltInSettings["humidity"],
  now: Moment,
): Assessed {
  const course = {
    forMs: settings.forMs,
    remind: remindAfter(state, input, settings.remindMs, now),
    reopenQuietMs: settings.reopenQuietMs,
    // Nobody waits for the end of a damp spell.
    tellsEnd: false,
  };
  const verdict = verdictOn(state, input, now, (reading) =>
    measure(state, input, reading, thresholdOf(settings), now),
  );
  return advance(state, verdict, course, { kind: "humidity", ...input, settings }, now);
}

function thresholdOf({ high, low, hysteresis, forMs }: BuiltInSettings["humidity"]): Threshold {
  const edges: Edge[] = [];
  if (high !== null) edges.push({ severity: "warning", is: "at_or_above", limit: high, name: "high" });
  if (low !== null) edges.push({ severity: "warning", is: "at_or_below", limit: low, name: "low" });
  return {
    unit: "%",
    edges,
    hysteresis,
    forMs,
    otherUnit: "not_a_humidity",
    why: (value, { is, name, limit }, isBad) => ({
      code: "limit",
      values: {
        value,
        how: !isBad ? "inside" : is === "at_or_above" ? is : "at_or_below",
        name: name === "high" ? "high" : "low",
        limit,
      },
    }),
  };
}
