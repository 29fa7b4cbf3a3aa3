import type { AlertKind, SmsChoice } from "../../../schema/vocabulary.ts";
import type { News } from "../content.ts";
import { breaksThrough } from "../quiet-hours.ts";
import { type ChannelRules, lastCharacters } from "../rules.ts";
import type { TwilioCodes } from "../twilio-answers.ts";
import { urgencyOf } from "../urgency.ts";

export const SMS: ChannelRules<"sms"> = {
  label: "SMS",
  needs: ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM"],
  // Text messages cost money: by default only what breaks through quiet hours.
  defaultChoice: "critical",
  wants: (kind, news, choice) => isForSms(kind, news, choice),
  keepsQuietHours: true,
  contacts: { max: 1, proof: "code", isExclusive: false },
  goneBlock: "number_gone",
  write: ({ subject, sms, event, mayAcknowledge, language }) => ({
    subject,
    text: sms,
    urgency: urgencyOf(event),
    mayAcknowledge,
    language,
  }),
  mask: lastCharacters,
};

/** What is worth a text message, of those who get any: news, and a leak's reminders. */
function isForSms(kind: AlertKind, { transition, severity }: News, choice: SmsChoice): boolean {
  const isNews = transition === "opened" || transition === "worsened";
  if (!isNews && !(kind === "leak" && transition === "reminded")) return false;
  switch (choice) {
    case "off":
      return false;
    case "all":
      return true;
    case "critical":
      return breaksThrough(kind, severity);
    default:
      return choice satisfies never;
  }
}

/** What Twilio's codes mean of a text (twilio.com/docs/api/errors). */
export const TEXT_CODES: TwilioCodes = {
  gone: [
    { because: "opted_out", codes: [21_610] },
    { because: "unreachable", codes: [21_211, 21_612, 21_614] },
  ],
  unreachableNow: [30_003, 30_004, 30_005, 30_006],
  configuration: [20_003, 20_005, 20_404, 21_212, 21_408, 21_603, 21_606, 21_659, 21_660],
};
