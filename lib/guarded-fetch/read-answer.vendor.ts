import type { LookupFunction } from "node:net";
import { Agent, fetch as undiciFetch } from "undici";
import type { FeedFailure } from "../../schema/vocabulary.ts";
import type { FeedAnswer } from "../kernel/ports.ts";
import { gatherBytes } from "../kernel/text.ts";
import { FETCH_LIMITS } from "./limits.ts";

/** `fetch` that connects to the given addresses alone; to whatever the name means now where they are null. */
export type PinnedFetch = (
  url: string,
  init: RequestInit,
  addresses: readonly string[] | null,
) => Promise<Response>;

/**
 * A connection is for one request: kept open, it would serve a later one that was judged by other addresses.
 */
const IDLE_MS = 1;

const NOT_MODIFIED = 304;
/** A missing type is allowed, since small devices send none; HTML is refused before it is read. */
const JSON_TYPE = /^(application\/json|application\/[\w.-]+\+json|text\/json|text\/plain)?$/;
const ETAG = /^(W\/)?"[\x21\x23-\x7e]*"$/;

/**
 * On Node through a dispatcher of undici's, whose lookup answers the addresses that were judged, so that a
 * name which changes its answer in between leads nowhere else. The certificate is still that of the name.
 */
export const pinnedFetch: PinnedFetch = (url, init, addresses) => {
  if (addresses === null) return globalThis.fetch(url, init);
  const dispatcher = new Agent({
    connect: { lookup: lookupOf(addresses) },
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
  });
  const pinned = { ...init, dispatcher } as Parameters<typeof undiciFetch>[1];
  // The same web standard, in types of its own.
  return undiciFetch(url, pinned) as unknown as Promise<Response>;
};

function lookupOf(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  return (_host, { all }, answer) => {
    const [first] = found;
    if (first === undefined) answer(new Error("No address was judged"), "", 0);
    else if (all) answer(null, found);
    else answer(null, first.address, first.family);
  };
}

/** Runs `work` with a signal; where it does not settle in time it is aborted with a `TimeoutError`, and not waited for. */
export async function within<T>(
  ms: number,
  outer: AbortSignal | null,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeout = AbortSignal.timeout(ms);
  const signal = outer === null ? timeout : AbortSignal.any([outer, timeout]);
  return await unlessAborted(work(signal), signal);
}

/** Works also for what does not listen to a signal, as a resolver; its later failure is nobody's business. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => undefined);
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** How long an answer is waited for: until the signal ends it, or it says nothing for `silentMs`. */
export type Patience = { silentMs: number; signal: AbortSignal };

/** Cloudflare's own answers for a host whose TLS it could not agree to. */
const TLS_STATUSES: readonly number[] = [525, 526];

/** What a response that is no redirect says; its body is read to the end or given up. */
export async function readAnswer(
  response: Response,
  wasConditional: boolean,
  patience: Patience,
): Promise<FeedAnswer> {
  const isUnchanged = response.status === NOT_MODIFIED && wasConditional;
  const reason = isUnchanged ? null : failureOfHead(response);
  if (isUnchanged || reason !== null) {
    response.body?.cancel().catch(() => undefined);
    return reason === null ? { kind: "unchanged" } : { kind: "failed", reason };
  }
  const bytes = await readBytes(response, FETCH_LIMITS.bodyBytesMax, patience);
  if (bytes === null) return { kind: "failed", reason: "too_large" };
  return { kind: "ok", bytes, etag: etagOf(response) };
}

function failureOfHead({ status, headers }: Response): FeedFailure | null {
  if (TLS_STATUSES.includes(status)) return "tls";
  if (status >= 500) return "status_5xx";
  if (status >= 400) return "status_4xx";
  if (status >= 300) return "redirect";
  const [type = ""] = (headers.get("Content-Type") ?? "").split(";");
  return JSON_TYPE.test(type.trim().toLowerCase()) ? null : "not_json";
}

/** The body as `fetch` has decompressed it; null as soon as it is longer, whatever its headers say. */
export async function readBytes({ body }: Response, bytesMax: number, { silentMs, signal }: Patience) {
  const gathered = gatherBytes(bytesMax);
  const reader = body?.getReader();
  const silence = new AbortController();
  const listen = () => setTimeout(() => silence.abort(new DOMException("Silent", "TimeoutError")), silentMs);
  const ended = AbortSignal.any([signal, silence.signal]);
  let timer = listen();
  try {
    while (reader !== undefined) {
      const { done, value } = await unlessAborted(reader.read(), ended);
      if (done) break;
      if (!gathered.add(value)) return null;
      clearTimeout(timer);
      timer = listen();
    }
    return gathered.bytes();
  } finally {
    clearTimeout(timer);
    // A body that was read to its end leaves nothing to cancel; any other one loses its connection.
    reader?.cancel().catch(() => undefined);
  }
}

/** Gives no tag where it could not be sent back as it came. */
function etagOf({ headers }: Response): string | null {
  const etag = headers.get("ETag");
  return etag !== null && etag.length <= FETCH_LIMITS.etagCharactersMax && ETAG.test(etag) ? etag : null;
}
