import type { Language, Plan, Role, WayIn } from "../../../schema/vocabulary.ts";
import type { MessageContent } from "../../channels/content.ts";
import { DAY_MS } from "../../kernel/time.ts";
import { type LifecycleEmail, MAILS, ONBOARDING, SPENDING } from "../../language/languages.ts";
import { sayIn } from "../../language/say.ts";
import { nameText } from "../../language/sms-text.ts";
import { MESSAGE_LIMITS } from "../limits.ts";
import { letterOf, subjectText } from "./mail-layout.ts";

/** When it happened, and the zone of the reader's home, in which the mail says it. */
type Happened = { at: Date; timeZone: string; language: Language };

const timeText = ({ at, ...reader }: Happened): string =>
  sayIn({ ...reader, temperatureUnit: null }).time(at.getTime());

/** The last mail to a person. If they didn't delete the account, it reveals that somebody else used their mailbox. */
export const accountDeletedMail = (happened: Happened): MessageContent =>
  warning(happened.language, MAILS[happened.language].accountDeleted(timeText(happened)));

type HomeDeletedMail = Happened & { home: string; deletedBy: string };

/** For every member: nobody should learn from frozen pipes that their home is no longer monitored. */
export function homeDeletedMail({ home: named, deletedBy, ...happened }: HomeDeletedMail): MessageContent {
  const { language } = happened;
  const home = subjectText(named);
  const said = MAILS[language].homeDeleted(home, deletedBy, timeText(happened));
  return letterOf(language, said, { home, severity: "warning" });
}

/** Names neither person nor home: the number may belong to somebody else than the person who typed it. */
export const codeMessage = (code: string, language: Language): MessageContent => ({
  ...MAILS[language].code(code, MESSAGE_LIMITS.contactCodeMinutes),
  language,
});

type InvitationMail = {
  home: string;
  invitedBy: string;
  role: Role;
  days: number;
  url: string;
  declineUrl: string;
  language: Language;
};

/** Its link grants no access by itself: the reader still has to sign in with the invited address. */
export function invitationMail(mail: InvitationMail): MessageContent {
  const { home, invitedBy, role, days, url, declineUrl, language } = mail;
  const { invitation, aHome, roles } = MAILS[language];
  const said = invitation(nameText(home, aHome), invitedBy, roles[role], days);
  return letterOf(language, said, {
    button: { label: said.button, url },
    footer: [said.footer, { label: said.decline, url: declineUrl }],
  });
}

/** Confirms a new way to sign in. If the reader didn't add it, it reveals that somebody else is in their account. */
export function wayInMail(way: WayIn, happened: Happened): MessageContent {
  const { language } = happened;
  const { waysIn, wayInDone, wayInThen } = MAILS[language];
  const { subject, what } = waysIn[way];
  return warning(language, { subject, paragraphs: [`${what} ${wayInDone(timeText(happened))}`, wayInThen] });
}

type SignInMail = { code: string; url: string; minutes: number; language: Language };

/** Has a link, and a code for people who read mail on another device. */
export function signInMail({ code, url, minutes, language }: SignInMail): MessageContent {
  const said = MAILS[language].signIn(code, minutes);
  return letterOf(language, said, { button: { label: said.button, url }, footer: [said.footer] });
}

type CapNews = { channel: "sms" | "call" | "newcomer_mail"; period: string; used: number; max: number };

/** Tells operators that a cap is near or reached: messages over it go out as mail instead, or not at all. */
export function capMail({ channel, period, used, max }: CapNews, language: Language): MessageContent {
  const words = SPENDING[language];
  const { what, after, variable } = words.caps[channel];
  const [said, then] =
    used < max ? [words.capSome, words.capThen(after)] : [words.capAll, words.capNow(after)];
  const subject = `Hearthwatch: ${said(used, max, what, period)}`;
  return warning(language, { subject, paragraphs: [then, words.capMore(variable)] });
}

const warning = (language: Language, said: Parameters<typeof letterOf>[1]): MessageContent =>
  letterOf(language, said, { severity: "warning" });

export function homeLifecycleEmail(email: LifecycleEmail, home: string, url: string, language: Language) {
  const { openHome, yourHome } = MAILS[language];
  const name = nameText(home, yourHome);
  const { subject, text } = ONBOARDING[language][email](name);
  const button = { label: openHome, url };
  return letterOf(language, { subject, paragraphs: [text] }, { home: name, button });
}

/** The facts that decide a home's lifecycle emails; times in epoch milliseconds. */
export type LifecycleEmailFacts = {
  plan: Plan;
  trialEndsAtMs: number | null;
  createdAtMs: number;
  /** When the oldest device that still exists was created; null for none. */
  firstDeviceAtMs: number | null;
  firstReadingAtMs: number | null;
};

const LATE_MS = MESSAGE_LIMITS.lifecycleEmailDaysMax * DAY_MS;

/** Returns the lifecycle emails due now, but none long overdue: that was sent already, or the service was down. */
export const lifecycleEmailsDue = (facts: LifecycleEmailFacts, nowMs: number): LifecycleEmail[] =>
  [trialEmail(facts, nowMs), onboardingEmail(facts, nowMs)].filter((email) => email !== null);

/** Returns only the latest of several missed trial emails, and none for a home on Pro. */
function trialEmail({ plan, trialEndsAtMs }: LifecycleEmailFacts, nowMs: number): LifecycleEmail | null {
  if (plan === "pro" || trialEndsAtMs === null) return null;
  const leftMs = trialEndsAtMs - nowMs;
  if (leftMs <= 0) return leftMs > -LATE_MS ? "trial_ended" : null;
  if (leftMs <= DAY_MS) return "trial_1_day";
  if (leftMs <= 3 * DAY_MS) return "trial_3_days";
  return leftMs <= 7 * DAY_MS ? "trial_7_days" : null;
}

function onboardingEmail(facts: LifecycleEmailFacts, nowMs: number): LifecycleEmail | null {
  const { createdAtMs, firstDeviceAtMs, firstReadingAtMs } = facts;
  const isBetween = (sinceMs: number, fromMs: number) =>
    nowMs - sinceMs >= fromMs && nowMs - sinceMs < fromMs + LATE_MS;
  if (firstReadingAtMs !== null) return isBetween(firstReadingAtMs, 0) ? "first_reading" : null;
  if (firstDeviceAtMs !== null) return isBetween(firstDeviceAtMs, DAY_MS) ? "no_reading" : null;
  return isBetween(createdAtMs, DAY_MS) ? "no_device" : null;
}
