import { expect, test } from "vitest";
import { type EpisodeState, NO_EPISODE } from "../../../lib/alerts/episode.ts";
import { verdictOn } from "../../../lib/alerts/sensor-input.ts";
import type { Verdict } from "../../../lib/alerts/verdict.ts";
import { type PlainReason, plain } from "../../../lib/language/reason.ts";
import { readLines } from "../../support/json-lines.ts";
import { at, measured, openState } from "./machine.ts";
import { MINUTE, post, T0 } from "./posts.ts";

const MEASURED = measured(0, "warning");

/** A reading of T0 that is evaluated so much later, and what it is for its verdict. */
type Row = {
  reading: string;
  minutes: number;
  ms?: number;
  occasion?: "tick";
  everyMinutes?: number;
  isState?: true;
  isDoubtful?: true;
  isMissing?: true;
  isFaulty?: true;
  /** What began with the reading, or the moment of the last doubted one, before or after T0. */
  begun?: keyof typeof BEGUN;
  doubtedMs?: number;
  is: "measured" | PlainReason;
};

const BEGUN = {
  pending: { ...NO_EPISODE, pendingSince: T0 },
  closing: openState({ closing: { readings: 1, since: at(-9), at: T0 } }),
};

const stateOf = ({ begun, doubtedMs }: Row): EpisodeState => {
  if (begun !== undefined) return BEGUN[begun];
  return doubtedMs === undefined ? NO_EPISODE : { ...NO_EPISODE, doubted: T0 + doubtedMs };
};

const verdictOf = (is: Row["is"]): Verdict => {
  if (is === "measured") return MEASURED;
  const doubted = is === "too_far_from_before" ? { doubted: T0 } : {};
  return { is: "unknown", why: plain(is), ...doubted };
};

test.each(readLines<Row>(new URL("readings-that-count.jsonl", import.meta.url)))(
  "a reading $reading",
  (row) => {
    const { minutes, ms = 0, everyMinutes, isMissing, isFaulty, reading: _, is, ...given } = row;
    const now = T0 + minutes * MINUTE + ms;
    const usualIntervalMs = everyMinutes === undefined ? null : everyMinutes * MINUTE;
    const sent = post(now, {
      ...{ value: 38, at: T0, usualIntervalMs, ...given },
      ...(isMissing && { reading: null }),
      ...(isFaulty && { trust: { is: "faulty", since: T0 } }),
    });
    const verdict = verdictOn(stateOf(row), sent, now, (reading) => {
      expect(reading).toEqual({ value: 38, unit: "°F", at: T0 });
      return MEASURED;
    });
    expect(verdict).toEqual(verdictOf(is));
  },
);
