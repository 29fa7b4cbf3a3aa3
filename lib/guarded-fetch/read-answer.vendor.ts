import type { LookupFunction } from "node:net";
import { Agent, fetch as undiciFetch } from "undici";
import type { FeedFailure } from "../../schema/vocabulary.ts";
import type { FeedAnswer } from "../kernel/ports.ts";
import { gatherBytes } from "../kernel/text.ts";
import { FETCH_LIMITS } from "./limits.ts";

/** A `fetch` that connects only to the given addresses. If they are null, it resolves the name itself. */
export type PinnedFetch = (
  url: string,
  init: RequestInit,
  addresses: readonly string[] | null,
) => Promise<Response>;

/** Connections aren't reused: a later request may be judged by other addresses. */
const IDLE_MS = 1;

const NOT_MODIFIED = 304;
/** Allows a missing type, since small devices send none. HTML is refused before its body is read. */
const JSON_TYPE = /^(application\/json|application\/[\w.-]+\+json|text\/json|text\/plain)?$/;
const ETAG = /^(W\/)?"[\x21\x23-\x7e]*"$/;

/**
 * On Node, uses an undici dispatcher whose lookup returns only the judged addresses, which prevents DNS rebinding. The
 * certificate is still checked against the name.
 */
export const pinnedFetch: PinnedFetch = (url, init, addresses) => {
  if (addresses === null) return globalThis.fetch(url, init);
  const dispatcher = new Agent({
    connect: { lookup: lookupOf(addresses) },
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
  });
  const pinned = { ...init, dispatcher } as Parameters<typeof undiciFetch>[1];
  // undici's Response is the same standard, but has its own types.
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

/** Runs `work` with a signal. After `ms`, aborts the signal and throws a `TimeoutError` without waiting for `work`. */
export async function within<T>(
  ms: number,
  outer: AbortSignal | null,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeout = AbortSignal.timeout(ms);
  const signal = outer === null ? timeout : AbortSignal.any([outer, timeout]);
  return await unlessAborted(work(signal), signal);
}

/** Throws once `signal` aborts, even if `work` ignores it, as a resolver does. A later error of `work` is ignored. */
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

/** How long to wait for an answer: until the signal aborts, or nothing arrives for `silentMs`. */
export type Patience = { silentMs: number; signal: AbortSignal };

/** Statuses that Cloudflare itself answers if the TLS handshake with the host failed. */
const TLS_STATUSES: readonly number[] = [525, 526];

/** Reads a response that isn't a redirect. Reads its body to the end, or cancels it. */
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

/** Reads the decompressed body. Returns null once it exceeds `bytesMax`, whatever its headers say. */
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
    // After the end of the body, this does nothing. Before it, this closes the connection.
    reader?.cancel().catch(() => undefined);
  }
}

/** @throws Error if the body exceeds the limit of a feed's, or `signal` aborts */
export async function readText(response: Response, signal: AbortSignal): Promise<string> {
  const bytes = await readBytes(response, FETCH_LIMITS.bodyBytesMax, {
    silentMs: FETCH_LIMITS.silentMs,
    signal,
  });
  if (bytes === null) throw new Error("The answer is too long");
  return new TextDecoder().decode(bytes);
}

/** Returns null for a tag that can't be sent back unchanged. */
function etagOf({ headers }: Response): string | null {
  const etag = headers.get("ETag");
  return etag !== null && etag.length <= FETCH_LIMITS.etagCharactersMax && ETAG.test(etag) ? etag : null;
}
