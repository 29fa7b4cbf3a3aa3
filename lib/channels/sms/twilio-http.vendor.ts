import type { Twilio } from "twilio";

type HttpClient = NonNullable<Twilio["httpClient"]>;
type HttpRequest = Parameters<HttpClient["request"]>[0];
type HttpAnswer = { statusCode: number; body: string; headers: Record<string, string> };

/**
 * Twilio is there and cannot now: too many requests, or a failure of its own. Carries what its errors lose.
 */
export class TwilioUnavailable extends Error {
  override readonly name = "TwilioUnavailable";
  readonly status: number;
  /** Seconds; NaN where Twilio did not say. */
  readonly retryAfter: number;

  constructor(status: number, retryAfter: number) {
    super(`HTTP ${status}`);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

type TwilioHttpOptions = { timeoutMs: number; baseUrl?: string | undefined };

/** What Twilio's package sends requests with, in place of its own axios: fetch is there in every runtime. */
export function twilioHttp({ timeoutMs, baseUrl }: TwilioHttpOptions): HttpClient {
  const request = async (asked: HttpRequest): Promise<HttpAnswer> => {
    const url = targetUrl(asked, baseUrl);
    const answer = await fetch(url, {
      method: asked.method.toUpperCase(),
      headers: headersOf(asked),
      signal: AbortSignal.timeout(timeoutMs),
      ...(asked.data === undefined ? {} : { body: formOf(asked.data ?? {}) }),
    });
    if (answer.status === 429 || answer.status >= 500) {
      await answer.body?.cancel();
      throw new TwilioUnavailable(answer.status, Number(answer.headers.get("retry-after") ?? Number.NaN));
    }
    const headers = Object.fromEntries(answer.headers.entries());
    return { statusCode: answer.status, body: await answer.text(), headers };
  };
  // Its class also holds an axios that nobody calls.
  return { request } as HttpClient;
}

function targetUrl({ uri, params }: HttpRequest, baseUrl: string | undefined): URL {
  const { pathname, search } = new URL(uri);
  const url = baseUrl === undefined ? new URL(uri) : new URL(`${baseUrl}${pathname}${search}`);
  for (const [name, value] of formOf(params ?? {})) url.searchParams.append(name, value);
  return url;
}

function headersOf({ headers, username, password }: HttpRequest): Headers {
  const made = new Headers(headers as Record<string, string> | undefined);
  made.set("Authorization", `Basic ${btoa(`${username}:${password}`)}`);
  return made;
}

function formOf(fields: object): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields) as [string, unknown][])
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined && item !== null) form.append(name, String(item));
  return form;
}
