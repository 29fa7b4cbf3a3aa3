import { LIMITS } from "../../../schema/limits.ts";
import type { FeedFailure } from "../../../schema/vocabulary.ts";
import { type FeedRules, judgeFeedUrl, judgeRedirect } from "../../domain/feed-url/judge.ts";
import type { FeedRefusal } from "../../domain/feed-url/refusals.ts";
import type { FeedAnswer, FetchFeed, FetchWithin, ResolveHost } from "../../ports.ts";
import { failureOfError } from "./failure-of-error.ts";
import { judgedRequest } from "./judged-request.ts";
import { type PinnedFetch, pinnedFetch } from "./pinned-fetch.ts";
import { readAnswer } from "./read-answer.ts";
import { within } from "./time-left.ts";

export type GuardedFetchOptions = {
  rules: FeedRules;
  resolveHost: ResolveHost;
  fetch?: PinnedFetch;
  /** Time limits of a whole poll, and of one hop until its headers. */
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
 * Polls feeds. What a host's name leads to is judged before each hop, and on Node the connection goes to just
 * that. On Workers `fetch` asks for the name again: that leaves a gap which reaches public space only. On one
 * machine the functions' way out judges and pins once more.
 */
export function guardedFetch({
  rules,
  resolveHost,
  fetch = pinnedFetch,
  totalMs = LIMITS.feedFetchMs,
  headersMs = LIMITS.feedHeadersMs,
}: GuardedFetchOptions): FetchFeed {
  const guard = { rules, resolveHost, fetch, totalMs, headersMs };
  return async (feed, asked) => {
    const own = asked === undefined ? guard : { ...guard, resolveHost: onceEach(asked.names, resolveHost) };
    try {
      const ms = Math.min(totalMs, asked?.totalMs ?? totalMs);
      return await within(ms, null, (signal) => follow(own, feed, signal));
    } catch (error) {
      return { kind: "failed", reason: failureOfError(error) };
    }
  };
}

/** Feeds of one host ask for its name once, also those that ask at the same time. */
const onceEach =
  (names: FetchWithin["names"], resolveHost: ResolveHost): ResolveHost =>
  (host) => {
    const known = names.get(host) ?? resolveHost(host);
    names.set(host, known);
    return known;
  };

/** Ends at the latest when `judgeRedirect` has allowed its three hops. */
async function follow(
  guard: Guard,
  { url, etag }: Parameters<FetchFeed>[0],
  signal: AbortSignal,
): Promise<FeedAnswer> {
  let hop = judgeFeedUrl(url, guard.rules);
  for (let followed = 0; ; followed += 1) {
    if (!hop.ok) return { kind: "failed", reason: failureOf(hop.reason) };
    const answer = await judgedRequest(guard, hop, requestOf(etag), signal);
    if (!answer.ok) return { kind: "failed", reason: failureOf(answer.reason) };
    const { response } = answer;
    if (!REDIRECTS.includes(response.status)) return readAnswer(response, etag !== null, signal);
    response.body?.cancel().catch(() => undefined);
    const location = response.headers.get("Location");
    if (location === null) return { kind: "failed", reason: "redirect" };
    hop = judgeRedirect(hop.url, location, followed, guard.rules);
  }
}

const requestOf = (etag: string | null): RequestInit => ({
  method: "GET",
  headers: etag === null ? HEADERS : { ...HEADERS, "If-None-Match": etag },
});

function failureOf(refusal: FeedRefusal): FeedFailure {
  if (refusal === "unresolvable") return "unreachable";
  return refusal === "too_many_redirects" || refusal === "downgrade" ? "redirect" : "refused";
}
