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

/** Matches error codes of OpenSSL and Node. Workers have no codes, only messages. */
const TLS_CODE =
  /^(ERR_TLS|ERR_SSL|CERT_|CRL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(GET|VERIFY|DECRYPT)|HOSTNAME_MISMATCH|EPROTO)/;
const TLS_WORDS = /\b(TLS|SSL|certificate)\b/i;
const TIMEOUT_CODE = /^(ETIMEDOUT|UND_ERR_\w*TIMEOUT)$/;
/** Codes for a body that doesn't match its Content-Encoding. */
const ZLIB_CODE = /^(Z_|ERR__ERROR_FORMAT|ERR_.*BROTLI)/;

/** Classifies a thrown error. Its message is not used any further. */
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
 * Sends one request to a URL whose text has been judged. Judges the addresses of its name, and connects only to these.
 * Doesn't follow redirects.
 * @throws the errors of `fetch`, and a `TimeoutError` if the headers take too long
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
  /** The time limit for the whole call, in milliseconds. */
  timeoutMs?: number;
  /** The most bytes of the answer's body to read. The default is none. */
  bodyBytesMax?: number;
};

/** `refused`: no request was sent. `failed`: the request threw, so it is unknown if it arrived. */
export type CallAnswer =
  | { kind: "answered"; status: number; headers: Headers; body: string }
  | { kind: "refused"; reason: FeedRefusal }
  | { kind: "failed"; error: unknown };

/**
 * Calls a URL that a person has entered, such as an outgoing webhook, under the rules of pull feeds. Doesn't follow
 * redirects. Reads only the headers, or a body of at most `bodyBytesMax`. Never throws.
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
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const answer = await unlessAborted(judgedRequest(guard, judged, request, signal), signal);
      if (!answer.ok) return { kind: "refused", reason: answer.reason };
      const { response } = answer;
      const body = await beginningOf(response, bodyBytesMax, { silentMs: timeoutMs, signal });
      return { kind: "answered", status: response.status, headers: response.headers, body };
    } catch (error) {
      return { kind: "failed", error };
    }
  };

/** Reads the body; "" if it is too long, interrupted or too slow, since only the status matters then. */
async function beginningOf(response: Response, bytesMax: number, patience: Patience): Promise<string> {
  if (bytesMax === 0) {
    response.body?.cancel().catch(() => undefined);
    return "";
  }
  const bytes = await readBytes(response, bytesMax, patience).catch(() => null);
  return bytes === null ? "" : new TextDecoder().decode(bytes);
}

type GuardedFetchOptions = GuardedOptions & {
  /** The time limits of a whole poll, and of a silence during it, in milliseconds. */
  totalMs?: number;
  silentMs?: number;
};

type Guard = Required<GuardedFetchOptions>;

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** We send no cookie and no referer, and no credentials except a feed's own header. */
const HEADERS = {
  Accept: "application/json, application/senml+json, text/json, text/plain;q=0.5",
  "User-Agent": "Hearthwatch-Feeds/1.0",
};

/**
 * Returns a function that polls feeds. Judges a host's addresses before each hop; on Node, connects only to these. On
 * Workers, `fetch` resolves the name again: an attacker could change it meanwhile, but only to another public address.
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

/** Shares lookups, so that feeds of one host resolve its name only once, even concurrently. */
const onceEach =
  (names: AskedNames, resolveHost: ResolveHost): ResolveHost =>
  (host) => {
    const known = names.get(host) ?? resolveHost(host);
    names.set(host, known);
    return known;
  };

/** Fetches and follows redirects. `judgeRedirect` limits their number. */
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
    // A secret header goes only to the origin that it was entered for, and a body is never posted twice.
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
