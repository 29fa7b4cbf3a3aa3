import { LIMITS } from "../../../schema/limits.ts";
import type { Plan } from "../../../schema/vocabulary.ts";
import { DAY_MS } from "../../kernel/time.ts";
import type { MessageContent } from "../message.ts";
import { nameText } from "../notice/plain-text.ts";
import { mailOf } from "./mail-layout.ts";

/** What a home's owners are written once. */
export const LETTERS = [
  "trial_7_days",
  "trial_3_days",
  "trial_1_day",
  "trial_ended",
  "no_device",
  "no_reading",
  "first_reading",
] as const;
export type Letter = (typeof LETTERS)[number];

type Words = { subject: string; text: string };

const TRIAL_END =
  "After it the home goes on with the Free plan: readings and alerts as before, shorter history, no API.";

const WORDS: { [L in Letter]: (home: string) => Words } = {
  trial_7_days: (home) => ({ subject: `A week of the Pro trial is left: ${home}`, text: TRIAL_END }),
  trial_3_days: (home) => ({ subject: `Three days of the Pro trial are left: ${home}`, text: TRIAL_END }),
  trial_1_day: (home) => ({ subject: `The Pro trial ends tomorrow: ${home}`, text: TRIAL_END }),
  trial_ended: (home) => ({
    subject: `The Pro trial has ended: ${home}`,
    text: "The home goes on with the Free plan. Its history stays as it is for 30 days, should you want Pro.",
  }),
  no_device: (home) => ({
    subject: `No device yet: ${home}`,
    text: "Add one, and it gets an address to which any sensor can post its readings.",
  }),
  no_reading: (home) => ({
    subject: `Still waiting for the first reading: ${home}`,
    text: "Its device has not been heard yet. The device's page shows a command to try its address with.",
  }),
  first_reading: (home) => ({
    subject: `The first reading has arrived: ${home}`,
    text: "From now on its sensors are watched. Set the limits and who is told on the page of alerts.",
  }),
};

export function homeLetter(letter: Letter, home: string, dashboardUrl: string): MessageContent {
  const name = nameText(home, "your home");
  const { subject, text } = WORDS[letter](name);
  const page = {
    home: name,
    title: subject,
    paragraphs: [text],
    button: { label: "Open the home", url: dashboardUrl },
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

const LATE_MS = LIMITS.letterDaysMax * DAY_MS;

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
