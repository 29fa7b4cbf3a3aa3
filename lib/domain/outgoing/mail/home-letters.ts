import { escapeHtml } from "../../digest/escape-html.ts";
import type { MessageContent } from "../message.ts";
import { subjectText } from "./subject-text.ts";

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
  trial_7_days: (home) => ({ subject: `${home}: a week of the Pro trial is left`, text: TRIAL_END }),
  trial_3_days: (home) => ({ subject: `${home}: three days of the Pro trial are left`, text: TRIAL_END }),
  trial_1_day: (home) => ({ subject: `${home}: the Pro trial ends tomorrow`, text: TRIAL_END }),
  trial_ended: (home) => ({
    subject: `${home}: the Pro trial has ended`,
    text: "The home goes on with the Free plan. Its history stays as it is for 30 days, should you want Pro.",
  }),
  no_device: (home) => ({
    subject: `${home} has no device yet`,
    text: "Add one, and it gets an address to which any sensor can post its readings.",
  }),
  no_reading: (home) => ({
    subject: `${home} waits for its first reading`,
    text: "Its device has not been heard yet. The device's page shows a command to try its address with.",
  }),
  first_reading: (home) => ({
    subject: `${home}: the first reading has arrived`,
    text: "From now on its sensors are watched. Set the limits and who is told on the page of alerts.",
  }),
};

export function homeLetter(letter: Letter, home: string, dashboardUrl: string): MessageContent {
  const { subject, text } = WORDS[letter](subjectText(home));
  const url = escapeHtml(dashboardUrl);
  return {
    subject,
    text: `${subject}.\n\n${text}\n\n${dashboardUrl}\n`,
    html: `<p>${escapeHtml(subject)}.</p><p>${escapeHtml(text)}</p><p><a href="${url}">${url}</a></p>`,
  };
}
