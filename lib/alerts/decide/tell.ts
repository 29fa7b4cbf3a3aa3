import type { AlertKind, Severity } from "../../../schema/vocabulary.ts";
import { breaksThrough } from "../../channels/quiet-hours.ts";
import { plain } from "../../language/reason.ts";
import type { Assessed, Move } from "../advance.ts";
import {
  type Acknowledgement,
  type EpisodeState,
  isFlapping,
  isThrottled,
  type Notified,
  namedAt,
  notifiedOfThis,
  opensOften,
  rank,
  recentOpenings,
} from "../episode.ts";
import { isSnoozed } from "../quiet/quiet.ts";
import type { Event, Finding, Judged, Reminder, Reminding, SuppressedBy, Verdict } from "../verdict.ts";
import { isColdDue, isDueAmong, isSaidOfAnother } from "../verdict.ts";
import {
  type Child,
  childOf,
  endsWith,
  isOfStory,
  namerOf,
  SAME_LEVEL_MS,
  type Speaker,
  speakerFor,
} from "./speaks-for.ts";

/** Absorbs the rounding error of adding differences in °C. */
const EPSILON = 1e-9;
/** "Worse" is notified at most this often within one level. */
const WORSE_QUIET_MS = 3_600_000;

export type HomeTold = { speakers: readonly Speaker[]; reminding: Reminding };
type Telling = Assessed & HomeTold;

/** Decides what to notify of an alert after it has moved: at most one notice, and why others are suppressed. */
export function tell(telling: Telling): Judged {
  const { move, now } = telling;
  const before: Judged = { state: telling.state, findings: [] };
  const told = move === null ? tellNews(before, telling) : tellMove(before, move, telling);
  const { damp, scene } = telling;
  return damp === undefined
    ? told
    : record(told, { verdict: damp, scene, now }, { transition: "flapping", suppressedBy: null });
}

function tellMove(judged: Judged, move: Move, telling: Telling): Judged {
  const { state } = judged;
  const { is: transition, from: previousSeverity } = move;
  const minor = { transition, suppressedBy: "minor", previousSeverity } as const;
  switch (move.is) {
    case "opened":
      return send(judged, telling, {
        transition: isFlapping(state, telling.now) ? "flapping" : transition,
        ...openingHeldBy(state, telling),
      });
    case "worsened":
      return isGraver(state, telling)
        ? sendToAll(judged, telling, { transition, ...heldBy(state, telling, true), previousSeverity })
        : tellNews(record(judged, telling, minor), telling);
    case "eased":
      // The alert continues, if milder: a reminder that is due is still sent.
      return tellNews(record(judged, telling, minor), telling);
    case "closed":
      return record(judged, telling, {
        transition,
        ...closingHeldBy(state, telling),
        reason: move.reason,
        previousSeverity,
      });
    default:
      return move satisfies never;
  }
}

/**
 * True if a worsening is news: a new level at once, the same level once a day if a sensor swings around a limit. An
 * episode that wasn't notified because the one before was just as bad isn't news at that level either.
 */
function isGraver(state: EpisodeState, telling: Telling): boolean {
  const notified = notifiedOfThis(state);
  if (notified === null) return openingHeldBy(state, telling).suppressedBy !== "cooldown";
  const criticalAt = notified.criticalAt ?? namedAt(state);
  if (criticalAt === null) return true;
  // An alert that swings with the weather is notified no more often within an episode than across episodes.
  const quietMs = Math.max(SAME_LEVEL_MS, telling.course.reopenQuietMs);
  const isTakenOnAsMild = state.ack?.severity === "warning" && quietMs === SAME_LEVEL_MS;
  return isTakenOnAsMild || telling.now - criticalAt >= quietMs;
}

/** Why a notice isn't sent, and the alert that speaks for it. `isNamed`: a message has just named this very room. */
type Hold = Pick<Event, "heldBy"> & { suppressedBy: SuppressedBy | null; isNamed?: boolean };

const by = (suppressedBy: SuppressedBy | null): Hold => ({ suppressedBy });

const bySpeaker = ({ kind, subject }: Speaker): Hold => ({
  suppressedBy: "incident",
  heldBy: { kind, subject },
});

/** True if a snooze suppresses this now. It is notified later, if it still applies when the snooze ends. */
const snoozeHolds = ({ quiet, kind }: Telling["scene"], severity: Severity | null, now: number): boolean =>
  isSnoozed(quiet, now) && !breaksThrough(kind, severity);

function heldBy(state: EpisodeState, telling: Telling, isMove = false): Hold {
  const { scene, speakers, now } = telling;
  const child = childOf(state, telling, isMove);
  const namer = namerOf(speakers, child, now);
  if (namer !== undefined) return { ...bySpeaker(namer), isNamed: true };
  const speaker = speakerFor(speakers, child);
  if (speaker !== undefined) return bySpeaker(speaker);
  return by(snoozeHolds(scene, state.severity, now) ? "snooze" : null);
}

function openingHeldBy(state: EpisodeState, telling: Telling): Hold {
  const hold = heldBy(state, telling);
  if (hold.suppressedBy !== null) return hold;
  if (isThrottled(state, telling.now)) return by("flapping");
  if (isSaidOfAnother(telling.scene, telling.reminding, telling.now)) return by("cooldown");
  if (state.notified === null) return hold;
  const { severity } = state.notified;
  const isGraverThanLast = rank(state.severity) > rank(severity) || isFurtherThan(state.notified, telling);
  const isSoon = telling.now - state.notified.at < telling.course.reopenQuietMs;
  return by(isSoon && !isGraverThanLast ? "cooldown" : null);
}

/** An episode that was notified is followed by a notice of its end, even during a snooze: an end is no warning. */
function closingHeldBy(state: EpisodeState, { course, scene, speakers, now }: Telling): Hold {
  const { kind, subject } = scene;
  const none = { isNewlyCold: false, openMs: null, room: null, rooms: [] };
  const child: Child = { kind, subject, severity: "warning", isNewlyCritical: false, ...none };
  const ended = { kind, subject, since: state.openedAt ?? now };
  const speaker = speakerFor(speakers, child) ?? endsWith(speakers, ended, now);
  if (speaker !== undefined) return bySpeaker(speaker);
  if (opensOften(state, now)) return by("flapping");
  if (!course.tellsEnd) return by("minor");
  return by(state.notified?.episode === state.episode ? null : "untold");
}

/** Notifies an open episode that hasn't moved if there is news: a late opening, a worsening or a reminder. */
function tellNews(judged: Judged, telling: Telling): Judged {
  const { state } = judged;
  if (!state.open || isRecovering(telling) || isAheadUnknown(telling)) return judged;
  const notified = notifiedOfThis(state);
  if (notified === null) {
    // Another alert's critical message has already named this room.
    if (namedAt(state) !== null || !isStillSo(telling)) return judged;
    return openingHeldBy(state, telling).suppressedBy === null
      ? send(judged, telling, { transition: "opened", suppressedBy: null, delayed: true })
      : judged;
  }
  const news = newsSince(notified, state, telling);
  if (news === null || heldBy(state, telling).suppressedBy !== null) return judged;
  return sendToAll(judged, telling, { ...news, suppressedBy: null });
}

const isRecovering = ({ verdict, scene }: Telling): boolean =>
  verdict.is === "measured" && verdict.holds === null && scene.trust.is === "ok";

const FORETOLD: readonly AlertKind[] = ["time_to_freeze", "forecast", "heating_stopped"];

/** True for what is concluded from a course while its readings or the weather are missing: nothing is notified then. */
const isAheadUnknown = ({ verdict, scene }: Telling): boolean =>
  verdict.is !== "measured" && FORETOLD.includes(scene.kind);

/** True unless the value is back within the limit itself: only until then is a suppressed opening sent late. */
const isStillSo = ({ verdict }: Telling): boolean => verdict.is !== "measured" || verdict.severity !== null;

type News = Pick<Event, "transition" | "cadence">;

function newsSince(notified: Notified, state: EpisodeState, telling: Telling): News | null {
  const { course, scene, now } = telling;
  const { remind } = course;
  const isOutgrown = state.ack?.isOutgrown === true && rank(state.severity) > rank(state.ack.severity);
  if (isOutgrown || isWorseThan(state.ack ?? notified, notified, telling)) return { transition: "worsened" };
  if (state.ack !== null || remind === null || !isReminderDue(remind, notified, telling)) return null;
  // A reminder that is sent early, with others, doesn't change the cadence: its own step still follows.
  const own = now >= remind.at ? remind.cadence : null;
  const cadence = isOfStory(scene.kind) ? "digest" : own;
  return { transition: "reminded", ...(cadence === null ? {} : { cadence }) };
}

const isReminderDue = (remind: Reminder, { at }: Notified, { scene, ...home }: Telling): boolean =>
  isOfStory(scene.kind)
    ? isColdDue(
        remind,
        home.speakers.map(({ notified }) => notified),
        home.now,
      )
    : isDueAmong(remind, { ...scene, at }, home.reminding, home.now);

function isWorseThan(
  reference: Notified | Acknowledgement,
  notified: Notified,
  { verdict, course, now }: Telling,
): boolean {
  if (verdict.is !== "measured" || verdict.severity === null) return false;
  const isSaidLately = now - notified.at < WORSE_QUIET_MS;
  return verdict.rung > reference.rung || (!isSaidLately && isFurtherThan(reference, { verdict, course }));
}

/** True if the value is further past the limit than the reference, by enough to be news (`course.worseBy`). */
const isFurtherThan = (
  { badness }: Notified | Acknowledgement,
  { verdict, course }: Pick<Telling, "verdict" | "course">,
): boolean =>
  verdict.is === "measured" &&
  course.worseBy !== null &&
  verdict.badness - badness >= course.worseBy - EPSILON;

/**
 * Ends the acknowledgement and notifies everybody, also the person who acknowledged. A suppressed notice doesn't end
 * it: nobody would know that somebody has to look again.
 */
function sendToAll(judged: Judged, telling: Telling, notice: Event & Hold): Judged {
  const { state, findings } = judged;
  const { ack } = state;
  if (notice.suppressedBy === null) {
    const takenOn = ack?.by ? { takenOnBy: ack.by } : {};
    return send({ state: { ...state, ack: null }, findings }, telling, { ...notice, ...takenOn });
  }
  const outgrown = ack === null ? null : { ...ack, isOutgrown: true };
  return send({ state: { ...state, ack: outgrown }, findings }, telling, notice);
}

/** Records the finding, and remembers in the state that it was notified or that another message named its room. */
function send(judged: Judged, telling: Telling, { isNamed = false, ...notice }: Event & Hold): Judged {
  const { state, findings } = record(judged, telling, notice);
  if (notice.suppressedBy === null) return { state: afterNotified(state, telling), findings };
  const named = { episode: state.episode, at: telling.now };
  return isNamed ? { state: { ...state, named }, findings } : { state, findings };
}

function afterNotified(state: EpisodeState, { verdict, now }: Telling): EpisodeState {
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
  return { ...state, notified };
}

/** The sensor that the notice names, and those that it speaks for: it may suppress news about these alone. */
const spokenFor = (verdict: Verdict): Pick<Notified, "named" | "about"> =>
  verdict.is === "measured" && verdict.about !== undefined
    ? { named: verdict.evidence.sensorId, about: verdict.about }
    : {};

/** Adds a finding, and counts it in the state. */
function record(
  { state, findings }: Judged,
  { verdict, scene, now }: Pick<Assessed, "verdict" | "scene" | "now">,
  event: Event,
): Judged {
  const { kind, subject, settings } = scene;
  const before = event.previousSeverity ?? state.severity;
  const finding: Finding = {
    kind,
    subject,
    settings,
    delayed: false,
    reason: null,
    ...event,
    episode: state.episode,
    sequence: state.findings,
    severity: state.severity ?? before ?? "warning",
    previousSeverity: event.transition === "opened" ? null : before,
    ...grounds(state, verdict),
    at: now,
    openedAt: state.openedAt,
    closedAt: state.closedAt,
    peak: state.peak?.evidence ?? null,
    openings: recentOpenings(state, now).length,
  };
  return { state: { ...state, findings: state.findings + 1 }, findings: [...findings, finding] };
}

function grounds(state: EpisodeState, verdict: Verdict): Pick<Finding, "evidence" | "limit" | "why"> {
  if (verdict.is === "measured")
    return { evidence: verdict.evidence, limit: verdict.limit, why: verdict.why };
  const why = verdict.is === "over" ? plain(verdict.reason) : verdict.why;
  return { evidence: state.peak?.evidence ?? null, limit: null, why };
}
