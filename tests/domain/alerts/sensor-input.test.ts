import { expect, test } from "vitest";
import { type EpisodeState, NO_EPISODE } from "../../../lib/alerts/episode.ts";
import { verdictOn } from "../../../lib/alerts/sensor-input.ts";
import type { Verdict } from "../../../lib/alerts/verdict.ts";
import { type PlainReason, plain } from "../../../lib/language/reason.ts";
import { at, measured, openState } from "./machine.ts";
import { HOUR, MINUTE, type Post, post, T0 } from "./posts.ts";

const MEASURED = measured(0, "warning");
const unknown = (code: PlainReason, rest = {}): Verdict => ({ is: "unknown", why: plain(code), ...rest });
const LATE = unknown("too_late");
const FUTURE = unknown("from_the_future");

/** The verdict on a reading from T0, evaluated `after` milliseconds later. */
const verdictAfter = (after: number, given: Post = {}, state: EpisodeState = NO_EPISODE): Verdict =>
  verdictOn(
    state,
    post(T0 + after, { value: 38, at: T0, usualIntervalMs: null, ...given }),
    T0 + after,
    (reading) => {
      expect(reading).toEqual({ value: 38, unit: "°F", at: T0 });
      return MEASURED;
    },
  );

const TICK = { occasion: "tick" } as const;
const slow = (minutes: number) => ({ usualIntervalMs: minutes * MINUTE });
const PENDING = { ...NO_EPISODE, pendingSince: T0 };
const CLOSING = openState({ closing: { readings: 1, since: at(-9), at: T0 } });

test.each<[string, Verdict, Verdict]>([
  ["counts as it is posted", verdictAfter(0), MEASURED],
  ["counts five minutes late", verdictAfter(5 * MINUTE), MEASURED],
  ["counts no later in a post", verdictAfter(5 * MINUTE + 1), LATE],
  ["counts as late as two intervals of a slow device", verdictAfter(20 * MINUTE, slow(10)), MEASURED],
  ["counts no later than these", verdictAfter(20 * MINUTE + 1, slow(10)), LATE],
  ["counts three quarters of an hour late in a tick", verdictAfter(45 * MINUTE, TICK), MEASURED],
  ["counts no later in a tick", verdictAfter(45 * MINUTE + 1, TICK), LATE],
  ["counts in a tick as late as two intervals", verdictAfter(HOUR, { ...TICK, ...slow(30) }), MEASURED],
  ["counts from a clock that is five minutes ahead", verdictAfter(-5 * MINUTE), MEASURED],
  ["does not count from one that is further ahead", verdictAfter(-5 * MINUTE - 1), FUTURE],
  ["does not count before there is one", verdictAfter(0, { reading: null }), unknown("no_reading")],
  [
    "does not count where its probe is unplugged and never gave one",
    verdictAfter(0, { reading: null, trust: { is: "faulty", since: T0 } }),
    unknown("probe_fault"),
  ],
  [
    "does not count while it is too far from the one before",
    verdictAfter(0, { isDoubtful: true }),
    unknown("too_far_from_before", { doubted: T0 }),
  ],
  [
    "does not count as the one that was doubted, judged again",
    verdictAfter(0, {}, { ...NO_EPISODE, doubted: T0 }),
    unknown("too_far_from_before", { doubted: T0 }),
  ],
  ["counts as one after a doubted one", verdictAfter(0, {}, { ...NO_EPISODE, doubted: T0 - 1 }), MEASURED],
  [
    "counts for ever as the state that a condition began with",
    verdictAfter(9 * HOUR, { isState: true }, PENDING),
    MEASURED,
  ],
  [
    "counts for ever as the state that an end began with",
    verdictAfter(9 * HOUR, { isState: true }, CLOSING),
    MEASURED,
  ],
  ["does not count as a late state that nothing began with", verdictAfter(9 * HOUR, { isState: true }), LATE],
  ["does not count as a late measure that something began with", verdictAfter(9 * HOUR, {}, PENDING), LATE],
  ["does not count as a state from the future", verdictAfter(-HOUR, { isState: true }, PENDING), FUTURE],
])("a reading %s", (_, verdict, expected) => {
  expect(verdict).toEqual(expected);
});
