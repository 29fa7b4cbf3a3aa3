import { judgeAddresses } from "../../domain/feed-url/addresses.ts";
import type { FeedAllowed } from "../../domain/feed-url/judge.ts";
import type { FeedRefusal } from "../../domain/feed-url/refusals.ts";
import type { ResolveHost } from "../../ports.ts";
import type { PinnedFetch } from "./pinned-fetch.ts";
import { unlessAborted, within } from "./time-left.ts";

export type RequestGuard = { resolveHost: ResolveHost; fetch: PinnedFetch; headersMs: number };

export type JudgedAnswer = { ok: true; response: Response } | { ok: false; reason: FeedRefusal };

/**
 * One request to an address whose text has been judged: what its name leads to is judged here, and the
 * request goes to just that. Redirects are answers.
 * @throws what `fetch` throws, `OutOfTime` where the headers take too long
 */
export async function judgedRequest(
  { resolveHost, fetch, headersMs }: RequestGuard,
  { url, checkAddresses }: FeedAllowed,
  request: RequestInit,
  signal: AbortSignal,
): Promise<JudgedAnswer> {
  const addresses = checkAddresses ? await unlessAborted(resolveHost(url.hostname), signal) : null;
  const judged = addresses === null ? null : judgeAddresses(addresses);
  if (judged?.ok === false) return judged;
  const response = await within(headersMs, signal, (inner) =>
    fetch(url.href, { ...request, redirect: "manual", cache: "no-store", signal: inner }, addresses),
  );
  return { ok: true, response };
}
