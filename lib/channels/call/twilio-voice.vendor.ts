import { LANGUAGES } from "../../../schema/vocabulary.ts";
import type { Clock, OutgoingMessage, SendMessage } from "../../kernel/ports.ts";
import { SECOND_MS } from "../../kernel/time.ts";
import type { SendResult } from "../../messages/delivery/settle.ts";
import { answerUrl } from "../receipt-url.ts";
import { askTwilio, isAnswered, type TwilioAccount } from "../sms/twilio.vendor.ts";
import { callTwiml, classifyCall, spokenText } from "./spoken.ts";

type VoiceOptions = TwilioAccount & {
  /** A number of ours in E.164: a messaging service cannot call. */
  from: string;
  /** Where Twilio posts how a call ended; null if it can't reach us, and then the call doesn't ask for a key. */
  statusUrl: ((messageId: string) => string) | null;
  clock: Clock;
};

const RING_SECONDS = "25";
const CALL_SECONDS_MAX = "120";
/** A call to the number that is so young is the one whose answer was lost. */
const LOOK_BACK_MS = 150 * SECOND_MS;
const LOOK_BACK_MAX = "20";
const FAILED = ["failed", "canceled"];

/**
 * Phone calls by Twilio Voice, which has no idempotency key: before a call is repeated, the last calls to the
 * number are checked. The words are sent with the call, so that nothing has to be fetched while it rings.
 */
export function twilioVoice(options: VoiceOptions): SendMessage {
  const { from } = options;
  return async (message) => {
    if (!from.startsWith("+")) return { kind: "configuration", reason: "Twilio: no number to call from" };
    try {
      const earlier = message.attempt > 1 ? await findEarlier(options, message.recipient) : null;
      return earlier === null ? await place(options, message) : { kind: "sent", providerId: earlier };
    } catch (error) {
      const name = error instanceof Error ? error.name : "unknown";
      return { kind: "retry", reason: `Twilio: no answer (${name})` };
    }
  };
}

async function place(options: VoiceOptions, message: OutgoingMessage): Promise<SendResult> {
  const { statusUrl } = options;
  const status = statusUrl === null ? {} : { StatusCallback: statusUrl(message.id) };
  const form = {
    To: message.recipient,
    From: options.from,
    Twiml: twimlFor(message, statusUrl !== null),
    Timeout: RING_SECONDS,
    TimeLimit: CALL_SECONDS_MAX,
    MachineDetection: "Enable",
    ...status,
  };
  const answer = await askTwilio(options, "Calls.json", form);
  const { sid } = answer.body;
  if (isAnswered(answer)) return { kind: "sent", providerId: typeof sid === "string" ? sid : null };
  return classifyCall(answer.status, answer.code, answer.retryAfter);
}

function twimlFor({ content }: OutgoingMessage, canAnswer: boolean): string {
  const { url, language = LANGUAGES[0], mayAcknowledge = false, urgency = "news" } = content;
  const isNews = urgency !== "news";
  const answered = canAnswer && mayAcknowledge && isNews ? answerUrl("call", url) : null;
  return callTwiml({ text: spokenText(content), language, answerUrl: answered, isNews });
}

/** @throws like a call: without the look nobody is rung a second time */
async function findEarlier(options: VoiceOptions, to: string): Promise<string | null> {
  const asked = new URLSearchParams({ To: to, PageSize: LOOK_BACK_MAX });
  const answer = await askTwilio(options, `Calls.json?${asked}`, null);
  if (!isAnswered(answer)) throw new Error(`HTTP ${answer.status}`);
  const calls = (answer.body.calls ?? []) as { sid: string; status: string; date_created: string | null }[];
  const since = options.clock().getTime() - LOOK_BACK_MS;
  const found = calls.find(
    ({ status, date_created: at }) =>
      // One that waits to be dialled has no date yet.
      !FAILED.includes(status) && (at === null || Date.parse(at) >= since),
  );
  return found?.sid ?? null;
}
