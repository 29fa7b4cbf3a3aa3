import type { ReadBalance, VerifyTwilio } from "../../kernel/ports.ts";
import { MESSAGE_LIMITS } from "../../messages/limits.ts";

export type TwilioAccount = {
  accountSid: string;
  authToken: string;
  /** Twilio's own when absent. */
  baseUrl?: string | undefined;
  timeoutMs?: number;
};

/** What Twilio answered, whatever its status. */
export type TwilioAnswer = {
  status: number;
  /** Of its own list of errors (twilio.com/docs/api/errors); null where it is none. */
  code: number | null;
  /** Seconds; null where Twilio did not say. */
  retryAfter: number | null;
  body: { readonly [field: string]: unknown };
};

const TWILIO = "https://api.twilio.com";

/**
 * Asks the account for one of its resources, such as `Messages.json`; with `form` it is made, without it is listed.
 * @throws where nothing was answered in time
 */
export async function askTwilio(
  { accountSid, authToken, baseUrl = TWILIO, timeoutMs = MESSAGE_LIMITS.providerTimeoutMs }: TwilioAccount,
  resource: string,
  form: Record<string, string> | null,
): Promise<TwilioAnswer> {
  const answer = await fetch(`${baseUrl}/2010-04-01/Accounts/${accountSid}/${resource}`, {
    method: form === null ? "GET" : "POST",
    headers: { Authorization: `Basic ${btoa(`${accountSid}:${authToken}`)}` },
    signal: AbortSignal.timeout(timeoutMs),
    ...(form === null ? {} : { body: new URLSearchParams(form) }),
  });
  const text = await answer.text();
  const body = objectOf(text);
  const retryAfter = Number(answer.headers.get("Retry-After") ?? Number.NaN);
  return {
    status: answer.status,
    code: typeof body.code === "number" ? body.code : null,
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : null,
    body,
  };
}

/** Empty for what is no JSON object: a proxy's page tells by its status alone. */
function objectOf(text: string): TwilioAnswer["body"] {
  try {
    return { ...(JSON.parse(text) as object) };
  } catch {
    return {};
  }
}

export const isAnswered = ({ status }: TwilioAnswer): boolean => status >= 200 && status < 300;

/** Reads what is left in an account (twilio.com/docs/usage/api/balance). */
export const twilioBalance =
  (account: TwilioAccount): ReadBalance =>
  async () => {
    const answer = await askTwilio(account, "Balance.json", null);
    if (!isAnswered(answer)) throw new Error(`Twilio: HTTP ${answer.status}`);
    const { balance, currency } = answer.body;
    const amount = typeof balance === "string" && balance !== "" ? Number(balance) : Number.NaN;
    if (!Number.isFinite(amount) || typeof currency !== "string")
      throw new Error("Twilio: a balance that is no number");
    return { amount, currency };
  };

const ALGORITHM = { name: "HMAC", hash: "SHA-1" };

/**
 * Twilio signs what it posts with the account's token: the URL as it was configured, then each field's name and value,
 * sorted by name (twilio.com/docs/usage/webhooks/webhooks-security). Compares in constant time.
 */
export const verifyTwilio =
  (authToken: string): VerifyTwilio =>
  async (url, fields, signature) => {
    const mac = bytesOf(signature);
    if (mac === null) return false;
    const sorted = [...fields].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    const text = url + sorted.map(([name, value]) => name + value).join("");
    const key = await crypto.subtle.importKey("raw", utf8(authToken), ALGORITHM, false, ["verify"]);
    return await crypto.subtle.verify(ALGORITHM.name, key, mac, utf8(text));
  };

const SIGNATURE = /^[A-Za-z0-9+/]{27}=$/;

const bytesOf = (signature: string | null): Uint8Array<ArrayBuffer> | null =>
  signature !== null && SIGNATURE.test(signature)
    ? Uint8Array.from(atob(signature), (character) => character.charCodeAt(0))
    : null;

const utf8 = (text: string) => new TextEncoder().encode(text);
