import { MACHINE_PROBLEMS } from "../../../schema/machine-problems.ts";
import type { Role } from "../../../schema/vocabulary.ts";
import { toldBy, withTexts } from "../with-texts.ts";
import type { OnboardingWords } from "../words.ts";
import texts from "./mails.json" with { type: "json" };

const TRIAL_END =
  "After that, your home is on the Free plan: readings and alerts as before, a shorter history, no API.";

/** A language's words for what is written about accounts and homes. Times are UTC, as they are given. */
export const EN_MAILS = /* @__PURE__ */ withTexts(withTexts(texts.mails, toldBy(texts.told.mails)), {
  accountDeleted: (when: string) => ({
    subject: "Your Hearthwatch account was deleted",
    title: "Your account was deleted",
    paragraphs: [
      `Your Hearthwatch account was deleted on ${when}, together with every home where you were the only member.`,
      "You won't get alerts any more, and those homes are no longer monitored. If you sign in again, you'll start a new account.",
    ],
  }),
  homeDeleted: (home: string, by: string, when: string) => ({
    subject: "One of your homes on Hearthwatch was deleted",
    title: "This home was deleted",
    paragraphs: [
      `${by} deleted the home "${home}" on ${when}.`,
      "We no longer monitor its sensors or send alerts, and we've erased its readings.",
    ],
  }),
  code: (code: string, minutes: number) => ({
    subject: "Your Hearthwatch code",
    text: `${code} is your Hearthwatch code. It works for ${minutes} minutes. If you didn't ask for it, ignore it.`,
  }),
  handOver: (alert: string, home: string, by: string) => ({
    subject: `Assigned to you: ${alert}, at ${home}`,
    title: `${alert}: you're on it now`,
    paragraphs: [
      `${by} assigned this alert at ${home} to you.`,
      "Everyone else sees that you're on it. We'll stop reminders unless it gets worse.",
    ],
    button: "See the alert",
    footer: "If you can't take care of it, assign it to somebody else on its page.",
  }),
  invitation: (home: string, by: string, role: Role, days: number) => ({
    subject: `You're invited to ${home} on Hearthwatch`,
    title: `You're invited to ${home}`,
    paragraphs: [
      `${by} invites you as ${role === "owner" ? "an owner" : `a ${role}`}.`,
      `Sign in with this address within ${days} days to accept.`,
    ],
    button: "Sign in",
    footer: "Don't know them? Do nothing, or decline so that they can't invite you again.",
    decline: "Decline",
  }),
  signIn: (code: string, minutes: number) => ({
    subject: `${code} is your Hearthwatch sign-in code`,
    title: "Sign in to Hearthwatch",
    paragraphs: [`Type this code: ${code}`, `Or use the link. Each works once, for ${minutes} minutes.`],
    button: "Sign in",
    footer: "If you didn't ask for this, ignore it: nobody can sign in without it.",
  }),
});
export type MailWords = typeof EN_MAILS;

export const EN_ONBOARDING: OnboardingWords = {
  trial_7_days: (home) => ({ subject: `Your Pro trial ends in a week: ${home}`, text: TRIAL_END }),
  trial_3_days: (home) => ({ subject: `Your Pro trial ends in three days: ${home}`, text: TRIAL_END }),
  trial_1_day: (home) => ({ subject: `Your Pro trial ends tomorrow: ${home}`, text: TRIAL_END }),
  trial_ended: (home) => ({
    subject: `Your Pro trial has ended: ${home}`,
    text: "Your home is now on the Free plan. We'll keep its whole history for 30 days in case you want Pro.",
  }),
  no_device: (home) => ({
    subject: `No device yet: ${home}`,
    text: "Add a device to get an address that any sensor can send its readings to.",
  }),
  no_reading: (home) => ({
    subject: `Still waiting for the first reading: ${home}`,
    text: "Its device hasn't sent any data yet. The device's page has a command that tests its address.",
  }),
  first_reading: (home) => ({
    subject: `The first reading has arrived: ${home}`,
    text: "We're monitoring its sensors now. Set your alert limits and notifications in Settings.",
  }),
};

export const EN_BLOCKED = (reason: string): string => `${MACHINE_PROBLEMS.blocked.error}: ${reason}`;

/** A language's words for the pages that the links in mails lead to. */
export const EN_LINK_PAGES = texts.linkPages;
export type LinkPageWords = typeof EN_LINK_PAGES;
