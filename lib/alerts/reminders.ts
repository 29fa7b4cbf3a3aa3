import type { AlertKind } from "../../schema/vocabulary.ts";
import { DAY_MS, MINUTE_MS, type Moment } from "../kernel/time.ts";
import type { EpisodeState, Notified } from "./episode.ts";
import type { Reminder } from "./verdict.ts";

/** Reminders of an episode after its first notice: at so many first delays, and then at so many days. */
const LADDERS = {
  /** 1 h, 3 h, 8 h, then daily; after three days the reports have it. */
  usual: { first: [1, 3, 8], days: 3 },
  /** After an hour and after a day: who has read a warning three times knows of it. */
  warning: { first: [1], days: 1 },
  once: { first: [1], days: 0 },
  /** After a day: a warning is no emergency. */
  mild: { first: [], days: 1 },
  /**
   * 10 and 30 minutes, 1, 3 and 8 hours, then daily for a week: if nobody reacts to three of them, others are
   * called.
   */
  leak: { first: [1, 3, 6, 18, 48], days: 7 },
  /** The same without those of the first minutes: an alert that comes and goes was notified when it came before. */
  seepage: { first: [6, 18, 48], days: 7 },
  /** Daily, if it doesn't pause as it did the day before. */
  back: { first: [], days: 7 },
} as const;

export type Ladder = keyof typeof LADDERS;

/**
 * The next reminder of the open episode, at `firstMs` after its first notice and then ever more rarely; null after
 * the last one, and if `firstMs` is null. Other messages meanwhile move it to the next step.
 */
export function nextReminder(
  { notified, episode, severity }: EpisodeState,
  firstMs: number | null,
  ladder: Ladder = severity === "warning" ? "warning" : "usual",
): Reminder | null {
  if (firstMs === null || notified === null || notified.episode !== episode) return null;
  const steps = stepsOf(firstMs, ladder);
  const from = notified.firstAt ?? notified.at;
  const step = steps.find((each) => from + each >= notified.at + firstMs);
  if (step === undefined) return null;
  const next = steps.find((each) => each >= step + firstMs);
  const due = { at: from + step, quietMs: step - (steps.findLast((each) => each < step) ?? 0) };
  if (next === undefined) return { ...due, cadence: "digest" };
  const isDaily = step < DAY_MS && next >= DAY_MS && steps.some((each) => each > next);
  return { ...due, cadence: isDaily ? "daily" : null };
}

/** Milliseconds after the first notice, rising. */
function stepsOf(firstMs: number, ladder: Ladder): Moment[] {
  const { first, days } = LADDERS[ladder];
  const often = first.map((times) => times * firstMs).filter((step) => days === 0 || step < DAY_MS);
  return [...often, ...Array.from({ length: days }, (_, day) => (day + 1) * DAY_MS)];
}

/** An open alert that nobody has taken on, and when it last spoke. */
export type Word = { kind: AlertKind; subject: string; at: Moment };

/** What a home was told last, so that it is reminded of all at once. */
export type Reminding = {
  /** A post knows of water alone; a tick of all that is open. */
  occasion: "ingest" | "tick";
  words: readonly Word[];
  /** Kinds that remind now: others of theirs come along, and what would be due soon. */
  due: readonly AlertKind[];
};

/** A word that came with a tick is as old as that at the next but for a moment. */
export const TICK_MS = 15 * MINUTE_MS;
/**
 * A home is notified of its cold twice, when it gets worse or by a reminder; after that only when it gets worse
 * again.
 */
const WORDS_ENOUGH = 2;

/** A home is reminded of its cold by one alert at a time: what another one has just said was a reminder, too. */
export function isColdDue(
  { at, quietMs }: Reminder,
  notified: readonly Pick<Notified, "at" | "count">[],
  now: Moment,
): boolean {
  const words = notified.reduce((all, { count }) => all + count, 0);
  const isQuiet = notified.every((word) => now - word.at >= quietMs - TICK_MS);
  return now >= at && words < WORDS_ENOUGH && isQuiet;
}

/**
 * Several alerts of a kind have one reminder: a message about one of them replaces the step that is due, and all
 * come at once, with the tick that knows them. A single alert keeps its own steps.
 */
export function isDueAmong(
  { at, quietMs }: Reminder,
  { kind, subject, at: notifiedAt }: Word,
  { occasion, words, due }: Reminding,
  now: Moment,
): boolean {
  if (due.includes(kind)) return true;
  const others = words.filter((word) => word.kind === kind && word.subject !== subject);
  if (occasion === "ingest" && (kind !== "leak" || others.length > 0)) return false;
  const isSoon = due.length > 0 && now - notifiedAt >= (at - notifiedAt) / 2;
  return (
    (now >= at || isSoon) && others.every((word) => now - word.at >= quietMs - Math.min(TICK_MS, quietMs / 2))
  );
}
