import type { Context } from "hono";
import { done, type Outcome } from "../../lib/kernel/outcome.ts";
import { LIMITS } from "../../schema/limits.ts";
import type { SharedReadings } from "../../schema/wire/shared-home.ts";
import { publicText } from "../_http/public-text.ts";
import { refusal } from "../_http/reply.ts";

/** Anyone with the link gets the same answer, so that caches between may keep it for a moment. */
export async function publicReply<T extends object>(c: Context, outcome: Outcome<T>): Promise<Response> {
  return sharedText(c, outcome.ok ? done(JSON.stringify(outcome.value)) : outcome, "application/json");
}

/** Its tag is that of the readings: the window moves with the clock, and is no news to whoever holds them. */
export async function sharedReadings(c: Context, outcome: Outcome<SharedReadings>): Promise<Response> {
  if (!outcome.ok) return refusal(c, outcome.problem);
  const { name, resolution, readings } = outcome.value;
  const tagged = JSON.stringify([name, resolution, readings]);
  return sharedText(c, done(JSON.stringify(outcome.value)), "application/json", tagged);
}

export async function sharedText(
  c: Context,
  outcome: Outcome<string>,
  type: string,
  tagged?: string,
): Promise<Response> {
  if (!outcome.ok) return refusal(c, outcome.problem);
  const kept = { type, maxAgeSeconds: LIMITS.shareMaxAgeSeconds };
  return publicText(c, outcome.value, tagged === undefined ? kept : { ...kept, tagged });
}
