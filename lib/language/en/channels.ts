import type { CallWords, TelegramWords, TextWords } from "../channel-words.ts";

export const EN_CALLS: CallWords = {
  voice: "en-US",
  fahrenheit: "degrees Fahrenheit",
  celsius: "degrees Celsius",
  percent: "percent",
  news: (home, { headline }, more) =>
    `This is Hearthwatch, calling for ${home}. ${headline}.${more > 0 ? ` And ${more} more ${more === 1 ? "alert" : "alerts"}.` : ""}`,
  press: "Press 1 to say that you're on it.",
  link: "See your messages for more.",
  taken: "Thank you. You're on it. Reminders stop, unless it gets worse.",
  over: "There is nothing left to acknowledge. Goodbye.",
  code: (digits) => `This is Hearthwatch. Your code is ${digits}.`,
  bye: "Goodbye.",
};

export const EN_TELEGRAM: TelegramWords = {
  taken: "You're on it. Reminders stop, unless it gets worse.",
  over: "There's nothing left to acknowledge here.",
  connected: "Connected. Your home's alerts will arrive here.",
  unknown: "This link is no longer valid. Get a new one on the page Notifications.",
};

export const EN_TEXTS: TextWords = {
  taken: (title) => `You're on it: ${title}. We'll stop reminders unless it gets worse.`,
  nothing: "There's no open alert that this number was sent in the last 12 hours.",
  forbidden: "Your role in this home doesn't allow acknowledging alerts.",
  help: "Hearthwatch texts you about your home's alerts. Reply 1 to acknowledge the latest one, STOP to end texts.",
  other: "We didn't understand that. Reply 1 to acknowledge the latest alert, STOP to end texts.",
};

export const EN_REPLY_ASKED = "Reply 1 if you're on it.";
