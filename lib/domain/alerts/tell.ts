import { type Acknowledgement, type EpisodeState, rank, type Told } from "./episode.ts";
import type { HeldBy, Judged, Transition } from "./finding.ts";
import { isThrottled, watchFlapping } from "./flapping.ts";
import type { Followed, Move } from "./follow.ts";
import { snoozeHolds } from "./quiet.ts";
import { type Judging, record } from "./record.ts";

/** Adding differences of °C leaves something in the sixteenth digit. */
const EPSILON = 1e-9;

/** What is said about the episode after it has been moved on: at most one notice, and why others are held back. */
export function tell({ state, move }: Followed, judging: Judging): Judged {
  const isFlapWatched = state.flapping !== null || move?.is === "opened";
  const watched = isFlapWatched ? watchFlapping(state, judging.now) : { state, summary: false };
  const before: Judged = { state: watched.state, findings: [] };
  const judged = move === null ? tellNews(before, judging) : tellMove(before, move, judging);
  return watched.summary ? tellSummary(judged, judging) : judged;
}

function tellMove(judged: Judged, move: Move, judging: Judging): Judged {
  const { state } = judged;
  const previousSeverity = move.from;
  switch (move.is) {
    case "opened":
      return send(judged, judging, { transition: "opened", heldBy: openingHeldBy(state, judging) });
    case "worsened": {
      const notice = { transition: move.is, heldBy: heldBy(state, judging), previousSeverity };
      return send({ ...judged, state: { ...state, ack: null } }, judging, notice);
    }
    case "eased":
      // It goes on, if milder: a reminder that is due now is due all the same.
      return tellNews(
        record(judged, judging, { transition: "eased", heldBy: "minor", previousSeverity }),
        judging,
      );
    case "closed": {
      const ending = { transition: move.is, heldBy: closingHeldBy(state), reason: move.reason };
      return record(judged, judging, { ...ending, previousSeverity });
    }
    default:
      return move satisfies never;
  }
}

/** Who has heard of an episode hears of its end, snoozed or not: an end is no warning. */
function closingHeldBy(state: EpisodeState): HeldBy | null {
  if (state.flapping !== null) return "flapping";
  return state.told?.episode === state.episode ? null : "untold";
}

/** An open episode that has not moved may still have something to say. */
function tellNews(judged: Judged, judging: Judging): Judged {
  const { state } = judged;
  if (!state.open || isRecovering(judging)) return judged;
  const told = toldOfThis(state);
  if (told === null) {
    if (openingHeldBy(state, judging) !== null) return judged;
    return send(judged, judging, { transition: "opened", heldBy: null, delayed: true });
  }
  const transition = newsSince(told, state, judging);
  if (transition === null || heldBy(state, judging) !== null) return judged;
  const ack = transition === "worsened" ? null : state.ack;
  return send({ ...judged, state: { ...state, ack } }, judging, { transition, heldBy: null });
}

const isRecovering = ({ verdict, scene }: Judging): boolean =>
  verdict.is === "measured" && verdict.holds === null && scene.trust.is === "ok";

const toldOfThis = ({ told, episode }: EpisodeState): Told | null =>
  told?.episode === episode ? told : null;

function newsSince(told: Told, state: EpisodeState, judging: Judging): Transition | null {
  if (isWorseThan(state.ack ?? told, judging)) return "worsened";
  const { remindAt } = judging.course;
  return state.ack === null && remindAt !== null && judging.now >= remindAt ? "reminded" : null;
}

function isWorseThan(reference: Told | Acknowledgement, { verdict, course }: Judging): boolean {
  if (verdict.is !== "measured" || verdict.severity === null) return false;
  if (verdict.rung > reference.rung) return true;
  return course.worseBy !== null && verdict.badness - reference.badness >= course.worseBy - EPSILON;
}

function heldBy(state: EpisodeState, { scene, now }: Judging): HeldBy | null {
  if (isThrottled(state)) return "flapping";
  return snoozeHolds(scene.quiet, scene.kind, state.severity ?? "warning", now) ? "snooze" : null;
}

function openingHeldBy(state: EpisodeState, judging: Judging): HeldBy | null {
  const held = heldBy(state, judging);
  if (held !== null || state.told === null) return held;
  const isGraver = rank(state.severity) > rank(state.told.severity);
  const isSoon = judging.now - state.told.at < judging.course.reopenQuietMs;
  return isSoon && !isGraver ? "cooldown" : null;
}

type Notice = {
  transition: Transition;
  heldBy: HeldBy | null;
  delayed?: boolean;
  previousSeverity?: EpisodeState["severity"];
};

/** Records it and, unless it is held back, remembers that it was told. */
function send(judged: Judged, judging: Judging, notice: Notice): Judged {
  const recorded = record(judged, judging, notice);
  return notice.heldBy === null ? { ...recorded, state: afterTold(recorded.state, judging) } : recorded;
}

function afterTold(state: EpisodeState, { verdict, now }: Judging): EpisodeState {
  const severity = state.severity ?? "warning";
  const before = toldOfThis(state);
  const seen = verdict.is === "measured" ? verdict : { badness: state.peak?.badness ?? 0, rung: 0 };
  const told: Told = {
    episode: state.episode,
    at: now,
    count: (before?.count ?? 0) + 1,
    severity,
    badness: before === null ? seen.badness : Math.max(before.badness, seen.badness),
    rung: Math.max(before?.rung ?? 0, seen.rung),
  };
  const flapping = state.flapping === null ? null : { ...state.flapping, severity };
  return { ...state, told, flapping };
}

function tellSummary(judged: Judged, judging: Judging): Judged {
  const { scene, now } = judging;
  const isSnoozed = snoozeHolds(scene.quiet, scene.kind, judged.state.severity ?? "warning", now);
  return send(judged, judging, { transition: "flapping", heldBy: isSnoozed ? "snooze" : null });
}
