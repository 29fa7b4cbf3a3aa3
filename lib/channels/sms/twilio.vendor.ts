import { REPLY_ASKED } from "../../language/channel-words.ts";
import { cutText } from "../message-parts.ts";
import type { OutgoingMessage, SendMessage } from "../ports.ts";
import { openTwilio, type TwilioAccount, twilioSender } from "../twilio.vendor.ts";
import { TEXT_ANSWERS } from "./rules.ts";

/** Twilio refuses more than 1,600 characters; a cut alert is better than none. */
const TEXT_CHARACTERS_MAX = 1_500;
const REFERENCE_CHARACTERS = 8;
/** The number of recent messages to a number among which to search for ours. */
const LOOK_BACK_MAX = 50;

const FAILED = ["failed", "undelivered", "canceled"];

type TwilioOptions = TwilioAccount & {
  /** A number of ours in E.164, or a messaging service (`MG…`). */
  from: string;
  /** Where Twilio posts a text's status; null if it can't reach us. */
  statusUrl?: ((messageId: string) => string) | null;
  /** True if Twilio posts texts to our number to us. */
  takesReplies?: boolean;
};

/**
 * Sends texts through Twilio, which has no idempotency key: each text ends with its own reference, so that a later
 * attempt can find out whether an earlier one was sent after all.
 */
export function twilioSms(options: TwilioOptions): SendMessage {
  // The package would throw for such an id, and that would break the other channels too.
  if (!options.accountSid.startsWith("AC"))
    return async () => ({
      kind: "configuration",
      reason: "Twilio: TWILIO_ACCOUNT_SID does not begin with AC",
    });
  const { messages } = openTwilio(options);
  return twilioSender({
    earlier: (message) => findEarlier(messages, message),
    create: (message) => messages.create(textOf(message, options)),
    answers: TEXT_ANSWERS,
  });
}

type Messages = ReturnType<typeof openTwilio>["messages"];

const referenceOf = ({ id }: OutgoingMessage): string => `Ref ${id.slice(-REFERENCE_CHARACTERS)}`;

function textOf(message: OutgoingMessage, { from, statusUrl = null, takesReplies = false }: TwilioOptions) {
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

/** @throws if the list can't be read: then nothing is sent a second time */
async function findEarlier(messages: Messages, message: OutgoingMessage) {
  const reference = referenceOf(message);
  const recent = await messages.list({
    to: message.recipient,
    limit: LOOK_BACK_MAX,
    pageSize: LOOK_BACK_MAX,
  });
  return recent.find(({ body, status }) => body.endsWith(reference) && !FAILED.includes(status));
}
