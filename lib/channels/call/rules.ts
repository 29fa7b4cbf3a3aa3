import type { AnswerTable } from "../answers.ts";
import { CHANNEL_LIMITS } from "../limits.ts";
import { shortForm } from "../message-parts.ts";
import { breaksThrough } from "../quiet-hours.ts";
import { type ChannelRules, lastCharacters } from "../rules.ts";

/** Calls to wake people: for leaks and critical alerts that nobody has acknowledged, and never for an alert's end. */
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
  // The sender writes the spoken text, so that functions that only name channels don't bundle the words of calls.
  write: (notice) => ({ ...shortForm(notice), text: notice.subject, event: notice.event }),
  mask: lastCharacters,
};

/** The meaning of Twilio's error codes for a call (twilio.com/docs/api/errors). */
export const CALL_ANSWERS: AnswerTable = [
  {
    code: [13_223, 13_224, 13_226, 21_201, 21_211, 21_214, 21_217],
    means: { kind: "permanent", recipientGone: "unreachable" },
  },
  {
    code: [
      10_001, 10_003, 13_227, 20_003, 20_005, 20_404, 21_205, 21_210, 21_212, 21_215, 21_216, 21_219, 21_609,
    ],
    means: { kind: "configuration" },
  },
];
