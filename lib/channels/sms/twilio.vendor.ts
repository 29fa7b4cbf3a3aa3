import type { OutgoingMessage, ReadBalance, SendMessage, VerifyTwilio } from "../../kernel/ports.ts";
import { REPLY_ASKED } from "../../language/languages.ts";
import type { SendResult } from "../../messages/delivery/settle.ts";
import { MESSAGE_LIMITS } from "../../messages/limits.ts";
import { cutText } from "../cut-text.ts";

const TWILIO = "https://api.twilio.com";

const ALGORITHM = { name: "HMAC", hash: "SHA-1" };

const SIGNATURE = /^[A-Za-z0-9+/]{27}=$/;

/** Twilio refuses more than 1,600; an alert that is cut is better than none. */
const TEXT_CHARACTERS_MAX = 1_500;
const REFERENCE_CHARACTERS = 8;
/** How many of the last messages to one number are looked through for ours. */
const LOOK_BACK_MAX = "50";
const UNREACHABLE_ATTEMPTS_MAX = 3;

const OPTED_OUT = [21610];
const NOT_A_MOBILE = [21211, 21612, 21614];
/** The handset is off or its carrier has trouble: gone only if that stays so. */
const UNREACHABLE_NOW = [30003, 30004, 30005, 30006];
/** Our account, our sender or where it may send to. */
const CONFIGURATION = [20003, 20005, 20404, 21212, 21408, 21603, 21606, 21659, 21660];

const FAILED = ["failed", "undelivered", "canceled"];

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

const bytesOf = (signature: string | null): Uint8Array<ArrayBuffer> | null =>
  signature !== null && SIGNATURE.test(signature)
    ? Uint8Array.from(atob(signature), (character) => character.charCodeAt(0))
    : null;

const utf8 = (text: string) => new TextEncoder().encode(text);

type TwilioOptions = TwilioAccount & {
  /** A number of ours in E.164, or a messaging service (`MG…`). */
  from: string;
  /** Where Twilio posts what becomes of a text; null where it cannot reach us. */
  statusUrl?: ((messageId: string) => string) | null;
  /** True if Twilio posts texts to our number to us. */
  takesReplies?: boolean;
};

/**
 * SMS through Twilio, which has no idempotency key: each text ends with its own reference, so that a later attempt
 * can find out if an earlier one arrived after all.
 */
export const twilioSms =
  (options: TwilioOptions): SendMessage =>
  async (message) => {
    if (!options.accountSid.startsWith("AC"))
      return { kind: "configuration", reason: "Twilio: TWILIO_ACCOUNT_SID does not begin with AC" };
    try {
      const earlier = message.attempt > 1 ? await findEarlier(options, message) : null;
      if (earlier !== null) return { kind: "sent", providerId: earlier };
      const answer = await askTwilio(options, "Messages.json", formOf(message, options));
      return isAnswered(answer)
        ? { kind: "sent", providerId: String(answer.body.sid) }
        : classifyText(answer, message.attempt);
    } catch (error) {
      // It may have arrived; the next attempt checks.
      return {
        kind: "retry",
        reason: `Twilio: no answer (${error instanceof Error ? error.name : "unknown"})`,
      };
    }
  };

const referenceOf = ({ id }: OutgoingMessage): string => `Ref ${id.slice(-REFERENCE_CHARACTERS)}`;

function formOf(
  message: OutgoingMessage,
  { from, statusUrl = null, takesReplies = false }: TwilioOptions,
): Record<string, string> {
  const { text, urgency, mayAcknowledge = false, language = "en" } = message.content;
  const isAsked = takesReplies && mayAcknowledge && urgency === "critical";
  const lines = [
    cutText(text, TEXT_CHARACTERS_MAX),
    ...(isAsked ? [REPLY_ASKED[language]] : []),
    referenceOf(message),
  ];
  return {
    ...(from.startsWith("MG") ? { MessagingServiceSid: from } : { From: from }),
    To: message.recipient,
    Body: lines.join("\n"),
    ...(statusUrl === null ? {} : { StatusCallback: statusUrl(message.id) }),
  };
}

/** @throws like a send: without the look-up nothing is sent a second time */
async function findEarlier(options: TwilioOptions, message: OutgoingMessage): Promise<string | null> {
  const asked = new URLSearchParams({ To: message.recipient, PageSize: LOOK_BACK_MAX });
  const answer = await askTwilio(options, `Messages.json?${asked}`, null);
  if (!isAnswered(answer)) throw new Error(`HTTP ${answer.status}`);
  const messages = (answer.body.messages ?? []) as { sid: string; body: string; status: string }[];
  const reference = referenceOf(message);
  const found = messages.find(({ body, status }) => body.endsWith(reference) && !FAILED.includes(status));
  return found?.sid ?? null;
}

/** What Twilio made of a text; `attempt` is the one that it refused. */
export function classifyText(
  { status, code, retryAfter }: Pick<TwilioAnswer, "status" | "code" | "retryAfter">,
  attempt: number,
): SendResult {
  const isOneOf = (codes: readonly number[]) => code !== null && codes.includes(code);
  if (status === 429 || status >= 500)
    return {
      kind: "retry",
      reason: `Twilio: HTTP ${status}`,
      ...(retryAfter === null ? {} : { afterSeconds: retryAfter }),
    };
  const reason = `Twilio: ${code ?? `HTTP ${status}`}`;
  if (isOneOf(OPTED_OUT)) return { kind: "permanent", reason, recipientGone: "opted_out" };
  if (isOneOf(NOT_A_MOBILE)) return { kind: "permanent", reason, recipientGone: "unreachable" };
  if (isOneOf(UNREACHABLE_NOW)) {
    return attempt >= UNREACHABLE_ATTEMPTS_MAX
      ? { kind: "permanent", reason, recipientGone: "unreachable" }
      : { kind: "retry", reason };
  }
  const isOurs = status === 401 || status === 403 || status === 404;
  return { kind: isOurs || isOneOf(CONFIGURATION) ? "configuration" : "permanent", reason };
}
