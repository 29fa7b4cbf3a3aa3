import { LIMITS } from "../../../schema/limits.ts";
import { type FeedRules, judgeFeedUrl } from "../../domain/feed-url/judge.ts";
import type { FeedRefusal } from "../../domain/feed-url/refusals.ts";
import type { ResolveHost } from "../../ports.ts";
import { judgedRequest } from "./judged-request.ts";
import { type PinnedFetch, pinnedFetch } from "./pinned-fetch.ts";
import { within } from "./time-left.ts";

export type GuardedCallOptions = {
  rules: FeedRules;
  resolveHost: ResolveHost;
  fetch?: PinnedFetch;
  /** Milliseconds until the headers of the answer. */
  timeoutMs?: number;
};

/** `refused` was not called at all, `failed` threw: whether it arrived is not known. */
export type CallAnswer =
  | { kind: "answered"; status: number; headers: Headers }
  | { kind: "refused"; reason: FeedRefusal }
  | { kind: "failed"; error: unknown };

/**
 * Calls an address that a person has typed, under the rules of pull feeds: a webhook that goes out. Redirects
 * are not followed, and of the answer only its head is read. Never throws.
 */
export const guardedCall =
  ({ rules, resolveHost, fetch = pinnedFetch, timeoutMs = LIMITS.providerTimeoutMs }: GuardedCallOptions) =>
  async (address: string, request: RequestInit): Promise<CallAnswer> => {
    const judged = judgeFeedUrl(address, rules);
    if (!judged.ok) return { kind: "refused", reason: judged.reason };
    const guard = { resolveHost, fetch, headersMs: timeoutMs };
    try {
      const answer = await within(timeoutMs, null, (signal) => judgedRequest(guard, judged, request, signal));
      if (!answer.ok) return { kind: "refused", reason: answer.reason };
      answer.response.body?.cancel().catch(() => undefined);
      return { kind: "answered", status: answer.response.status, headers: answer.response.headers };
    } catch (error) {
      return { kind: "failed", error };
    }
  };
