import type { Twilio } from "twilio";
import BaseTwilio from "twilio/lib/base/BaseTwilio.js";
import ApiBase from "twilio/lib/rest/ApiBase.js";
import { LIMITS } from "../../../schema/limits.ts";
import type { OutgoingMessage, SendMessage } from "../../kernel/ports.ts";
import { REPLY_ASKED } from "../../language/channels.ts";
import type { SendResult } from "../../messages/delivery/settle.ts";
import { cutText } from "../cut-text.ts";
import { TwilioUnavailable, twilioHttp } from "./twilio-http.vendor.ts";

export type TwilioOptions = {
  accountSid: string;
  authToken: string;
  /** A number of ours in E.164, or a messaging service (`MG…`). */
  from: string;
  /** Twilio's own when absent. */
  baseUrl?: string | undefined;
  timeoutMs?: number;
  /** Where Twilio posts what becomes of a text; null where it cannot reach us. */
  statusUrl?: ((messageId: string) => string) | null;
  /** Whether what people text to our number is posted to us. */
  takesReplies?: boolean;
};

/** Twilio refuses more than 1,600; an alert that is cut is better than none. */
const TEXT_CHARACTERS_MAX = 1_500;
const REFERENCE_CHARACTERS = 8;
/** How many of the last messages to one number are looked through for ours. */
const LOOK_BACK_MAX = 50;
const UNREACHABLE_ATTEMPTS_MAX = 3;

const OPTED_OUT = [21610];
const NOT_A_MOBILE = [21211, 21612, 21614];
/** The handset is off or its carrier has trouble: gone only if that stays so. */
const UNREACHABLE_NOW = [30003, 30004, 30005, 30006];
/** Our account, our sender or where it may send to. */
const CONFIGURATION = [20003, 20005, 20404, 21212, 21408, 21603, 21606, 21659, 21660];

/**
 * SMS through Twilio, which knows no idempotency key: each text ends with a reference of its own, by which a
 * later attempt finds out whether an earlier one arrived after all.
 */
export function twilioSms(options: TwilioOptions): SendMessage {
  const { accountSid, authToken, baseUrl, timeoutMs = LIMITS.providerTimeoutMs } = options;
  // Twilio's package throws for it, which would take the other channels down too.
  if (!accountSid.startsWith("AC"))
    return async () => ({
      kind: "configuration",
      reason: "Twilio: TWILIO_ACCOUNT_SID does not begin with AC",
    });
  const messages = openMessages(accountSid, authToken, { httpClient: twilioHttp({ timeoutMs, baseUrl }) });
  const sender = options.from.startsWith("MG")
    ? { messagingServiceSid: options.from }
    : { from: options.from };
  return async (message) => {
    try {
      const earlier = message.attempt > 1 ? await findEarlier(messages, message) : undefined;
      const { sid } = earlier ?? (await messages.create({ ...sender, ...textTo(message, options) }));
      return { kind: "sent", providerId: sid };
    } catch (error) {
      return classify(error, message.attempt);
    }
  };
}

type Messages = Twilio["messages"];
type ClientOptions = ConstructorParameters<typeof BaseTwilio.Client>[2];

/**
 * What `twilio(…).messages` is, without the package's front door: behind that lie all of Twilio's products,
 * three megabytes that a function would load at every cold start.
 */
function openMessages(accountSid: string, authToken: string, options: ClientOptions): Messages {
  const client = new BaseTwilio.Client(accountSid, authToken, options);
  return new ApiBase(client).v2010.account.messages;
}

const referenceOf = ({ id }: OutgoingMessage): string => `Ref ${id.slice(-REFERENCE_CHARACTERS)}`;

function textTo(
  message: OutgoingMessage,
  { statusUrl = null, takesReplies = false }: TwilioOptions,
): { to: string; body: string; statusCallback?: string } {
  const { text, urgency, mayAcknowledge = false, language = "en" } = message.content;
  const isAsked = takesReplies && mayAcknowledge && urgency === "critical";
  const lines = [
    cutText(text, TEXT_CHARACTERS_MAX),
    ...(isAsked ? [REPLY_ASKED[language]] : []),
    referenceOf(message),
  ];
  const callback = statusUrl === null ? {} : { statusCallback: statusUrl(message.id) };
  return { to: message.recipient, body: lines.join("\n"), ...callback };
}

const FAILED = ["failed", "undelivered", "canceled"];

/** @throws like a send: without the look-up nothing is sent a second time */
async function findEarlier(
  messages: Messages,
  message: OutgoingMessage,
): Promise<{ sid: string } | undefined> {
  const recent = await messages.list({
    to: message.recipient,
    limit: LOOK_BACK_MAX,
    pageSize: LOOK_BACK_MAX,
  });
  const reference = referenceOf(message);
  return recent.find(({ body, status }) => body.endsWith(reference) && !FAILED.includes(status));
}

function classify(error: unknown, attempt: number): SendResult {
  if (error instanceof TwilioUnavailable) {
    const { retryAfter } = error;
    const reason = `Twilio: ${error.message}`;
    return { kind: "retry", reason, ...(Number.isFinite(retryAfter) ? { afterSeconds: retryAfter } : {}) };
  }
  const { status, code } = refusalOf(error);
  // No answer: it may have arrived, which the next attempt looks up.
  if (status === undefined) return { kind: "retry", reason: `Twilio: no answer (${nameOf(error)})` };
  const reason = `Twilio: ${code ?? `HTTP ${status}`}`;
  const isOneOf = (codes: readonly number[]) => code !== undefined && codes.includes(code);
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

function refusalOf(error: unknown): { status: number | undefined; code: number | undefined } {
  const { status, code } = (error ?? {}) as { status?: unknown; code?: unknown };
  return {
    status: typeof status === "number" ? status : undefined,
    code: typeof code === "number" ? code : undefined,
  };
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : "unknown");
