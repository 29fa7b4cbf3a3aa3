import type { Moment } from "../../kernel/time.ts";
import { type Assessed, advance } from "../advance.ts";
import type { EpisodeState } from "../episode.ts";
import { valueIn } from "../follow.ts";
import { FREEZING_CELSIUS } from "../physics/cooling.ts";
import type { Quantity } from "../reason.ts";
import { remindAfter, type SensorInput, verdictOn } from "../sensor-input.ts";
import type { BuiltInSettings } from "../settings.ts";
import { measure, type Threshold } from "../threshold.ts";

const CELSIUS = "°C";

/**
 * A freezer or a fridge that has been too warm for longer than a door or a defrost cycle; a freezer is told once more when
 * its food thaws. Subject: the sensor.
 */
export function judgeColdStorage(
  state: EpisodeState,
  input: SensorInput,
  settings: BuiltInSettings["cold_storage"],
  now: Moment,
): Assessed {
  const { warm } = settings;
  const course = {
    forMs: settings.forMs,
    closing: { readings: settings.closingReadings, ms: 0 },
    remind: remindAfter(state, input, settings.remindMs, now),
    reopenQuietMs: settings.reopenQuietMs,
  };
  const verdict = verdictOn(state, input, now, (reading) => {
    const read = measure(state, input, reading, thresholdOf(settings), now);
    if (read.is !== "measured" || warm === null) return read;
    return { ...read, rung: Number(isFreezer(warm) && read.badness > FREEZING_CELSIUS) };
  });
  return advance(state, verdict, course, { kind: "cold_storage", ...input, settings }, now);
}

/** Only what is kept frozen can thaw. */
const isFreezer = (warm: Quantity): boolean =>
  (valueIn(warm, CELSIUS) ?? Number.POSITIVE_INFINITY) < FREEZING_CELSIUS;

const thresholdOf = ({ warm, hysteresis, forMs }: BuiltInSettings["cold_storage"]): Threshold => ({
  unit: CELSIUS,
  edges: warm === null ? [] : [{ severity: "warning", is: "above", limit: warm, name: "warm" }],
  hysteresis,
  forMs,
  otherUnit: "not_a_temperature",
  badness: (value) => value,
  why: (value, { limit }, isBad) => ({
    code: "limit",
    values: { value, how: isBad ? "above" : "not_above", name: null, limit },
  }),
});
