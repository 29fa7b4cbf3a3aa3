import { DAY_MS, HOUR_MS, MINUTE_MS, type Moment } from "../../kernel/time.ts";
import type { EpisodeState } from "../episode.ts";

type Damp = NonNullable<EpisodeState["damp"]>;

const NO_DAMP: Damp = { spells: [], notifiedAt: null };

const WEEK_DAYS = 7;
const WEEK_MS = WEEK_DAYS * DAY_MS;

const DAMP = {
  /** What is wet for longer is no condensation. */
  briefMs: HOUR_MS,
  /** So many brief ones within a day, and the next one waits until it is longer than they were. */
  spellsMin: 2,
  /** The same of a week, as long as they come: the next one not much later than they did. */
  week: { spellsMin: 3, gapTimes: 1.5 },
  longerTimes: 1.5,
  leastMs: 10 * MINUTE_MS,
  kept: 12,
  /** That it keeps getting damp is told so rarely. */
  againMs: 28 * DAY_MS,
} as const;

const within = ({ damp = NO_DAMP }: EpisodeState, ms: number, now: Moment): Damp["spells"] =>
  damp.spells.filter(({ at }) => now - at < ms);

/** The brief wettings that the next one is likely to be like: several of a day, or those of a week that go on coming. */
function habitAt(state: EpisodeState, now: Moment): Damp["spells"] {
  const today = within(state, DAY_MS, now);
  if (today.length >= DAMP.spellsMin) return today;
  const week = within(state, WEEK_MS, now);
  if (week.length < DAMP.week.spellsMin) return [];
  const times = week.map(({ at }) => at);
  const longestGap = Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)));
  return now - Math.max(...times) <= DAMP.week.gapTimes * longestGap ? week : [];
}

/**
 * What has dried by itself within the hour may do so again: nobody is reminded before it is wet for longer than it was
 * lately, on this day or twice in this week.
 */
export function isWithinASpell(state: EpisodeState, now: Moment): boolean {
  if (!state.open || state.openedAt === null) return false;
  const week = within(state, WEEK_MS, state.openedAt);
  const spells = week.length >= DAMP.spellsMin ? week : within(state, DAY_MS, state.openedAt);
  return spells.length > 0 && now - state.openedAt < longerThan(spells);
}

const longerThan = (spells: Damp["spells"]): number =>
  Math.min(DAMP.briefMs, Math.max(DAMP.leastMs, DAMP.longerTimes * Math.max(...spells.map(({ ms }) => ms))));

/** For how long it has to be wet before it is a leak: at once, unless it was wet for a short time again and again. */
export function waitMs(state: EpisodeState, now: Moment): number {
  const habit = habitAt(state, state.pendingSince ?? now);
  return habit.length === 0 ? 0 : longerThan(habit);
}

/** The state with the brief wetting that has just ended, if one has. */
export function withSpell(before: EpisodeState, after: EpisodeState, now: Moment): EpisodeState {
  const began = before.open && !after.open ? before.openedAt : after.open ? null : before.pendingSince;
  if (began === null || after.pendingSince !== null || now - began > DAMP.briefMs) return after;
  const damp = after.damp ?? NO_DAMP;
  const spells = [...damp.spells, { at: now, ms: now - began }].slice(-DAMP.kept);
  return { ...after, damp: { ...damp, spells } };
}

/** Whether it is to be told that it keeps getting damp: once, and not again for four weeks. */
export function isDampNews(before: EpisodeState, after: EpisodeState, now: Moment): boolean {
  const isNew = after.damp !== undefined && after.damp.spells !== before.damp?.spells;
  if (!isNew || habitAt(before, now).length === 0) return false;
  const notifiedAt = after.damp?.notifiedAt ?? null;
  return notifiedAt === null || now - notifiedAt >= DAMP.againMs;
}

/** How often it was wet lately, and within how many days. */
export function spellsOf(state: EpisodeState, now: Moment): { spells: number; days: number } {
  const today = within(state, DAY_MS, now);
  const days = today.length > DAMP.spellsMin ? 1 : WEEK_DAYS;
  return { spells: within(state, days * DAY_MS, now).length, days };
}

export const withDampNotified = (state: EpisodeState, now: Moment): EpisodeState => ({
  ...state,
  damp: { ...(state.damp ?? NO_DAMP), notifiedAt: now },
});
