import { type HeatingAnswer, ID_PREFIXES, SEVERITIES, type Severity } from "../../schema/vocabulary.ts";
import { HOUR_MS, type Moment } from "../kernel/time.ts";
import type { Evidence } from "../language/reason.ts";

/**
 * The stored state of one alert (household, kind and subject) between two evaluations, as plain JSON. A rule returns
 * the same object if nothing has changed: then there is nothing to store.
 */
export type EpisodeState = {
  v: 1;
  open: boolean;
  /** The number of openings so far; with household, kind and subject it identifies an episode. 0 before the first. */
  episode: number;
  /** Null while closed. */
  severity: Severity | null;
  openedAt: Moment | null;
  /** When the last episode ended; null while one is open. */
  closedAt: Moment | null;
  /** The worst measurement of the open episode, or of the last one. */
  peak: Peak | null;
  /** When the condition began, while it has not lasted long enough to open; otherwise null. */
  pendingSince: Moment | null;
  /** Progress towards closing, or from critical towards warning. */
  closing: Progress | null;
  /** The last notice that went out; kept when the episode closes, for the cooldown. */
  notified: Notified | null;
  ack: Acknowledgement | null;
  /** The answer to the heating question of the open episode, or of the last one. */
  answer: Answer | null;
  /** The last episode whose room another alert's critical message named, and when it did; absent for none. */
  named?: { episode: number; at: Moment };
  /**
   * When the last notified episode ended by itself (`at`), when the one before it did, how many did so in a row, and
   * how long the longest of them lasted in milliseconds. Absent for none.
   */
  returned?: { at: Moment; before?: Moment | null; times?: number; longestMs?: number };
  /** The last episode that began like a sensor carried out, how many in a row did, and if it ended as suddenly. */
  carried?: { episode: number; times: number; isBack: boolean };
  /** The recent wettings of a leak sensor; absent if it was never wet. */
  damp?: Partial<Damp>;
  /** Openings of the last 60 minutes, oldest first, bounded. */
  openings: Moment[];
  /** When a place was found frozen at its first reading, and since when it is warm; null or absent if it wasn't. */
  foundCold?: { at: Moment; warmSince: Moment | null } | null;
  /** The time of the last reading that jumped too far to be believed before the next one confirms it; null for none. */
  doubted: Moment | null;
  /** The number of findings of this episode so far; with the episode's number, it identifies the next finding. */
  findings: number;
};

/** A time of water at a sensor: when it dried, and how long it was wet in milliseconds. */
export type Wetting = { at: Moment; ms: number };

export type Damp = {
  /** When the sensor became wet; null while it is dry. */
  since: Moment | null;
  /** The wettings of the last four weeks that have ended, oldest first. */
  spells: readonly Wetting[];
  /** When the last message that the sensor keeps getting damp was sent; null for never. */
  notifiedAt: Moment | null;
  /**
   * The last episode of water that comes and goes: how often it got worse, the start of the wetting that last made it
   * worse, and if another sensor was wet, too.
   */
  seepage?: { episode: number; worse: number; worseAt: Moment | null; isJoined: boolean };
};

/** What a reminder says about later ones: daily from now on, or (`digest`) only a mention in the reports. */
export type Cadence = "daily" | "digest";

export type CloseReason =
  | "recovered"
  | "cleared"
  | "disabled"
  | "removed"
  | "answered"
  | "misread"
  | "always_so_cold";

/** `badness` grows as things get worse, in a unit of the kind's own: for cold, the negative temperature in °C. */
type Peak = { evidence: Evidence; badness: number };

/**
 * Consecutive readings on the good side: how many, since when, and the time of the last one counted. `to`: the severity
 * that the worst of them still has; null or absent for none.
 */
export type Progress = { readings: number; since: Moment; at: Moment; to?: Severity | null };

export type Notified = {
  episode: number;
  at: Moment;
  /** When that episode's first notice was sent: reminders are counted from it. Absent in states of older releases. */
  firstAt?: Moment;
  /** How many notices of that episode were sent so far. */
  count: number;
  /** The highest severity that was notified. */
  severity: Severity;
  /** When it was last notified as critical; null or absent if it wasn't. */
  criticalAt?: Moment | null;
  badness: number;
  rung: number;
  /** The sensor that the last notice named, and those that it spoke for; absent for none. */
  named?: string | null;
  about?: readonly string[];
};

/** An acknowledgement holds until the alert gets worse than it was when somebody acknowledged it. */
export type Acknowledgement = {
  at: Moment;
  by: string | null;
  severity: Severity;
  badness: number;
  rung: number;
  /** Set while somebody else has assigned it to them, and they haven't answered. */
  isAsked?: boolean;
  /** The alert got worse, but its message was held back. It is sent as soon as nothing holds it back. */
  isOutgrown?: boolean;
};

/** The answer explains the cold until `until`. `no` explains nothing, and its `until` is when it was given. */
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

/** Reads a stored state. Returns no episode if there is none, or if its version is unknown. */
export function readEpisodeState(stored: unknown): EpisodeState {
  if (typeof stored !== "object" || stored === null) return NO_EPISODE;
  return "v" in stored && stored.v === NO_EPISODE.v ? { ...NO_EPISODE, ...stored, v: 1 } : NO_EPISODE;
}

/**
 * Within a window, this many openings are notified, the last of them as an alert that goes on and off. Of later
 * openings, one in each window is notified.
 */
export const FLAP_LIMITS = { windowMs: HOUR_MS, openingsMax: 11 } as const;

export const recentOpenings = (state: EpisodeState, now: Moment): Moment[] =>
  state.openings.filter((at) => now - at < FLAP_LIMITS.windowMs);

export const opensOften = (state: EpisodeState, now: Moment): boolean =>
  recentOpenings(state, now).length >= FLAP_LIMITS.openingsMax;

/** True if an alert goes on and off and isn't more severe than notified: a higher severity is news by itself. */
export const isFlapping = (state: EpisodeState, now: Moment): boolean =>
  opensOften(state, now) && rank(state.severity) <= rank(state.notified?.severity ?? null);

/** True if the message that it goes on and off was sent within the window: it isn't repeated. */
export const isThrottled = (state: EpisodeState, now: Moment): boolean =>
  isFlapping(state, now) &&
  recentOpenings(state, now).length > FLAP_LIMITS.openingsMax &&
  now - (state.notified?.at ?? 0) < FLAP_LIMITS.windowMs;

/** The last notice of the current or last episode; null if none was sent. */
export const notifiedOfThis = ({ notified, episode }: EpisodeState): Notified | null =>
  notified?.episode === episode ? notified : null;

/** When another alert's critical message named this episode's room; null for never. */
export const namedAt = ({ named, episode }: EpisodeState): Moment | null =>
  named?.episode === episode ? named.at : null;

/** Orders severities by urgency; -1 for null. */
export const rank = (severity: Severity | null): number =>
  severity === null ? -1 : SEVERITIES.indexOf(severity);

/**
 * Acknowledges the open episode, if nobody or only an outsider has, or if it is the answer of whoever it was assigned to:
 * no more reminders, unless it gets worse.
 */
export function acknowledge(state: EpisodeState, by: string | null, now: Moment): EpisodeState {
  const { ack } = state;
  const isAnswer = ack?.isAsked && ack.by === by;
  const isFree = ack === null || isAnswer || (isOutsider(ack.by) && !isOutsider(by));
  return isFree ? takenOn(state, by, now) : state;
}

/** True for a contact outside the home who was called: a member can still take over from them. */
export const isOutsider = (id: string | null): boolean =>
  id?.startsWith(`${ID_PREFIXES.homeContact}_`) === true;

/** Assigns the episode, whoever had it before. The same state object if they already have it. */
export function handOver(state: EpisodeState, { to, by }: HandOver, now: Moment): EpisodeState {
  const isAsked = to !== by;
  if (state.ack?.by === to && (isAsked || !state.ack.isAsked)) return state;
  const { ack, ...taken } = takenOn(state, to, now);
  return { ...taken, ack: ack && isAsked ? { ...ack, isAsked } : ack };
}

type HandOver = { to: string; by: string | null };

/**
 * Removes the acknowledgement. The escalation that begins now asks its holder first and then everybody: the next
 * reminder is counted from now, so that it doesn't come before them.
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
