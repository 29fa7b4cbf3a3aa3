import type { Language, Role } from "../../../schema/vocabulary.ts";
import { MAILS } from "../../language/languages.ts";
import { PEOPLE_LIMITS } from "../../people/limits.ts";
import { MESSAGE_LIMITS } from "../limits.ts";
import type { MessageContent } from "../message.ts";
import { nameText } from "../sms-text.ts";
import type { WayIn } from "./lifecycle-email.ts";
import { mailOf, subjectText } from "./mail-layout.ts";

const utcText = (at: Date): string => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** The last message to a person: whoever did not ask for it learns that somebody was in their mailbox. */
export function accountDeletedMail(at: Date, language: Language): MessageContent {
  const { subject, title, paragraphs } = MAILS[language].accountDeleted(utcText(at));
  return { subject, ...mailOf({ language, title, severity: "warning", paragraphs }) };
}

type HomeDeletedMail = { home: string; deletedBy: string; at: Date; language: Language };

/** For every member: a home that watches nothing any more must not be noticed by its frozen pipes. */
export function homeDeletedMail({ home, deletedBy, at, language }: HomeDeletedMail): MessageContent {
  const name = subjectText(home);
  const { subject, title, paragraphs } = MAILS[language].homeDeleted(name, deletedBy, utcText(at));
  return { subject, ...mailOf({ language, home: name, title, severity: "warning", paragraphs }) };
}

/** Names nobody and nothing: whoever has the number now may not be who typed it. */
export const codeMessage = (code: string, language: Language): MessageContent => ({
  ...MAILS[language].code(code, MESSAGE_LIMITS.contactCodeMinutes),
  language,
});

type InvitationMail = {
  home: string;
  invitedBy: string;
  role: Role;
  url: string;
  declineUrl: string;
  language: Language;
};

/** Holds nothing that opens anything: whoever reads it still has to sign in with the address. */
export function invitationMail(mail: InvitationMail): MessageContent {
  const { home, invitedBy, role, url, declineUrl, language } = mail;
  const { invitation, aHome } = MAILS[language];
  const said = invitation(nameText(home, aHome), invitedBy, role, PEOPLE_LIMITS.invitationDays);
  const { subject, title, paragraphs, button, footer, decline } = said;
  return {
    subject,
    ...mailOf({
      language,
      title,
      paragraphs,
      button: { label: button, url },
      footer: [footer, { label: decline, url: declineUrl }],
    }),
  };
}

/** For the person themselves: whoever did not do it learns that somebody is in their account. */
export function wayInMail(way: WayIn, at: Date, language: Language): MessageContent {
  const { waysIn, wayInDone, wayInThen } = MAILS[language];
  const { subject, what } = waysIn[way];
  const paragraphs = [`${what} ${wayInDone(utcText(at))}`, wayInThen];
  return { subject, ...mailOf({ language, title: subject, severity: "warning", paragraphs }) };
}

type SignInMail = { code: string; url: string; language: Language };

/** The link and the code in one message: the code is for whoever reads mail on another machine. */
export function signInMail({ code, url, language }: SignInMail): MessageContent {
  const { subject, title, paragraphs, button, footer } = MAILS[language].signIn(
    code,
    PEOPLE_LIMITS.signInMinutes,
  );
  const page = { language, title, paragraphs, button: { label: button, url }, footer: [footer] };
  return { subject, ...mailOf(page) };
}

export type CapNews = {
  channel: "sms" | "call" | "newcomer_mail";
  period: string;
  used: number;
  max: number;
};

const CAPS = {
  sms: {
    what: "text messages",
    after:
      "alerts go out by email instead until midnight UTC, all but the first text about a leak in an established home",
    variable: "SMS_PER_DAY",
  },
  call: {
    what: "phone calls",
    after: "nobody is called until midnight UTC; alerts go out on the other channels",
    variable: "CALLS_PER_DAY",
  },
  newcomer_mail: {
    what: "emails to newcomers",
    after: "nobody new can sign up until midnight UTC; everyone with a home still can sign in",
    variable: "NEWCOMER_MAILS_PER_DAY",
  },
} as const;

/** For the operators: what is over the cap goes out as mail instead, or not at all. */
export function capMail({ channel, period, used, max }: CapNews): MessageContent {
  const { what, after, variable } = CAPS[channel];
  const isUsedUp = used >= max;
  return warning(
    `Hearthwatch: ${isUsedUp ? `all ${max}` : `${used} of ${max}`} ${what} of ${period} are used`,
    `${isUsedUp ? "From now on" : "Once all are used,"} ${after}.`,
    `To allow more in a day, raise ${variable}.`,
  );
}

type BalanceNews = { title: string; reason: string; mail: MessageContent };

/** For the operators: without money no text message goes out, not even a leak's. `amount` in the account's currency. */
export function balanceNews({ amount, currency }: { amount: number; currency: string }): BalanceNews {
  const left = `${amount.toFixed(2)} ${currency}`;
  const title = amount > 0 ? `${left} left for text messages` : `No money left for text messages (${left})`;
  const reason = `${amount > 0 ? "At zero no text message is sent" : "No text message is sent now"}, not even about a leak: alerts go out on the other channels alone. Top up the account at Twilio.`;
  const then =
    "You'll hear of it again after the account had more in between. SMS_BALANCE_WARNING sets from when on.";
  return { title, reason, mail: warning(`Hearthwatch: ${title}`, reason, then) };
}

const warning = (subject: string, ...paragraphs: string[]): MessageContent => ({
  subject,
  ...mailOf({ language: "en", title: subject, severity: "warning", paragraphs }),
});
