import BaseTwilio from "twilio/lib/base/BaseTwilio.js";
import ApiBase from "twilio/lib/rest/ApiBase.js";
import { FETCH_LIMITS } from "../guarded-fetch/limits.ts";
import { type AnswerTable, classifyAnswer, REDIRECTS } from "./answers.ts";
import type { SendResult } from "./content.ts";
import type { OutgoingMessage, SendMessage } from "./ports.ts";

const ERROR_CODE = /"code":\s*(\d+)/;

export type TwilioAccount = {
  accountSid: string;
  authToken: string;
  baseUrl?: string | undefined;
  timeoutMs?: number;
};
type HttpClient = BaseTwilio.Client["httpClient"];
type HttpRequest = Parameters<HttpClient["request"]>[0];

/**
 * Returns the same as `twilio(…).api.account`, without the package's main entry: that loads all of Twilio's products,
 * three megabytes at every cold start.
 * @throws if the account's id does not begin with AC
 */
export function openTwilio({ accountSid, authToken, ...options }: TwilioAccount) {
  const client = new BaseTwilio.Client(accountSid, authToken, { httpClient: fetchClient(options) });
  return new ApiBase(client).v2010.account;
}

type TwilioSender = {
  /** Finds a message that an earlier attempt sent although we got no response: Twilio has no idempotency key. */
  earlier: (message: OutgoingMessage) => Promise<{ sid: string } | undefined>;
  create: (message: OutgoingMessage) => Promise<{ sid: string }>;
  answers: AnswerTable;
};

/** Sends a message, or from the second attempt on finds the one already sent. If that search fails, sends nothing. */
export const twilioSender =
  ({ earlier, create, answers }: TwilioSender): SendMessage =>
  async (message) => {
    try {
      const before = message.attempt > 1 ? await earlier(message) : undefined;
      const { sid } = before ?? (await create(message));
      return { kind: "sent", providerId: sid };
    } catch (error) {
      return classifyTwilio(error as Partial<TwilioRefusal>, answers, message.attempt);
    }
  };

/** The package's error: the HTTP status and Twilio's error code are absent without a response. */
type TwilioRefusal = Error & { status: number; code?: number; headers: Headers };

export function classifyTwilio(
  { name = "unknown", status, code, headers = new Headers() }: Partial<TwilioRefusal>,
  answers: AnswerTable,
  attempt: number,
): SendResult {
  if (status === undefined) return { kind: "retry", reason: `Twilio: no answer (${name})` };
  const reason = `Twilio: ${code ?? `HTTP ${status}`}`;
  return classifyAnswer(reason, { status, code, headers }, [...COMMON, ...answers, NOT_OURS], attempt);
}

const COMMON: AnswerTable = [{ code: [20_429], means: { kind: "retry" } }];
const NOT_OURS = { status: [...REDIRECTS, 401, 403, 404], means: { kind: "configuration" } } as const;

/** The error for 429 and 5xx. The package's own error would lose `Retry-After`. */
const unavailable = (status: number, body: string, headers: Headers): TwilioRefusal => {
  const code = ERROR_CODE.exec(body)?.[1];
  return Object.assign(new Error(`HTTP ${status}`), {
    status,
    headers,
    ...(code === undefined ? {} : { code: Number(code) }),
  });
};

/** The package's HTTP client, by fetch: Workers have no axios (twilio.com/docs/libraries/node/custom-http-clients). */
function fetchClient({
  baseUrl,
  timeoutMs = FETCH_LIMITS.providerTimeoutMs,
}: Omit<TwilioAccount, "accountSid" | "authToken">) {
  const request = async (asked: HttpRequest) => {
    const answer = await fetch(targetUrl(asked, baseUrl), {
      method: asked.method.toUpperCase(),
      redirect: "manual",
      headers: {
        ...(asked.headers as Record<string, string> | undefined),
        Authorization: `Basic ${btoa(`${asked.username}:${asked.password}`)}`,
      },
      signal: AbortSignal.timeout(timeoutMs),
      ...(asked.data ? { body: formOf(asked.data) } : {}),
    });
    const { status, headers } = answer;
    const body = await answer.text();
    if (status === 429 || status >= 500) throw unavailable(status, body, headers);
    return { statusCode: status, body, headers: Object.fromEntries(headers) };
  };
  // The package's class also has an axios instance, which nobody calls.
  return { request } as unknown as HttpClient;
}

function targetUrl({ uri, params }: HttpRequest, baseUrl: string | undefined): URL {
  const { pathname, search } = new URL(uri);
  const url = baseUrl === undefined ? new URL(uri) : new URL(`${baseUrl}${pathname}${search}`);
  for (const [name, value] of formOf(params ?? {})) url.searchParams.append(name, value);
  return url;
}

/** Encodes fields; Twilio expects a list as the same name several times. */
function formOf(fields: object): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields) as [string, unknown][])
    for (const each of [value].flat())
      if (each !== undefined && each !== null) form.append(name, String(each));
  return form;
}
