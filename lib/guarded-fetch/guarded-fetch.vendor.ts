import type { FeedFailure } from "../../schema/vocabulary.ts";
import {
  type FeedAllowed,
  type FeedRefusal,
  type FeedRules,
  judgeAddresses,
  judgeFeedUrl,
  judgeRedirect,
  PLAIN_REQUEST,
} from "../kernel/judge-url.ts";
import type { AskedNames, FeedAnswer, FeedRequest, FetchFeed, ResolveHost } from "../kernel/ports.ts";
import { causesOf, codeOf } from "../kernel/text.ts";
import { FETCH_LIMITS } from "./limits.ts";
import {
  type Patience,
  type PinnedFetch,
  pinnedFetch,
  readAnswer,
  readBytes,
  unlessAborted,
  within,
} from "./read-answer.vendor.ts";

/** Reads OpenSSL's and Node's codes; Workers have none and say it in words. */
const TLS_CODE =
  /^(ERR_TLS|ERR_SSL|CERT_|CRL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(GET|VERIFY|DECRYPT)|HOSTNAME_MISMATCH|EPROTO)/;
const TLS_WORDS = /\b(TLS|SSL|certificate)\b/i;
const TIMEOUT_CODE = /^(ETIMEDOUT|UND_ERR_\w*TIMEOUT)$/;
/** What was to be decompressed is not what it says. */
const ZLIB_CODE = /^(Z_|ERR__ERROR_FORMAT|ERR_.*BROTLI)/;

/** What a thrown error means for a feed; its own text goes nowhere. */
export function failureOfError(thrown: unknown): FeedFailure {
  const errors = causesOf(thrown).filter((error) => error instanceof Error);
  if (errors.some(({ name }) => name === "TimeoutError")) return "timeout";
  const codes = errors.map((error) => codeOf(error) ?? "");
  if (codes.some((code) => TIMEOUT_CODE.test(code))) return "timeout";
  if (codes.some((code) => ZLIB_CODE.test(code))) return "not_json";
  const isTls =
    codes.some((code) => TLS_CODE.test(code)) || errors.some(({ message }) => TLS_WORDS.test(message));
  return isTls ? "tls" : "unreachable";
}

type RequestGuard = { resolveHost: ResolveHost; fetch: PinnedFetch; silentMs: number };

type JudgedAnswer = { ok: true; response: Response } | { ok: false; reason: FeedRefusal };

/**
 * One request to an address whose text has been judged: what its name leads to is judged here, and the
 * request goes to just that. Redirects are answers.
 * @throws what `fetch` throws, a `TimeoutError` where the headers take too long
 */
async function judgedRequest(
  { resolveHost, fetch, silentMs }: RequestGuard,
  { url, checkAddresses }: FeedAllowed,
  request: RequestInit,
  signal: AbortSignal,
): Promise<JudgedAnswer> {
  const addresses = checkAddresses ? await unlessAborted(resolveHost(url.hostname), signal) : null;
  const judged = addresses === null ? null : judgeAddresses(addresses);
  if (judged?.ok === false) return judged;
  const response = await within(silentMs, signal, (inner) =>
    fetch(url.href, { ...request, redirect: "manual", cache: "no-store", signal: inner }, addresses),
  );
  return { ok: true, response };
}

type GuardedOptions = { rules: FeedRules; resolveHost: ResolveHost; fetch?: PinnedFetch };

export type GuardedCallOptions = GuardedOptions & {
  /** Milliseconds until the headers of the answer. */
  timeoutMs?: number;
  /** How much of the answer's body is read; none of it where this is left out. */
  bodyBytesMax?: number;
};

/** `refused` was not called at all, `failed` threw: nobody knows if it arrived. */
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
    timeoutMs = FETCH_LIMITS.providerTimeoutMs,
    bodyBytesMax = 0,
  }: GuardedCallOptions) =>
  async (address: string, request: RequestInit): Promise<CallAnswer> => {
    const judged = judgeFeedUrl(address, rules);
    if (!judged.ok) return { kind: "refused", reason: judged.reason };
    const guard = { resolveHost, fetch, silentMs: timeoutMs };
    try {
      return await within(timeoutMs, null, async (signal): Promise<CallAnswer> => {
        const answer = await judgedRequest(guard, judged, request, signal);
        if (!answer.ok) return { kind: "refused", reason: answer.reason };
        const { response } = answer;
        const body = await beginningOf(response, bodyBytesMax, { silentMs: timeoutMs, signal });
        return { kind: "answered", status: response.status, headers: response.headers, body };
      });
    } catch (error) {
      return { kind: "failed", error };
    }
  };

/** A body that is longer, or that breaks off, says nothing: the status does. */
async function beginningOf(response: Response, bytesMax: number, patience: Patience): Promise<string> {
  if (bytesMax === 0) {
    response.body?.cancel().catch(() => undefined);
    return "";
  }
  const bytes = await readBytes(response, bytesMax, patience).catch(() => null);
  return bytes === null ? "" : new TextDecoder().decode(bytes);
}

type GuardedFetchOptions = GuardedOptions & {
  /** Time limits of a whole poll, and of a silence in it. */
  totalMs?: number;
  silentMs?: number;
};

type Guard = Required<GuardedFetchOptions>;

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** No cookie, no referer, and no credentials but a feed's own header. */
const HEADERS = {
  Accept: "application/json, application/senml+json, text/json, text/plain;q=0.5",
  "User-Agent": "Hearthwatch-Feeds/1.0",
};

/**
 * Polls feeds. What a host's name leads to is judged before each hop, and on Node the connection goes to just
 * that. On Workers `fetch` asks for the name again: that leaves a gap which reaches public space only.
 */
export function guardedFetch({
  rules,
  resolveHost,
  fetch = pinnedFetch,
  totalMs = FETCH_LIMITS.fetchMs,
  silentMs = FETCH_LIMITS.silentMs,
}: GuardedFetchOptions): FetchFeed {
  const guard = { rules, resolveHost, fetch, totalMs, silentMs };
  return async (feed, names) => {
    const own = names === undefined ? guard : { ...guard, resolveHost: onceEach(names, resolveHost) };
    try {
      return await within(totalMs, null, (signal) => follow(own, feed, signal));
    } catch (error) {
      return { kind: "failed", reason: failureOfError(error) };
    }
  };
}

/** Feeds of one host ask for its name once, also those that ask at the same time. */
const onceEach =
  (names: AskedNames, resolveHost: ResolveHost): ResolveHost =>
  (host) => {
    const known = names.get(host) ?? resolveHost(host);
    names.set(host, known);
    return known;
  };

/** Ends at the latest when `judgeRedirect` has allowed its three hops. */
async function follow(
  guard: Guard,
  { url, etag, request = PLAIN_REQUEST }: Parameters<FetchFeed>[0],
  signal: AbortSignal,
): Promise<FeedAnswer> {
  let hop = judgeFeedUrl(url, guard.rules);
  const asked = askedWith(etag, request);
  for (let followed = 0; ; followed += 1) {
    if (!hop.ok) return { kind: "failed", reason: failureOf(hop.reason) };
    const answer = await judgedRequest(guard, hop, asked, signal);
    if (!answer.ok) return { kind: "failed", reason: failureOf(answer.reason) };
    const { response } = answer;
    if (!REDIRECTS.includes(response.status))
      return readAnswer(response, etag !== null && request.postBody === null, {
        silentMs: guard.silentMs,
        signal,
      });
    response.body?.cancel().catch(() => undefined);
    const location = response.headers.get("Location");
    if (location === null) return { kind: "failed", reason: "redirect" };
    const { origin } = hop.url;
    hop = judgeRedirect(hop.url, location, followed, guard.rules);
    const isLeft = hop.ok && hop.url.origin !== origin;
    // A secret goes to the origin that it was entered for, and what is posted goes nowhere twice.
    if (request.postBody !== null || (isLeft && request.headerName !== null))
      return { kind: "failed", reason: "redirect" };
  }
}

const askedWith = (etag: string | null, { headerName, headerValue, postBody }: FeedRequest): RequestInit => {
  const own = headerName === null ? {} : { [headerName]: headerValue ?? "" };
  if (postBody !== null)
    return {
      method: "POST",
      headers: { ...HEADERS, "Content-Type": "application/json", ...own },
      body: postBody,
    };
  return {
    method: "GET",
    headers: { ...HEADERS, ...(etag === null ? {} : { "If-None-Match": etag }), ...own },
  };
};

function failureOf(refusal: FeedRefusal): FeedFailure {
  if (refusal === "unresolvable") return "unreachable";
  return refusal === "too_many_redirects" || refusal === "downgrade" ? "redirect" : "refused";
}
