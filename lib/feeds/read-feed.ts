import type { FeedFailure } from "../../schema/vocabulary.ts";
import type { TriedFeed as WireTriedFeed } from "../../schema/wire/pull-setup.ts";
import { decodeSent } from "../readings/decode-sent.ts";
import { readPayload } from "../readings/read-payload.ts";
import type { ParsedPayload } from "../readings/reading.ts";
import type { RequestWish } from "./feed-request.ts";
import { selectRoot } from "./json-root.ts";

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
