import { LIMITS } from "../../../schema/limits.ts";
import type { Role } from "../../../schema/vocabulary.ts";
import type { MessageContent } from "../message.ts";
import { nameText } from "../notice/plain-text.ts";
import { mailOf, subjectText } from "./mail-layout.ts";

/** The last message to a person: whoever did not ask for it learns that somebody was in their mailbox. */
export function accountDeletedMail(at: Date): MessageContent {
  const when = `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const what = `Your account on Hearthwatch was deleted on ${when}, and with it every home that was yours alone.`;
  const then =
    "You are told nothing any more, and nobody watches those homes. Signing in again begins a new account.";
  return {
    subject: "Your Hearthwatch account was deleted",
    ...mailOf({ title: "Your account was deleted", severity: "warning", paragraphs: [what, then] }),
  };
}

export type HomeDeletedMail = { home: string; deletedBy: string; at: Date };

/** For every member: a home that watches nothing any more must not be noticed by its frozen pipes. */
export function homeDeletedMail({ home, deletedBy, at }: HomeDeletedMail): MessageContent {
  const when = `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const what = `${deletedBy} deleted the home "${subjectText(home)}" on ${when}.`;
  const then = "Its sensors are no longer watched, nobody is told anything, and its readings are erased.";
  return {
    subject: "A home of yours on Hearthwatch was deleted",
    ...mailOf({
      home: subjectText(home),
      title: "This home was deleted",
      severity: "warning",
      paragraphs: [what, then],
    }),
  };
}

export type CapNews = { channel: "sms" | "newcomer_mail"; period: string; used: number; max: number };

const CAPS = {
  sms: {
    what: "SMS messages",
    after:
      "Once all are used, alerts go out as mail instead until the day (UTC) is over. SMS_PER_DAY sets how many there may be.",
  },
  newcomer_mail: {
    what: "mails to newcomers",
    after:
      "Once all are used, nobody new can sign up until the day (UTC) is over; everyone with a home still can sign in. NEWCOMER_MAILS_PER_DAY sets how many there may be.",
  },
} as const;

/** For the operators: what is over the cap goes out as mail instead, or not at all. */
export function capMail({ channel, period, used, max }: CapNews): MessageContent {
  const { what, after } = CAPS[channel];
  return warning(`Hearthwatch: ${used} of ${max} ${what} of ${period} are used`, after);
}

/** For the operators: without money no text message goes out, not even a leak's. */
export const balanceMail = ({ amount, currency }: { amount: number; currency: string }): MessageContent =>
  warning(
    `Hearthwatch: ${amount.toFixed(2)} ${currency} are left for text messages`,
    "At zero no text message is sent, not even about a leak: top up the account at Twilio. SMS_BALANCE_WARNING sets when you hear of it.",
  );

const warning = (subject: string, text: string): MessageContent => ({
  subject,
  ...mailOf({ title: subject, severity: "warning", paragraphs: [text] }),
});

/** Names nobody and nothing: whoever has the number now may not be who typed it. */
export const codeMessage = (code: string): MessageContent => ({
  subject: "Your Hearthwatch code",
  text: `${code} is your Hearthwatch code. It works for ${LIMITS.contactCodeMinutes} minutes. If you did not ask for it, ignore it.`,
});

/** `title` is the alert's own; `by` an address; `url` opens the alert for whoever signs in. */
export type HandOverMail = { home: string; title: string; by: string; url: string };

/** The mail to the person whom an alert was handed over to, sent once. */
export function handOverMail({ home, title, by, url }: HandOverMail): MessageContent {
  const name = nameText(home, "your home");
  const what = nameText(title, "an alert");
  return {
    subject: `Yours now: ${what}, at ${name}`,
    ...mailOf({
      title: `${what}: you are on it now`,
      paragraphs: [
        `${by} hands this alert of ${name} over to you.`,
        "Everybody else sees that you are on it, and gets no more reminders unless it gets worse.",
      ],
      button: { label: "See the alert", url },
      footer: ["If you cannot see to it, hand it over to somebody else on its page."],
    }),
  };
}

export type InvitationMail = { home: string; invitedBy: string; role: Role; url: string; declineUrl: string };

/** Holds nothing that opens anything: whoever reads it still has to sign in with the address. */
export function invitationMail({ home, invitedBy, role, url, declineUrl }: InvitationMail): MessageContent {
  const asWhat = role === "owner" ? "an owner" : `a ${role}`;
  const name = nameText(home, "a home");
  return {
    subject: `You are invited to ${name} on Hearthwatch`,
    ...mailOf({
      title: `You are invited to ${name}`,
      paragraphs: [
        `${invitedBy} invites you as ${asWhat}.`,
        `Sign in with this address within ${LIMITS.invitationDays} days to accept.`,
      ],
      button: { label: "Sign in", url },
      footer: [
        "You do not know them? Do nothing, or decline so that they cannot invite you again.",
        { label: "Decline", url: declineUrl },
      ],
    }),
  };
}

export type SignInMail = { code: string; url: string };

/** The link and the code in one message: the code is for whoever reads mail on another machine. */
export const signInMail = ({ code, url }: SignInMail): MessageContent => ({
  subject: `${code} is your Hearthwatch sign-in code`,
  ...mailOf({
    title: "Sign in to Hearthwatch",
    paragraphs: [
      `Type this code: ${code}`,
      `Or follow the link. Both work once, for ${LIMITS.signInMinutes} minutes.`,
    ],
    button: { label: "Sign in", url },
    footer: ["If you did not ask for this, ignore it: nobody gets in without it."],
  }),
});
