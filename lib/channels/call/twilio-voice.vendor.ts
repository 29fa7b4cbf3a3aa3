import { LANGUAGES } from "../../../schema/vocabulary.ts";
import type { Clock } from "../../kernel/ports.ts";
import { SECOND_MS } from "../../kernel/time.ts";
import { answerUrl } from "../message-parts.ts";
import type { OutgoingMessage, SendMessage } from "../ports.ts";
import { openTwilio, type TwilioAccount, twilioSender } from "../twilio.vendor.ts";
import { CALL_ANSWERS } from "./rules.ts";
import { callTwiml, spokenText } from "./spoken.ts";

type VoiceOptions = TwilioAccount & {
  /** A number of ours in E.164: a messaging service cannot call. */
  from: string;
  /** Where Twilio posts how a call ended; null if it can't reach us, and then the call doesn't ask for a key. */
  statusUrl: ((messageId: string) => string) | null;
  clock: Clock;
};

const RING_SECONDS = 25;
const CALL_SECONDS_MAX = 120;
/** A call to the number that is so young is the one whose answer was lost. */
const LOOK_BACK_MS = 150 * SECOND_MS;
const LOOK_BACK_MAX = 20;
const FAILED = ["failed", "canceled"];

/**
 * Phone calls by Twilio Voice, which has no idempotency key: before a call is repeated, the last calls to the
 * number are checked. The words are sent with the call, so that nothing has to be fetched while it rings.
 */
export function twilioVoice(options: VoiceOptions): SendMessage {
  const { from, accountSid, statusUrl } = options;
  if (!from.startsWith("+") || !accountSid.startsWith("AC"))
    return async () => ({ kind: "configuration", reason: "Twilio: no number or account to call from" });
  const { calls } = openTwilio(options);
  return twilioSender({
    earlier: ({ recipient }) => findEarlier(calls, recipient, options),
    create: (message) =>
      calls.create({
        to: message.recipient,
        from,
        twiml: twimlFor(message, statusUrl !== null),
        timeout: RING_SECONDS,
        timeLimit: CALL_SECONDS_MAX,
        machineDetection: "Enable",
        ...(statusUrl === null ? {} : { statusCallback: statusUrl(message.id) }),
      }),
    answers: CALL_ANSWERS,
  });
}

type Calls = ReturnType<typeof openTwilio>["calls"];

function twimlFor({ content }: OutgoingMessage, canAnswer: boolean): string {
  const { url, language = LANGUAGES[0], mayAcknowledge = false, urgency = "news" } = content;
  const isNews = urgency !== "news";
  const answered = canAnswer && mayAcknowledge && isNews ? answerUrl("call", url) : null;
  return callTwiml({ text: spokenText(content), language, answerUrl: answered, isNews });
}

/** @throws like a call: without the look nobody is rung a second time */
async function findEarlier(calls: Calls, to: string, { clock }: VoiceOptions) {
  const since = clock().getTime() - LOOK_BACK_MS;
  const recent = await calls.list({ to, limit: LOOK_BACK_MAX, pageSize: LOOK_BACK_MAX });
  return recent.find(
    ({ status, dateCreated }) =>
      // A call that waits to be dialled has no date yet.
      !FAILED.includes(status) && (dateCreated === null || dateCreated.getTime() >= since),
  );
}
