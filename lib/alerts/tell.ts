import type { AlertKind, Transition } from "../../schema/vocabulary.ts";
import { HOUR_MS, type Moment } from "../kernel/time.ts";
import {
  type Acknowledgement,
  type Cadence,
  type EpisodeState,
  type Notified,
  namedAt,
  notifiedOfThis,
  rank,
} from "./episode.ts";
import { isReminderDue } from "./escalation.ts";
import type { Judged, SuppressedBy } from "./finding.ts";
import type { Followed, Move } from "./follow.ts";
import { type Child, endsWith, isOfStory, namerOf, type Owner, ownerOf } from "./incident/owned.ts";
import { snoozeHolds } from "./quiet/quiet.ts";
import { isThrottled, type Judging, record, watchFlapping } from "./record.ts";
import type { Verdict } from "./verdict.ts";

/** Adding differences of °C leaves something in the sixteenth digit. */
const EPSILON = 1e-9;
/** After a critical notification in an episode, becoming critical again is news after this time. */
const SAME_LEVEL_MS = 24 * HOUR_MS;
/** "Worse" is notified at most this often within one level. */
const WORSE_QUIET_MS = 3_600_000;

/** Decides what to notify of an episode after it has moved: at most one notice, and why others are suppressed. */
export function tell({ state, move }: Followed, judging: Judging): Judged {
  const isFlapWatched = state.flapping !== null || move?.is === "opened";
  const watched = isFlapWatched ? watchFlapping(state, judging.now) : { state, summary: false };
  const before: Judged = { state: watched.state, findings: [] };
  const judged = move === null ? tellNews(before, judging) : tellMove(before, move, judging);
  return watched.summary ? tellSummary(judged, judging) : judged;
}

function tellMove(judged: Judged, move: Move, judging: Judging): Judged {
  const { state } = judged;
  const { is: transition, from: previousSeverity } = move;
  switch (move.is) {
    case "opened":
      return send(judged, judging, { transition, ...held(openingSuppressedBy(state, judging)) });
    case "worsened": {
      if (!isGraver(state, judging))
        return tellNews(
          record(judged, judging, { transition, suppressedBy: "minor", previousSeverity }),
          judging,
        );
      const notice = { transition, ...held(suppressedBy(state, judging, true)), previousSeverity };
      return sendToAll(judged, judging, notice);
    }
    case "eased":
      // It goes on, if milder: a reminder that is due now is due all the same.
      return tellNews(
        record(judged, judging, { transition, suppressedBy: "minor", previousSeverity }),
        judging,
      );
    case "closed": {
      const ending = { transition, ...held(closingSuppressedBy(state, judging)), reason: move.reason };
      return record(judged, judging, { ...ending, previousSeverity });
    }
    default:
      return move satisfies never;
  }
}

/**
 * A sensor that swings around a limit is notified once a day and level, and at once for a new level. If the
 * previous episode was just as bad, the same level isn't news in an episode that wasn't notified for that reason.
 */
function isGraver(state: EpisodeState, judging: Judging): boolean {
  const notified = notifiedOfThis(state);
  if (notified === null) return openingSuppressedBy(state, judging) !== "cooldown";
  const criticalAt = notified.criticalAt ?? namedAt(state);
  if (criticalAt === null) return true;
  // An alert that comes and goes with the weather is notified as rarely while it lasts as when it ends in between.
  const quietMs = Math.max(SAME_LEVEL_MS, judging.course.reopenQuietMs);
  const isTakenOnAsMild = state.ack?.severity === "warning" && quietMs === SAME_LEVEL_MS;
  return isTakenOnAsMild || judging.now - criticalAt >= quietMs;
}

/** Why something isn't sent: a word, or the alert that speaks for it. */
type Hold = SuppressedBy | Owner | null;

const held = (hold: Hold): Pick<Notice, "suppressedBy" | "heldBy"> =>
  hold === null || typeof hold === "string"
    ? { suppressedBy: hold }
    : { suppressedBy: "incident", heldBy: { kind: hold.kind, subject: hold.subject } };

/** Readers who have heard of an episode hear of its end, snoozed or not: an end is no warning. */
function closingSuppressedBy(state: EpisodeState, { course, scene, now }: Judging): Hold {
  const { kind, subject, quiet } = scene;
  const child = { kind, subject, severity: "warning", badness: null, isNewlyCritical: false } as const;
  const { owners } = quiet;
  const ended = { kind, subject, since: state.openedAt ?? now };
  const owner = ownerOf(owners, child) ?? endsWith(owners, ended);
  if (owner !== undefined) return owner;
  if (state.flapping !== null) return "flapping";
  if (!course.tellsEnd) return "minor";
  return state.notified?.episode === state.episode ? null : "untold";
}

/** An open episode that has not moved may still have something to say. */
function tellNews(judged: Judged, judging: Judging): Judged {
  const { state } = judged;
  if (!state.open || isRecovering(judging)) return judged;
  const notified = notifiedOfThis(state);
  if (notified === null) {
    // Another alert's critical message has named the very room.
    if (namedAt(state) !== null || !isStillSo(judging) || openingSuppressedBy(state, judging) !== null)
      return judged;
    return send(judged, judging, { transition: "opened", suppressedBy: null, delayed: true });
  }
  const news = newsSince(notified, state, judging);
  if (news === null || suppressedBy(state, judging) !== null) return judged;
  return sendToAll(judged, judging, { ...news, suppressedBy: null });
}

/**
 * The acknowledgement has ended, and the person who had it gets their own message. What isn't sent ends none: nobody would
 * know that they have to look again.
 */
function sendToAll(judged: Judged, judging: Judging, notice: Notice): Judged {
  const { ack } = judged.state;
  if (notice.suppressedBy === null)
    return send({ ...judged, state: { ...judged.state, ack: null } }, judging, {
      ...notice,
      takenOnBy: ack?.by ?? null,
    });
  const outgrown = ack === null ? null : { ...ack, isOutgrown: true };
  return send({ ...judged, state: { ...judged.state, ack: outgrown } }, judging, notice);
}

const isRecovering = ({ verdict, scene }: Judging): boolean =>
  verdict.is === "measured" && verdict.holds === null && scene.trust.is === "ok";

/**
 * A suppressed message is sent late only while the limits themselves still say so, and hours left only while
 * somebody knows them.
 */
const isStillSo = ({ verdict, scene }: Judging): boolean =>
  verdict.is === "measured" ? verdict.severity !== null : scene.kind !== "time_to_freeze";

function newsSince(
  notified: Notified,
  state: EpisodeState,
  judging: Judging,
): Pick<Notice, "transition" | "cadence"> | null {
  const isOutgrown = state.ack?.isOutgrown === true && rank(state.severity) > rank(state.ack.severity);
  if (isOutgrown || isWorseThan(state.ack ?? notified, notified, judging)) return { transition: "worsened" };
  const { course, scene, now } = judging;
  const { remind } = course;
  if (state.ack !== null || remind === null) return null;
  if (!isReminderDue(remind, { ...scene, notifiedAt: notified.at }, scene.quiet, now)) return null;
  // What comes along early is followed by its own step still.
  const cadence = now >= remind.at ? remind.cadence : null;
  return { transition: "reminded", cadence: isInAStory(judging) ? "digest" : cadence };
}

/** The home's cold is already known: this alert, or another one that has just spoken or will speak, covers it. */
const isInAStory = ({ scene }: Judging): boolean => isOfStory(scene.kind) && scene.quiet.owners !== undefined;

function isWorseThan(reference: Notified | Acknowledgement, notified: Notified, judging: Judging): boolean {
  const { verdict, now } = judging;
  if (verdict.is !== "measured" || verdict.severity === null) return false;
  return (
    verdict.rung > reference.rung ||
    (now - notified.at >= WORSE_QUIET_MS && isFurtherThan(reference, judging))
  );
}

/** Further from the limit than that was, by as much as is news. */
const isFurtherThan = ({ badness }: Notified | Acknowledgement, { verdict, course }: Judging): boolean =>
  verdict.is === "measured" &&
  course.worseBy !== null &&
  verdict.badness - badness >= course.worseBy - EPSILON;

function suppressedBy(state: EpisodeState, judging: Judging, isMove = false): Hold {
  const { scene, now } = judging;
  const child = childOf(state, judging, isMove);
  const owner = namerOf(scene.quiet.owners, child) ?? ownerOf(scene.quiet.owners, child);
  if (owner !== undefined) return owner;
  if (isThrottled(state)) return "flapping";
  return snoozeHolds(scene.quiet, scene.kind, state.severity, now) ? "snooze" : null;
}

function childOf(state: EpisodeState, { scene, verdict, now }: Judging, isMove: boolean): Child {
  const { kind, subject } = scene;
  const isMeasured = verdict.is === "measured";
  return {
    kind,
    subject,
    severity: state.severity,
    // A reading that is not believed makes it no worse than it has been.
    badness: isMeasured ? verdict.badness : (state.peak?.badness ?? null),
    isNewlyCritical: isNewlyCritical(state, isMove, now),
    openMs: now - (state.openedAt ?? now),
    ...(isMeasured && verdict.about !== undefined
      ? { room: verdict.evidence.sensorId, rooms: verdict.about }
      : {}),
  };
}

/** Critical and never notified as that, or again after it eased and a day passed. */
function isNewlyCritical(state: EpisodeState, isMove: boolean, now: Moment): boolean {
  const notified = notifiedOfThis(state)?.criticalAt ?? namedAt(state);
  return state.severity === "critical" && (notified === null || (isMove && now - notified >= SAME_LEVEL_MS));
}

function openingSuppressedBy(state: EpisodeState, judging: Judging): Hold {
  const suppressed = suppressedBy(state, judging);
  if (suppressed !== null || state.notified === null) return suppressed;
  const isGraver =
    rank(state.severity) > rank(state.notified.severity) || isFurtherThan(state.notified, judging);
  const isSoon = judging.now - state.notified.at < judging.course.reopenQuietMs;
  return isSoon && !isGraver ? "cooldown" : null;
}

type Notice = {
  transition: Transition;
  suppressedBy: SuppressedBy | null;
  heldBy?: { kind: AlertKind; subject: string };
  cadence?: Cadence | null;
  delayed?: boolean;
  previousSeverity?: EpisodeState["severity"];
  takenOnBy?: string | null;
};

/** Records it and, unless it is suppressed, remembers that it was notified. */
function send(judged: Judged, judging: Judging, notice: Notice): Judged {
  const recorded = record(judged, judging, notice);
  if (notice.suppressedBy === null) return { ...recorded, state: afterNotified(recorded.state, judging) };
  const isSaid =
    notice.suppressedBy === "incident" &&
    namerOf(judging.scene.quiet.owners, childOf(judged.state, judging, true)) !== undefined;
  return isSaid
    ? {
        ...recorded,
        state: { ...recorded.state, named: { episode: recorded.state.episode, at: judging.now } },
      }
    : recorded;
}

function afterNotified(state: EpisodeState, { verdict, now }: Judging): EpisodeState {
  const severity = state.severity ?? "warning";
  const before = notifiedOfThis(state);
  const seen = verdict.is === "measured" ? verdict : { badness: state.peak?.badness ?? 0, rung: 0 };
  const notified: Notified = {
    episode: state.episode,
    at: now,
    firstAt: before?.firstAt ?? before?.at ?? namedAt(state) ?? now,
    count: (before?.count ?? 0) + 1,
    severity: before !== null && rank(before.severity) > rank(severity) ? before.severity : severity,
    criticalAt: severity === "critical" ? now : (before?.criticalAt ?? null),
    badness: before === null ? seen.badness : Math.max(before.badness, seen.badness),
    rung: Math.max(before?.rung ?? 0, seen.rung),
    ...spokenFor(verdict),
  };
  const flapping = state.flapping === null ? null : { ...state.flapping, severity };
  return { ...state, notified, flapping };
}

/** Whom the notice names, and for whom it speaks: of these alone it may hold news back. */
const spokenFor = (verdict: Verdict): Pick<Notified, "named" | "about"> =>
  verdict.is === "measured" && verdict.about !== undefined
    ? { named: verdict.evidence.sensorId, about: verdict.about }
    : {};

function tellSummary(judged: Judged, judging: Judging): Judged {
  const { scene, now } = judging;
  const isSnoozed = snoozeHolds(scene.quiet, scene.kind, judged.state.severity, now);
  return send(judged, judging, { transition: "flapping", suppressedBy: isSnoozed ? "snooze" : null });
}
