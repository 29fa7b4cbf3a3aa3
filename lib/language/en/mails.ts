import { MACHINE_PROBLEMS } from "../../../schema/machine-problems.ts";
import type { LinkPageWords, MailWords, OnboardingWords } from "../words.ts";

const TRIAL_END =
  "After it the home goes on with the Free plan: readings and alerts as before, shorter history, no API.";

export const EN_MAILS: MailWords = {
  yourHome: "your home",
  aHome: "a home",
  anAlert: "an alert",
  accountDeleted: (when) => ({
    subject: "Your Hearthwatch account was deleted",
    title: "Your account was deleted",
    paragraphs: [
      `Your account on Hearthwatch was deleted on ${when}, and with it every home that was yours alone.`,
      "You won't be notified of anything any more, and nobody monitors those homes. Signing in again begins a new account.",
    ],
  }),
  homeDeleted: (home, by, when) => ({
    subject: "A home of yours on Hearthwatch was deleted",
    title: "This home was deleted",
    paragraphs: [
      `${by} deleted the home "${home}" on ${when}.`,
      "Its sensors are no longer monitored, nobody is notified, and its readings are erased.",
    ],
  }),
  code: (code, minutes) => ({
    subject: "Your Hearthwatch code",
    text: `${code} is your Hearthwatch code. It works for ${minutes} minutes. If you did not ask for it, ignore it.`,
  }),
  handOver: (alert, home, by) => ({
    subject: `Yours now: ${alert}, at ${home}`,
    title: `${alert}: you are on it now`,
    paragraphs: [
      `${by} assigned this alert of ${home} to you.`,
      "Everybody else sees that you are on it, and gets no more reminders unless it gets worse.",
    ],
    button: "See the alert",
    footer: "If you cannot see to it, assign it to somebody else on its page.",
  }),
  invitation: (home, by, role, days) => ({
    subject: `You are invited to ${home} on Hearthwatch`,
    title: `You are invited to ${home}`,
    paragraphs: [
      `${by} invites you as ${role === "owner" ? "an owner" : `a ${role}`}.`,
      `Sign in with this address within ${days} days to accept.`,
    ],
    button: "Sign in",
    footer: "You do not know them? Do nothing, or decline so that they cannot invite you again.",
    decline: "Decline",
  }),
  signIn: (code, minutes) => ({
    subject: `${code} is your Hearthwatch sign-in code`,
    title: "Sign in to Hearthwatch",
    paragraphs: [`Type this code: ${code}`, `Or follow the link. Both work once, for ${minutes} minutes.`],
    button: "Sign in",
    footer: "If you did not ask for this, ignore it: nobody gets in without it.",
  }),
  openHome: "Open the home",
  waysIn: {
    passkey_added: {
      subject: "A passkey was added to your Hearthwatch account",
      what: "From now on it signs in as you.",
    },
    passkey_removed: {
      subject: "A passkey was removed from your Hearthwatch account",
      what: "It no longer signs in, and whatever it had signed in was signed out.",
    },
    passkey_required: {
      subject: "Your Hearthwatch account now asks for a passkey",
      what: "A mailed link or code no longer signs in without a recovery code.",
    },
    passkey_not_required: {
      subject: "Your Hearthwatch account no longer asks for a passkey",
      what: "A mailed link or code signs in again.",
    },
    recovery_codes_made: {
      subject: "Your Hearthwatch account has new recovery codes",
      what: "Those from before no longer work.",
    },
    recovery_code_used: {
      subject: "A recovery code of your Hearthwatch account was used",
      what: "It stood for your passkey beside a mailed link or code, and won't work again. When few are left, create new ones.",
    },
  },
  wayInDone: (when) => `This was done on ${when}.`,
  wayInThen:
    "If it was not you, sign in, remove what you do not know at Settings, Passkeys, and sign out everywhere else.",
};

export const EN_ONBOARDING: OnboardingWords = {
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
    text: "Its device hasn't sent any data yet. The device's page shows a command to try its address with.",
  }),
  first_reading: (home) => ({
    subject: `The first reading has arrived: ${home}`,
    text: "From now on its sensors are monitored. Set the limits and who is notified on the page of alerts.",
  }),
};

export const EN_BLOCKED = (reason: string): string => `${MACHINE_PROBLEMS.blocked.error}: ${reason}`;

export const EN_LINK_PAGES: LinkPageWords = {
  gone: { title: "This link no longer works", text: "This link is unknown or no longer valid." },
  confirmStatus: {
    title: "Confirm your subscription",
    text: "We'll email you when a Hearthwatch incident begins, when there's news about it and when it ends.",
    button: "Confirm",
    done: {
      title: "You're subscribed",
      text: "We'll email you when there's news. You can unsubscribe in every email.",
    },
  },
  unsubscribeStatus: {
    title: "Unsubscribe",
    text: "We'll forget your address and won't email you again.",
    button: "Unsubscribe",
    done: { title: "You're unsubscribed", text: "We've forgotten your address." },
  },
  unsubscribeReport: {
    title: "Unsubscribe from this report",
    text: "We won't send you this report any more. You'll still get alerts.",
    button: "Unsubscribe",
    done: { title: "You're unsubscribed", text: "We won't send you this report any more." },
  },
  declineInvitation: {
    title: "Decline the invitation",
    text: "This home won't be able to invite this address again.",
    button: "Decline",
    everybody: "Decline this and all future invitations",
    done: { title: "Invitation declined", text: "We won't send such invitations to this address again." },
  },
};
