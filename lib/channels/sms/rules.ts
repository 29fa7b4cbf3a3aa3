import type { AlertKind, SmsChoice } from "../../../schema/vocabulary.ts";
import { priceOf } from "../../budget/limits.ts";
import { done, type Outcome } from "../../kernel/outcome.ts";
import type { SendingPolicy } from "../../kernel/ports.ts";
import { refuseAddress } from "../../language/channel-words.ts";
import type { AnswerTable } from "../answers.ts";
import type { News } from "../content.ts";
import { shortForm } from "../message-parts.ts";
import { breaksThrough } from "../quiet-hours.ts";
import {
  type AddressRules,
  type ChannelRules,
  lastCharacters,
  type NewAddress,
  plainAddress,
} from "../rules.ts";

export const SMS: ChannelRules<"sms"> = {
  label: "SMS",
  needs: ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM"],
  // Text messages cost money: by default only what breaks through quiet hours.
  defaultChoice: "critical",
  wants: (kind, news, choice) => isForSms(kind, news, choice),
  keepsQuietHours: true,
  contacts: { max: 1, proof: "code", isExclusive: false },
  goneBlock: "number_gone",
  write: (notice) => ({ ...shortForm(notice), text: notice.sms }),
  mask: lastCharacters,
};

/** Decides what is worth a text: news that opens or worsens an alert, and a leak's reminders, as the person chose. */
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

/** The meaning of Twilio's error codes for a text (twilio.com/docs/api/errors). */
export const TEXT_ANSWERS: AnswerTable = [
  { code: [21_610], means: { kind: "permanent", recipientGone: "opted_out" } },
  { code: [21_211, 21_612, 21_614], means: { kind: "permanent", recipientGone: "unreachable" } },
  // The phone is off or its carrier has trouble: it counts as gone only if that continues.
  {
    code: [30_003, 30_004, 30_005, 30_006],
    fromAttempt: 3,
    means: { kind: "permanent", recipientGone: "unreachable" },
  },
  {
    code: [20_003, 20_005, 20_404, 21_212, 21_408, 21_603, 21_606, 21_659, 21_660],
    means: { kind: "configuration" },
  },
];

const E164 = /^\+[1-9]\d{6,14}$/;

/** Reads a number in E.164. Drops spaces and punctuation between the digits. */
export function readNumber(text: string, { policy }: AddressRules): Outcome<NewAddress> {
  const address = text.replace(/[\s().-]/g, "");
  if (!E164.test(address)) return refuseAddress((words) => words.countryCode);
  if (priceOf(address, policy) === null) return refuseNumber(address, policy);
  return done(plainAddress(address));
}

function refuseNumber(address: string, { smsPrefixes }: SendingPolicy) {
  const isInside = smsPrefixes.some((prefix) => address.startsWith(prefix));
  return refuseAddress((words) =>
    isInside ? words.kindNotServed : words.onlyPrefixes(smsPrefixes.join(", ")),
  );
}
