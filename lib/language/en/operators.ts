import { toldBy, withTexts } from "../with-texts.ts";
import texts from "./operators.json" with { type: "json" };

const minutesText = (minutes: number): string => `${minutes} minute${minutes === 1 ? "" : "s"}`;

/** A language's words around each mail to operators about their installation. Times come as texts. */
export const EN_OPERATORS = /* @__PURE__ */ withTexts(toldBy(texts.told.operators), {
  recovered: (subject: string, minutes: number) => ({
    title: `${subject} works again`,
    line: `${subject} works again, after ${minutesText(minutes)}.`,
  }),
});
export type OperatorWords = typeof EN_OPERATORS;

/** Its words for them about clocks. */
export const EN_CLOCK = {
  clockSilent: (job: string, last: string) => ({
    title: "The clock is silent",
    reason: `${job} last succeeded at ${last}. Hearthwatch isn't polling feeds and won't notice offline devices.`,
  }),
  instanceClock: (seconds: number, isAhead: boolean) => ({
    title: "The clock of an instance is wrong",
    reason: `It is ${seconds} s ${isAhead ? "ahead of" : "behind"} the database's clock. Readings and alerts use the database's clock; links, sessions and limits may be wrong.`,
  }),
};
export type ClockWords = typeof EN_CLOCK;

/** Its words for them about what else can fail. */
export const EN_FAULTS = {
  jobFails: (job: string, tick: string, error: string) => ({
    title: `The job ${job} fails`,
    reason: `Its tick of ${tick}: ${error}`,
  }),
  diskFull: (free: number, total: number) => ({
    title: "The disk is almost full",
    reason: `${free} MB of ${total} MB are free on the disk with the data. Once it is full, Hearthwatch refuses readings. Delete files that you no longer need, or move the data to a larger disk.`,
  }),
  /** `why` is a sentence, or null if only the log may name it. */
  backupFails: (why: string | null) => ({
    title: "The scheduled backup fails",
    reason: `${why ?? "See the log."} The next attempt is in an hour.`,
  }),
};
export type FaultWords = typeof EN_FAULTS;

/** Its words for them about the money for messages, and how many a day may have. */
export const EN_SPENDING = /* @__PURE__ */ withTexts(withTexts(texts.spending, toldBy(texts.told.spending)), {
  balance: (left: string, isEmpty: boolean) => ({
    title: isEmpty ? `No money left for text messages (${left})` : `${left} left for text messages`,
    reason: `${isEmpty ? "Hearthwatch can't send text messages now" : "At zero, Hearthwatch can't send text messages"}, not even about a leak: alerts go out only on the other channels. Top up the account at Twilio.`,
  }),
  capUsed: (used: number, max: number, what: string, day: string) =>
    `${used < max ? `${used} of ${max}` : `all ${max}`} ${what} of ${day} are used`,
  capThen: (after: string, isUsedUp: boolean) =>
    `${isUsedUp ? "From now on" : "Once all are used"}, ${after}.`,
});
export type SpendingWords = typeof EN_SPENDING;
