import { LIMITS } from "../../schema/limits.ts";
import type { FeedFailure } from "../../schema/vocabulary.ts";
import type { TriedFeed as WireTriedFeed } from "../../schema/wire/pull-setup.ts";
import { MINUTE_MS } from "../kernel/time.ts";
import { decodeSent } from "../readings/decode-body.ts";
import { isJsonObject, memberOf } from "../readings/json.ts";
import { readPayload } from "../readings/read-payload.ts";
import type { ParsedPayload } from "../readings/reading.ts";
import type { RequestWish } from "./feed-request.ts";

/** An array's index as RFC 6901 has it: no sign, no leading zero, no `-` for the element after the last. */
const ARRAY_INDEX = /^(?:0|[1-9]\d*)$/;
const LONE_TILDE = /~(?![01])/;

/**
 * After the first failure in a row, the second, the third, and every further one. Whole ticks of the polls.
 */
const BACK_OFF_MINUTES = [15, 30, 60, 240] as const;

/** What stands at a root, or that nothing stands there. */
type Rooted = { ok: true; value: unknown } | { ok: false; reason: "missing" };

/**
 * Whether a text can be kept as `jsonRoot`: a dotted path (`data.sensors.0`) or, from its first slash, a JSON
 * Pointer (`/data/sensors/0`, RFC 6901). A key with a dot in it can be named by a pointer only.
 */
export const isJsonRoot = (text: string): boolean =>
  text.length <= LIMITS.jsonRootCharactersMax &&
  text.isWellFormed() &&
  !/\p{Cc}/u.test(text) &&
  stepsOf(text) !== null;

/** The part of an answer that is the payload; all of it where `root` is null. */
export function selectRoot(body: unknown, root: string | null): Rooted {
  const steps = root === null ? [] : stepsOf(root);
  if (steps === null) return { ok: false, reason: "missing" };
  const value = steps.reduce(stepInto, body);
  return value === undefined ? { ok: false, reason: "missing" } : { ok: true, value };
}

/** Null where the text is neither a dotted path nor a JSON Pointer. */
function stepsOf(root: string): string[] | null {
  if (root.startsWith("/")) return LONE_TILDE.test(root) ? null : root.slice(1).split("/").map(unescaped);
  const steps = root.split(".");
  return steps.includes("") ? null : steps;
}

/** Replaces in this order, so that `~01` is `~1` and not a slash. */
const unescaped = (step: string): string => step.replaceAll("~1", "/").replaceAll("~0", "~");

/** Nothing is `undefined`, which JSON has not got; nothing is found on a prototype. */
function stepInto(value: unknown, step: string): unknown {
  if (Array.isArray(value)) return ARRAY_INDEX.test(step) ? value[Number(step)] : undefined;
  return isJsonObject(value) ? memberOf(value, step) : undefined;
}

type FeedRead = { ok: true; payload: ParsedPayload } | { ok: false; reason: FeedFailure };

type FeedContext = { jsonRoot: string | null; now: Date };

/**
 * The readings of a feed's answer, in every style that ingest knows. What is wrong with it is told by a word
 * alone, since a sentence could show what stands at an address that only this service reaches.
 */
export function readFeed(bytes: Uint8Array, { jsonRoot, now }: FeedContext): FeedRead {
  const body = decodeSent(bytes, "other");
  if (!body.ok) return { ok: false, reason: "not_json" };
  const rooted = selectRoot(body.value, jsonRoot);
  if (!rooted.ok) return { ok: false, reason: "no_readings" };
  const payload = readPayload(rooted.value, { now });
  if (payload.ok) return { ok: true, payload: payload.value };
  return { ok: false, reason: payload.problem.name === "too_many_readings" ? "too_large" : "no_readings" };
}

/** `jsonRoot` null for the whole answer. */
export type FeedTrial = { url: string; jsonRoot: string | null } & RequestWish;

/** What a poll would have read; `failure` says why it would have read nothing. */
export type TriedFeed = WireTriedFeed;

/** How long a feed is left alone; with no failure until the next tick. */
export const backOffMinutes = (failuresInRow: number): number =>
  BACK_OFF_MINUTES[Math.min(Math.max(failuresInRow, 1), BACK_OFF_MINUTES.length) - 1] ?? 240;

/**
 * When a feed polled in this tick is due again. From the tick, not from the answer: a slow feed must not skip
 * a tick.
 */
export const nextPollMs = (tickMs: number, failuresInRow: number): number =>
  tickMs + backOffMinutes(failuresInRow) * MINUTE_MS;
