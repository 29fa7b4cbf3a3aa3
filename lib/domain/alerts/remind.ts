import { DAY_MS, HOUR_MS, type Moment } from "../time.ts";
import type { EpisodeState } from "./episode.ts";
import type { Reminder } from "./verdict.ts";

/** Reminders of an episode after its first notice: at so many first delays, and then at so many days. */
export const LADDERS = {
  /** 1 h, 3 h, 8 h, then daily; after three days the reports have it. */
  usual: { first: [1, 3, 8], hours: 0, days: 3 },
  /** After 8 h and a day: a warning is no emergency. */
  mild: { first: [8], hours: 0, days: 1 },
  /** Every 10 minutes for the first hour, hourly for six, then daily. */
  leak: { first: [1, 2, 3, 4, 5, 6], hours: 6, days: 7 },
} as const;

/**
 * The next reminder of the open episode, at `firstMs` after its first notice and then ever more rarely; null
 * after the last one, and where `firstMs` is null. What was told meanwhile moves it to the next step.
 */
export function nextReminder(
  { told, episode }: EpisodeState,
  firstMs: number | null,
  ladder: keyof typeof LADDERS = "usual",
): Reminder | null {
  if (firstMs === null || told === null || told.episode !== episode) return null;
  const steps = stepsOf(firstMs, ladder);
  const from = told.firstAt ?? told.at;
  const step = steps.find((each) => from + each >= told.at + firstMs);
  if (step === undefined) return null;
  const next = steps.find((each) => each >= step + firstMs);
  if (next === undefined) return { at: from + step, cadence: "digest" };
  return { at: from + step, cadence: step < DAY_MS && next >= DAY_MS ? "daily" : null };
}

/** Milliseconds after the first notice, rising. */
function stepsOf(firstMs: number, ladder: keyof typeof LADDERS): Moment[] {
  const { first, hours, days } = LADDERS[ladder];
  const often = first.map((times) => times * firstMs);
  const last = Math.max(...often);
  const hourly = Array.from({ length: hours }, (_, hour) => last + (hour + 1) * HOUR_MS);
  const daily = Array.from({ length: days }, (_, day) => (day + 1) * DAY_MS);
  return [...[...often, ...hourly].filter((step) => step < DAY_MS), ...daily];
}
