import { type HeatingAnswer, ID_PREFIXES, SEVERITIES, type Severity } from "../../schema/vocabulary.ts";
import { HOUR_MS, type Moment } from "../kernel/time.ts";
import type { Evidence } from "../language/reason.ts";

/**
 * What is known of one household, kind and subject between two judgements, as plain JSON. A rule answers the
 * very same object where nothing has moved: then there is nothing to store.
 */
export type EpisodeState = {
  v: 1;
  open: boolean;
  /** Counts the openings; with household, kind and subject it names an episode. 0 before the first. */
  episode: number;
  /** Null while closed. */
  severity: Severity | null;
  openedAt: Moment | null;
  /** When the last episode ended; null while one is open. */
  closedAt: Moment | null;
  /** The worst of the open episode, or of the last one. */
  peak: Peak | null;
  /** When the condition began, before it has lasted long enough. */
  pendingSince: Moment | null;
  /** Progress towards closing, or from critical towards warning. */
  closing: Progress | null;
  /** The last notice that went out; kept when the episode closes, for the cooldown. */
  notified: Notified | null;
  ack: Acknowledgement | null;
  /** What somebody answered to the question of the open episode, or of the last one. */
  answer: Answer | null;
  /** The last episode in which another alert's critical message named its very room, and when; absent for none. */
  named?: { episode: number; at: Moment };
  /**
   * When the last notified episode ended by itself, and when the one before it did; how many did so in a row, and how long the
   * longest of them took. Absent for none.
   */
  returned?: { at: Moment; before?: Moment | null; times?: number; longestMs?: number };
  /** The last episode that began as if a sensor had been carried out, how many in a row did, and if it ended so; absent for none. */
  carried?: { episode: number; times: number; isBack: boolean };
  /** How a leak sensor has been wet lately; absent for never. */
  damp?: Partial<Damp>;
  /** Openings of the last 60 minutes, oldest first, bounded. */
  openings: Moment[];
  /** When a place was frozen as it was first heard of, and since when it is warm; null or absent where it was not. */
  foundCold?: { at: Moment; warmSince: Moment | null } | null;
  /** The time of a reading that is too far from the one before to be true unless the next one repeats it. */
  doubted: Moment | null;
  /** Findings of this episode so far: with the episode's number, the name of a finding. */
  findings: number;
};

/** When it dried, and after how long. */
export type Wetting = { at: Moment; ms: number };

export type Damp = {
  /** Since when it is wet; null while it is dry. */
  since: Moment | null;
  /** The wettings of the last four weeks that have ended, oldest first. */
  spells: readonly Wetting[];
  /** When the message that it keeps getting damp was sent; null for never. */
  notifiedAt: Moment | null;
  /**
   * The last episode of water that comes and goes, how often it got worse, in which wetting it last did (by its start),
   * and if another sensor was wet, too.
   */
  seepage?: { episode: number; worse: number; worseAt: Moment | null; isJoined: boolean };
};

/** What a reminder says of those to come: "daily from now on", or from now on in the reports alone. */
export type Cadence = "daily" | "digest";

export type CloseReason =
  | "recovered"
  | "cleared"
  | "disabled"
  | "removed"
  | "answered"
  | "misread"
  | "always_so_cold";

/** `badness` grows as things get worse, in a unit of the kind's own; only differences mean anything. */
type Peak = { evidence: Evidence; badness: number };

/**
 * Readings on the good side in a row: how many, since when, the time of the last one counted, and what is left of it by the
 * worst of them; null or absent for nothing.
 */
export type Progress = { readings: number; since: Moment; at: Moment; to?: Severity | null };

export type Notified = {
  episode: number;
  at: Moment;
  /** The first notice of that episode: its reminders are counted from it. Absent in states of before. */
  firstAt?: Moment;
  /** Notices of that episode so far. */
  count: number;
  /** The gravest notified level. */
  severity: Severity;
  /** When it was last notified as critical; null or absent if it wasn't. */
  criticalAt?: Moment | null;
  badness: number;
  rung: number;
  /** The sensor that the last notice named, and those that it spoke for; absent for none. */
  named?: string | null;
  about?: readonly string[];
};

/** Holds until it gets worse than it was when somebody took it on. */
export type Acknowledgement = {
  at: Moment;
  by: string | null;
  severity: Severity;
  badness: number;
  rung: number;
  /** It got worse while another alert spoke for it, so that nobody was told: they are as soon as none does. */
  isOutgrown?: boolean;
};

/** What it explains, it explains until then; `no` explains nothing, and its `until` is when it was given. */
type Answer = { is: HeatingAnswer; until: Moment; at: Moment; by: string | null };

export const NO_EPISODE: EpisodeState = {
  v: 1,
  open: false,
  episode: 0,
  severity: null,
  openedAt: null,
  closedAt: null,
  peak: null,
  pendingSince: null,
  closing: null,
  notified: null,
  ack: null,
  answer: null,
  openings: [],
  doubted: null,
  findings: 0,
};

/** A stored state; what is missing, or of a form that this code does not know, is no episode. */
export function readEpisodeState(stored: unknown): EpisodeState {
  if (typeof stored !== "object" || stored === null) return NO_EPISODE;
  return "v" in stored && stored.v === NO_EPISODE.v ? { ...NO_EPISODE, ...stored, v: 1 } : NO_EPISODE;
}

/**
 * So many openings within the window are told, the last of them as one that goes on and off; of those that follow, one in
 * each window is.
 */
export const FLAP_LIMITS = { windowMs: HOUR_MS, openingsMax: 11 } as const;

export const recentOpenings = (state: EpisodeState, now: Moment): Moment[] =>
  state.openings.filter((at) => now - at < FLAP_LIMITS.windowMs);

export const opensOften = (state: EpisodeState, now: Moment): boolean =>
  recentOpenings(state, now).length >= FLAP_LIMITS.openingsMax;

/** It goes on and off; what is graver than was said of it is said by itself. */
export const isFlapping = (state: EpisodeState, now: Moment): boolean =>
  opensOften(state, now) && rank(state.severity) <= rank(state.notified?.severity ?? null);

/** That is said once within the window. */
export const isThrottled = (state: EpisodeState, now: Moment): boolean =>
  isFlapping(state, now) &&
  recentOpenings(state, now).length > FLAP_LIMITS.openingsMax &&
  now - (state.notified?.at ?? 0) < FLAP_LIMITS.windowMs;

/** What was notified of the current or last episode; null for nothing. */
export const notifiedOfThis = ({ notified, episode }: EpisodeState): Notified | null =>
  notified?.episode === episode ? notified : null;

/** When another alert's critical message named the very room of it. */
export const namedAt = ({ named, episode }: EpisodeState): Moment | null =>
  named?.episode === episode ? named.at : null;

/** -1 for none, then by how urgent. */
export const rank = (severity: Severity | null): number =>
  severity === null ? -1 : SEVERITIES.indexOf(severity);

/** Somebody has taken the open episode on: no more reminders, unless it gets worse. */
export function acknowledge(state: EpisodeState, by: string | null, now: Moment): EpisodeState {
  const isFree = state.ack === null || (isOutsider(state.ack.by) && !isOutsider(by));
  return isFree ? takenOn(state, by, now) : state;
}

/** Somebody outside the home who was called: a member can still take it on. */
export const isOutsider = (id: string | null): boolean =>
  id?.startsWith(`${ID_PREFIXES.homeContact}_`) === true;

/** The same by another person, whoever had it before; the same state object if they already have it. */
export function handOver(state: EpisodeState, to: string, now: Moment): EpisodeState {
  return state.ack?.by === to ? state : takenOn(state, to, now);
}

/**
 * Nobody has it any more. The round that begins asks its holder first and then everybody: the next reminder is counted
 * from now, and doesn't come before them.
 */
export const withoutAck = (state: EpisodeState, now: Moment): EpisodeState => ({
  ...state,
  ack: null,
  notified: state.notified === null ? null : { ...state.notified, at: Math.max(state.notified.at, now) },
});

function takenOn(state: EpisodeState, by: string | null, now: Moment): EpisodeState {
  if (!state.open || state.severity === null) return state;
  const badness = state.peak?.badness ?? 0;
  const rung = state.notified?.episode === state.episode ? state.notified.rung : 0;
  return { ...state, ack: { at: now, by, severity: state.severity, badness, rung } };
}
