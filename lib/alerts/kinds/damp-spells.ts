import { DAY_MS, HOUR_MS, MINUTE_MS, type Moment } from "../../kernel/time.ts";
import type { EpisodeState } from "../episode.ts";

type Damp = NonNullable<EpisodeState["damp"]>;

const NO_DAMP: Damp = { spells: [], toldAt: null };

const DAMP = {
  /** What is wet for longer is no condensation. */
  briefMs: HOUR_MS,
  /** So many brief ones within a day, and the next one waits until it is longer than they were. */
  spellsMin: 2,
  longerTimes: 1.5,
  leastMs: 10 * MINUTE_MS,
  kept: 12,
  /** That it keeps getting damp is told so rarely. */
  againMs: 28 * DAY_MS,
} as const;

const lately = ({ damp = NO_DAMP }: EpisodeState, now: Moment): Damp["spells"] =>
  damp.spells.filter(({ at }) => now - at < DAY_MS);

/** What has dried by itself within the hour may do so again: nobody is reminded before it is wet for longer than that. */
export function isWithinASpell(state: EpisodeState, now: Moment): boolean {
  const spells = lately(state, now);
  if (!state.open || state.openedAt === null || spells.length === 0) return false;
  return now - state.openedAt < longerThan(spells);
}

const longerThan = (spells: Damp["spells"]): number =>
  Math.min(DAMP.briefMs, Math.max(DAMP.leastMs, DAMP.longerTimes * Math.max(...spells.map(({ ms }) => ms))));

/** For how long it has to be wet before it is a leak: at once, unless it was wet for a short time again and again. */
export function waitMs(state: EpisodeState, now: Moment): number {
  const spells = lately(state, now);
  return spells.length < DAMP.spellsMin ? 0 : longerThan(spells);
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
  if (!isNew || lately(after, now).length <= DAMP.spellsMin) return false;
  const toldAt = after.damp?.toldAt ?? null;
  return toldAt === null || now - toldAt >= DAMP.againMs;
}

export const spellsToday = (state: EpisodeState, now: Moment): number => lately(state, now).length;

export const withDampTold = (state: EpisodeState, now: Moment): EpisodeState => ({
  ...state,
  damp: { ...(state.damp ?? NO_DAMP), toldAt: now },
});
