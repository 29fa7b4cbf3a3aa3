import type { Language, Plan } from "../../../schema/vocabulary.ts";
import { DAY_MS } from "../../kernel/time.ts";
import { MAILS, ONBOARDING } from "../../language/mails.ts";
import { MESSAGE_LIMITS } from "../limits.ts";
import type { MessageContent } from "../message.ts";
import { nameText } from "../notice/plain-text.ts";
import type { Letter } from "./letter.ts";
import { mailOf } from "./mail-layout.ts";

export function homeLetter(
  letter: Letter,
  home: string,
  dashboardUrl: string,
  language: Language,
): MessageContent {
  const { openHome, yourHome } = MAILS[language];
  const name = nameText(home, yourHome);
  const { subject, text } = ONBOARDING[language][letter](name);
  const page = {
    language,
    home: name,
    title: subject,
    paragraphs: [text],
    button: { label: openHome, url: dashboardUrl },
  };
  return { subject, ...mailOf(page) };
}

/** What is known of a home when its owners may be written to; times in epoch milliseconds. */
export type LetterFacts = {
  plan: Plan;
  trialEndsAtMs: number | null;
  createdAtMs: number;
  /** When its first device was made that is still there; null for none. */
  firstDeviceAtMs: number | null;
  /** When the first sensor read; null for none. */
  firstReadingAtMs: number | null;
};

const LATE_MS = MESSAGE_LIMITS.letterDaysMax * DAY_MS;

/**
 * The letters that are due now. One that is long overdue is not written: the service was down, or it was
 * sent.
 */
export const lettersDue = (facts: LetterFacts, nowMs: number): Letter[] =>
  [trialLetter(facts, nowMs), onboardingLetter(facts, nowMs)].filter((letter) => letter !== null);

/** Only the last of several that were missed is due. An owner who has chosen Pro needs no word of a trial. */
function trialLetter({ plan, trialEndsAtMs }: LetterFacts, nowMs: number): Letter | null {
  if (plan === "pro" || trialEndsAtMs === null) return null;
  const leftMs = trialEndsAtMs - nowMs;
  if (leftMs <= 0) return leftMs > -LATE_MS ? "trial_ended" : null;
  if (leftMs <= DAY_MS) return "trial_1_day";
  if (leftMs <= 3 * DAY_MS) return "trial_3_days";
  return leftMs <= 7 * DAY_MS ? "trial_7_days" : null;
}

function onboardingLetter(facts: LetterFacts, nowMs: number): Letter | null {
  const { createdAtMs, firstDeviceAtMs, firstReadingAtMs } = facts;
  const isBetween = (sinceMs: number, fromMs: number) =>
    nowMs - sinceMs >= fromMs && nowMs - sinceMs < fromMs + LATE_MS;
  if (firstReadingAtMs !== null) return isBetween(firstReadingAtMs, 0) ? "first_reading" : null;
  if (firstDeviceAtMs !== null) return isBetween(firstDeviceAtMs, DAY_MS) ? "no_reading" : null;
  return isBetween(createdAtMs, DAY_MS) ? "no_device" : null;
}
