import { CHANNEL_LIMITS } from "../limits.ts";
import { breaksThrough } from "../quiet-hours.ts";
import { type ChannelRules, lastCharacters } from "../rules.ts";
import type { TwilioCodes } from "../twilio-answers.ts";
import { urgencyOf } from "../urgency.ts";

/** What wakes somebody: a leak or a critical alert that nobody has taken on. Never the end of one. */
export const CALL: ChannelRules<"call"> = {
  label: "Phone calls",
  needs: ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM"],
  defaultChoice: true,
  wants: (kind, { transition, severity }, choice) =>
    choice && breaksThrough(kind, severity) && (transition === "opened" || transition === "worsened"),
  keepsQuietHours: true,
  afterMinutes: CHANNEL_LIMITS.callAfterMinutes,
  isOnlyUnanswered: true,
  contacts: { max: 1, proof: "code", provenBy: "sms", isExclusive: false },
  goneBlock: "call_number_gone",
  write: ({ subject, event, url, mayAcknowledge, language }) => ({
    subject,
    text: subject,
    // The sender words it: the functions that only name channels carry no voice.
    event,
    language,
    url,
    urgency: urgencyOf(event),
    mayAcknowledge,
  }),
  mask: lastCharacters,
};

/** What Twilio's codes mean of a call (twilio.com/docs/api/errors). */
export const CALL_CODES: TwilioCodes = {
  gone: [{ because: "unreachable", codes: [13_223, 13_224, 13_226, 21_201, 21_211, 21_214, 21_217] }],
  configuration: [
    10_001, 10_003, 13_227, 20_003, 20_005, 20_404, 21_205, 21_210, 21_212, 21_215, 21_216, 21_219, 21_609,
  ],
};
