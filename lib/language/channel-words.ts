import type { AlertNews } from "../../schema/wire/events.ts";

/** What somebody is told who texts us back. */
export type TextWords = {
  taken: (title: string) => string;
  nothing: string;
  forbidden: string;
  help: string;
  other: string;
};

/** A language's words for the bot of Telegram. */
export type TelegramWords = { taken: string; over: string; connected: string; unknown: string };

/** A language's words for a voice. */
export type CallWords = {
  /** As Twilio names its voices. */
  voice: string;
  fahrenheit: string;
  celsius: string;
  percent: string;
  news: (home: string, first: AlertNews, more: number) => string;
  press: string;
  link: string;
  taken: string;
  over: string;
  code: (digits: string) => string;
  bye: string;
};
