import { LIMITS } from "../../../schema/limits.ts";
import type { FeedFailure } from "../../../schema/vocabulary.ts";
import { judgeAddresses } from "../../domain/feed-url/addresses.ts";
import {
  type FeedAllowed,
  type FeedRules,
  judgeFeedUrl,
  judgeRedirect,
} from "../../domain/feed-url/judge.ts";
import type { FeedRefusal } from "../../domain/feed-url/refusals.ts";
import type { FeedAnswer, FetchFeed, ResolveHost } from "../../ports.ts";
import { failureOfError } from "./failure-of-error.ts";
import { readAnswer } from "./read-answer.ts";
import { unlessAborted, within } from "./time-left.ts";

export type GuardedFetchOptions = {
  rules: FeedRules;
  resolveHost: ResolveHost;
  fetch?: typeof globalThis.fetch;
  /** Of a whole poll, and of one hop until its headers. */
  totalMs?: number;
  headersMs?: number;
};

type Guard = Required<GuardedFetchOptions>;

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** No cookie, no credentials and no referer: a feed learns nothing but that it is polled. */
const HEADERS = {
  Accept: "application/json, application/senml+json, text/json, text/plain;q=0.5",
  "User-Agent": "Hearthwatch-Feeds/1.0",
};

/**
 * Polls feeds through `fetch`, which every edge runtime has. What a host's name leads to is judged before each
 * hop; that `fetch` asks again by itself leaves a gap for a name that changes its answer in between, which on
 * Workers reaches public space only.
 */
export function guardedFetch({
  rules,
  resolveHost,
  fetch = globalThis.fetch,
  totalMs = LIMITS.feedFetchMs,
  headersMs = LIMITS.feedHeadersMs,
}: GuardedFetchOptions): FetchFeed {
  const guard = { rules, resolveHost, fetch, totalMs, headersMs };
  return async (feed) => {
    try {
      return await within(totalMs, null, (signal) => follow(guard, feed, signal));
    } catch (error) {
      return { kind: "failed", reason: failureOfError(error) };
    }
  };
}

/** Ends at the latest when `judgeRedirect` has allowed its three hops. */
async function follow(
  guard: Guard,
  { url, etag }: Parameters<FetchFeed>[0],
  signal: AbortSignal,
): Promise<FeedAnswer> {
  let hop = judgeFeedUrl(url, guard.rules);
  for (let followed = 0; ; followed += 1) {
    if (!hop.ok) return { kind: "failed", reason: failureOf(hop.reason) };
    const refusal = await refusedAddress(guard, hop, signal);
    if (refusal !== null) return { kind: "failed", reason: failureOf(refusal) };
    const response = await headersFrom(guard, hop.url, etag, signal);
    if (!REDIRECTS.includes(response.status)) return readAnswer(response, etag !== null, signal);
    response.body?.cancel().catch(() => undefined);
    const location = response.headers.get("Location");
    if (location === null) return { kind: "failed", reason: "redirect" };
    hop = judgeRedirect(hop.url, location, followed, guard.rules);
  }
}

async function refusedAddress(
  { resolveHost }: Guard,
  { url, checkAddresses }: FeedAllowed,
  signal: AbortSignal,
): Promise<FeedRefusal | null> {
  if (!checkAddresses) return null;
  const judged = judgeAddresses(await unlessAborted(resolveHost(url.hostname), signal));
  return judged.ok ? null : judged.reason;
}

function headersFrom(
  { fetch, headersMs }: Guard,
  url: URL,
  etag: string | null,
  outer: AbortSignal,
): Promise<Response> {
  const headers = etag === null ? HEADERS : { ...HEADERS, "If-None-Match": etag };
  return within(headersMs, outer, (signal) =>
    fetch(url.href, { method: "GET", headers, redirect: "manual", cache: "no-store", signal }),
  );
}

function failureOf(refusal: FeedRefusal): FeedFailure {
  if (refusal === "unresolvable") return "unreachable";
  return refusal === "too_many_redirects" || refusal === "downgrade" ? "redirect" : "refused";
}
