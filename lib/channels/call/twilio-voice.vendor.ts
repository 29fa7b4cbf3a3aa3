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
/** A call to the number that is younger than this counts as the one whose response was lost. */
const LOOK_BACK_MS = 150 * SECOND_MS;
const LOOK_BACK_MAX = 20;
const FAILED = ["failed", "canceled"];

/**
 * Makes phone calls through Twilio Voice, which has no idempotency key: before a repeat, it checks the last calls to
 * the number. The request contains the spoken text, so that Twilio has to fetch nothing while the phone rings.
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

/** @throws if the list can't be read: then nobody is called a second time */
async function findEarlier(calls: Calls, to: string, { clock }: VoiceOptions) {
  const since = clock().getTime() - LOOK_BACK_MS;
  const recent = await calls.list({ to, limit: LOOK_BACK_MAX, pageSize: LOOK_BACK_MAX });
  return recent.find(
    ({ status, dateCreated }) =>
      // A queued call has no date yet.
      !FAILED.includes(status) && (dateCreated === null || dateCreated.getTime() >= since),
  );
}
