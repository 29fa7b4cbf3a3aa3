import { REPLY_ASKED } from "../../language/languages.ts";
import type { SendResult } from "../../messages/delivery/settle.ts";
import { cutText } from "../cut-text.ts";
import type { OutgoingMessage, SendMessage } from "../ports.ts";
import { openTwilio, type TwilioAccount, type TwilioRefusal, twilioRefusal } from "../twilio.vendor.ts";

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

const FAILED = ["failed", "undelivered", "canceled"];

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
export function twilioSms(options: TwilioOptions): SendMessage {
  // Its package throws for it, and that would take the other channels down too.
  if (!options.accountSid.startsWith("AC"))
    return async () => ({
      kind: "configuration",
      reason: "Twilio: TWILIO_ACCOUNT_SID does not begin with AC",
    });
  const { messages } = openTwilio(options);
  return async (message) => {
    try {
      const earlier = message.attempt > 1 ? await findEarlier(messages, message) : undefined;
      const { sid } = earlier ?? (await messages.create(textOf(message, options)));
      return { kind: "sent", providerId: sid };
    } catch (error) {
      const refusal = twilioRefusal(error);
      if (refusal !== null) return classifyText(refusal, message.attempt);
      // It may have arrived; the next attempt checks.
      const name = error instanceof Error ? error.name : "unknown";
      return { kind: "retry", reason: `Twilio: no answer (${name})` };
    }
  };
}

type Messages = ReturnType<typeof openTwilio>["messages"];

const referenceOf = ({ id }: OutgoingMessage): string => `Ref ${id.slice(-REFERENCE_CHARACTERS)}`;

function textOf(
  message: OutgoingMessage,
  { from, statusUrl = null, takesReplies = false }: TwilioOptions,
): Parameters<Messages["create"]>[0] {
  const { text, urgency, mayAcknowledge = false, language = "en" } = message.content;
  const isAsked = takesReplies && mayAcknowledge && urgency === "critical";
  const lines = [
    cutText(text, TEXT_CHARACTERS_MAX),
    ...(isAsked ? [REPLY_ASKED[language]] : []),
    referenceOf(message),
  ];
  return {
    ...(from.startsWith("MG") ? { messagingServiceSid: from } : { from }),
    to: message.recipient,
    body: lines.join("\n"),
    ...(statusUrl === null ? {} : { statusCallback: statusUrl(message.id) }),
  };
}

/** @throws like a send: without the look-up nothing is sent a second time */
async function findEarlier(messages: Messages, message: OutgoingMessage) {
  const reference = referenceOf(message);
  const recent = await messages.list({
    to: message.recipient,
    limit: LOOK_BACK_MAX,
    pageSize: LOOK_BACK_MAX,
  });
  return recent.find(({ body, status }) => body.endsWith(reference) && !FAILED.includes(status));
}

/** What Twilio made of a text; `attempt` is the one that it refused. */
export function classifyText({ status, code, retryAfter }: TwilioRefusal, attempt: number): SendResult {
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
