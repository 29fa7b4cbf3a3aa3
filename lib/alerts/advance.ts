import type { AlertKind, Severity } from "../../schema/vocabulary.ts";
import type { Moment } from "../kernel/time.ts";
import {
  type CloseReason,
  type EpisodeState,
  FLAP_LIMITS,
  type Progress,
  rank,
  recentOpenings,
} from "./episode.ts";
import { type AlertSubject, type IngestFacts, stateIndex } from "./facts.ts";
import { withReturn } from "./habit.ts";
import type { SettingsOf } from "./settings.ts";
import type { Course, Measured, Ruled, Scene, Trust, Verdict } from "./verdict.ts";

/** The default course: opens at once, closes at the first good reading, never reminds. Kinds override what differs. */
const USUAL: Course = {
  forMs: 0,
  sureMs: 0,
  closing: { readings: 1, ms: 0 },
  remind: null,
  reopenQuietMs: 0,
  worseBy: null,
  tellsEnd: true,
  habitMs: null,
};

/** The state of an alert after its evaluation, with all that decides which messages are sent. */
export type Assessed = Followed & {
  verdict: Verdict;
  course: Course;
  scene: Scene;
  now: Moment;
  /** A second message, about a leak sensor that keeps getting damp; absent for none. */
  damp?: Verdict;
};

/**
 * Applies a rule's result to an episode. Messages are decided later, together with all alerts of the home (`decide`).
 */
export function advance(known: EpisodeState, ruled: Ruled, given: Scene, now: Moment): Assessed {
  const { verdict, state = known, settings = given.settings, settle } = ruled;
  const course = { ...USUAL, ...ruled.course };
  const scene = { ...given, settings };
  const { move, state: followed } = moveOn(state, { verdict, course, scene, now });
  const moved = course.habitMs === null ? followed : withReturn(state, followed, course.habitMs, now);
  return { verdict, course, scene, now, move, ...(settle?.(moved) ?? { state: moved }) };
}

/** The result of evaluating an alert, the stored state and version that it is based on, and the alert's subject. */
export type Assessment = Assessed & { known: EpisodeState; version: number; about: AlertSubject };

/** The alert to evaluate, and by which settings. `trust` is absent for a subject without a sensor: it is believed. */
type Asked<K extends AlertKind> = {
  kind: K;
  subject: string;
  about: AlertSubject;
  settings: SettingsOf[K];
  trust?: Trust;
};

/** Evaluates an alert by its rule, starting from its stored state. */
export const assess = <K extends AlertKind>(
  { household: { quiet }, states }: Pick<IngestFacts, "household" | "states">,
  { about, trust = { is: "ok" }, ...asked }: Asked<K>,
  rule: (state: EpisodeState) => Ruled,
  now: Moment,
): Assessment => {
  const { version, state: known } = stateIndex(states)(asked.kind, asked.subject);
  return { ...advance(known, rule(known), { ...asked, trust, quiet }, now), known, version, about };
};

function moveOn(
  state: EpisodeState,
  { verdict, course, scene, now }: Omit<Assessed, keyof Followed>,
): Followed {
  switch (verdict.is) {
    case "measured":
      // The last value of an unplugged probe opens nothing; a stuck sensor may be right.
      if (scene.trust.is === "faulty" && !state.open) return { state, move: null };
      return follow(state, verdict, course, now, scene.trust.is === "ok");
    case "unknown":
      return { state: withDoubt(state, verdict.doubted), move: null };
    case "over":
      return closeEpisode(state, verdict.reason, now);
    default:
      return verdict satisfies never;
  }
}

const withDoubt = (state: EpisodeState, doubted: Moment | undefined): EpisodeState =>
  doubted === undefined || doubted === state.doubted ? state : { ...state, doubted };

/** What has happened to the episode. Its message is decided later. */
export type Move =
  | { is: "opened" | "worsened" | "eased"; from: Severity | null }
  | { is: "closed"; from: Severity | null; reason: CloseReason };

type Followed = { state: EpisodeState; move: Move | null };

const stay = (state: EpisodeState): Followed => ({ state, move: null });

/** Applies a measured verdict to an episode. `mayRecover` is false for a sensor that isn't believed. */
function follow(
  state: EpisodeState,
  verdict: Measured,
  course: Course,
  now: Moment,
  mayRecover: boolean,
): Followed {
  if (!state.open) return considerOpening(state, verdict, course, now);
  const worst = withPeak(state, verdict);
  if (rank(verdict.severity) > rank(state.severity)) {
    const severity = verdict.severity;
    const raised = { ...worst, severity, closing: null };
    return { state: raised, move: { is: "worsened", from: state.severity } };
  }
  if (rank(verdict.holds) >= rank(state.severity)) return stay(withoutProgress(worst));
  return mayRecover ? recover(worst, verdict, course, now) : stay(worst);
}

function considerOpening(state: EpisodeState, verdict: Measured, course: Course, now: Moment): Followed {
  if (verdict.severity === null)
    return stay(state.pendingSince === null ? state : { ...state, pendingSince: null });
  const since = state.pendingSince ?? Math.min(verdict.evidence.at, now);
  const isSure = verdict.isClear === true || verdict.evidence.at > since;
  const heldMs = verdict.provenUntil - since;
  if (heldMs < course.forMs || (!isSure && heldMs < course.sureMs))
    return stay(state.pendingSince === null ? { ...state, pendingSince: since } : state);
  return { state: opened(state, verdict, now), move: { is: "opened", from: null } };
}

const opened = (state: EpisodeState, verdict: Measured, now: Moment): EpisodeState => ({
  ...state,
  open: true,
  episode: state.episode + 1,
  severity: verdict.severity,
  openedAt: now,
  closedAt: null,
  peak: { evidence: verdict.evidence, badness: verdict.badness },
  pendingSince: null,
  closing: null,
  ack: null,
  // A new episode asks its question again.
  answer: null,
  openings: [...recentOpenings(state, now), now].slice(-FLAP_LIMITS.openingsMax - 1),
  findings: 0,
});

function recover(state: EpisodeState, verdict: Measured, course: Course, now: Moment): Followed {
  // The time of a forecast lies ahead, and a device's clock may be ahead, too.
  const at = Math.min(verdict.evidence.at, verdict.provenUntil);
  const closing = counted(state.closing, verdict.holds, at, course);
  if (!isDone(closing, course, verdict.provenUntil))
    return stay(closing === state.closing ? state : { ...state, closing });
  if ((closing.to ?? null) === null) return closeEpisode(state, "recovered", now);
  const next = verdict.holds === null ? counted(null, null, at, course) : null;
  return {
    state: { ...state, severity: closing.to ?? null, closing: next },
    move: { is: "eased", from: state.severity },
  };
}

/** Counts a reading on the good side. A tick may evaluate the same reading again: it counts once. */
function counted(known: Progress | null, holds: Severity | null, at: Moment, course: Course): Progress {
  if (known === null) return { readings: 1, since: at, at, to: holds };
  const progress = rank(holds) > rank(known.to ?? null) ? { ...known, to: holds } : known;
  if (at <= progress.at || progress.readings >= course.closing.readings) return progress;
  return { ...progress, readings: progress.readings + 1, at };
}

const isDone = (progress: Progress, { closing }: Course, provenUntil: Moment): boolean =>
  progress.readings >= closing.readings && provenUntil - progress.since >= closing.ms;

const withPeak = (state: EpisodeState, { evidence, badness }: Measured): EpisodeState =>
  state.peak !== null && state.peak.badness >= badness ? state : { ...state, peak: { evidence, badness } };

const withoutProgress = (state: EpisodeState): EpisodeState =>
  state.closing === null ? state : { ...state, closing: null };

/** Ends the open episode, whatever its readings say. If our clock is behind, it ends at the time of its opening. */
function closeEpisode(state: EpisodeState, reason: CloseReason, now: Moment): Followed {
  if (!state.open) return stay(state.pendingSince === null ? state : { ...state, pendingSince: null });
  const closedAt = Math.max(now, state.openedAt ?? now);
  const closed = { open: false, severity: null, closedAt, pendingSince: null, closing: null };
  return { state: { ...state, ...closed, ack: null }, move: { is: "closed", from: state.severity, reason } };
}
