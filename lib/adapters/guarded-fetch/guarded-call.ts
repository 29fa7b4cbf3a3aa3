import { LIMITS } from "../../../schema/limits.ts";
import { type FeedRules, judgeFeedUrl } from "../../domain/feed-url/judge.ts";
import type { FeedRefusal } from "../../domain/feed-url/refusals.ts";
import type { ResolveHost } from "../../ports.ts";
import { judgedRequest } from "./judged-request.ts";
import { type PinnedFetch, pinnedFetch } from "./pinned-fetch.ts";
import { readBytes } from "./read-answer.ts";
import { within } from "./time-left.ts";

export type GuardedCallOptions = {
  rules: FeedRules;
  resolveHost: ResolveHost;
  fetch?: PinnedFetch;
  /** Milliseconds until the headers of the answer. */
  timeoutMs?: number;
  /** How much of the answer's body is read; none of it where this is left out. */
  bodyBytesMax?: number;
};

/** `refused` was not called at all, `failed` threw: whether it arrived is not known. */
export type CallAnswer =
  | { kind: "answered"; status: number; headers: Headers; body: string }
  | { kind: "refused"; reason: FeedRefusal }
  | { kind: "failed"; error: unknown };

/**
 * Calls an address that a person has typed, under the rules of pull feeds: a webhook that goes out. Redirects
 * are not followed, and of the answer only its head is read, or the beginning of its body. Never throws.
 */
export const guardedCall =
  ({
    rules,
    resolveHost,
    fetch = pinnedFetch,
    timeoutMs = LIMITS.providerTimeoutMs,
    bodyBytesMax = 0,
  }: GuardedCallOptions) =>
  async (address: string, request: RequestInit): Promise<CallAnswer> => {
    const judged = judgeFeedUrl(address, rules);
    if (!judged.ok) return { kind: "refused", reason: judged.reason };
    const guard = { resolveHost, fetch, headersMs: timeoutMs };
    try {
      return await within(timeoutMs, null, async (signal): Promise<CallAnswer> => {
        const answer = await judgedRequest(guard, judged, request, signal);
        if (!answer.ok) return { kind: "refused", reason: answer.reason };
        const { response } = answer;
        const body = await beginningOf(response, bodyBytesMax, signal);
        return { kind: "answered", status: response.status, headers: response.headers, body };
      });
    } catch (error) {
      return { kind: "failed", error };
    }
  };

/** A body that is longer, or that breaks off, says nothing: the status does. */
async function beginningOf(response: Response, bytesMax: number, signal: AbortSignal): Promise<string> {
  if (bytesMax === 0) {
    response.body?.cancel().catch(() => undefined);
    return "";
  }
  const bytes = await readBytes(response, bytesMax, signal).catch(() => null);
  return bytes === null ? "" : new TextDecoder().decode(bytes);
}
