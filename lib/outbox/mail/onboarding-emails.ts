import type { Language, Plan } from "../../../schema/vocabulary.ts";
import type { MessageContent } from "../../channels/content.ts";
import { DAY_MS } from "../../kernel/time.ts";
import { type LifecycleEmail, MAILS, ONBOARDING } from "../../language/languages.ts";
import { nameText } from "../../language/sms-text.ts";
import { MESSAGE_LIMITS } from "../limits.ts";
import { letterOf } from "./mail-layout.ts";

export function homeLifecycleEmail(
  email: LifecycleEmail,
  home: string,
  dashboardUrl: string,
  language: Language,
): MessageContent {
  const { openHome, yourHome } = MAILS[language];
  const name = nameText(home, yourHome);
  const { subject, text } = ONBOARDING[language][email](name);
  const button = { label: openHome, url: dashboardUrl };
  return letterOf(language, { subject, title: subject, paragraphs: [text] }, { home: name, button });
}

/** What is known of a home when its owners may be written to; times in epoch milliseconds. */
export type LifecycleEmailFacts = {
  plan: Plan;
  trialEndsAtMs: number | null;
  createdAtMs: number;
  /** When its first device was made that is still there; null for none. */
  firstDeviceAtMs: number | null;
  /** When the first sensor read; null for none. */
  firstReadingAtMs: number | null;
};

const LATE_MS = MESSAGE_LIMITS.lifecycleEmailDaysMax * DAY_MS;

/**
 * The lifecycle emails that are due now. One that is long overdue is not written: the service was down, or it was
 * sent.
 */
export const lifecycleEmailsDue = (facts: LifecycleEmailFacts, nowMs: number): LifecycleEmail[] =>
  [trialEmail(facts, nowMs), onboardingEmail(facts, nowMs)].filter((email) => email !== null);

/** Only the last of several that were missed is due. An owner who has chosen Pro needs no word of a trial. */
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
