import type { AlertKind, Severity, Transition } from "../../schema/vocabulary.ts";
import { rememberedOf } from "../kernel/remembered.ts";
import { DAY_MS, type Moment } from "../kernel/time.ts";
import {
  type Cadence,
  type CloseReason,
  type EpisodeState,
  FLAP_LIMITS,
  rank,
  readEpisodeState,
  recentOpenings,
} from "./episode.ts";
import type { DeviceFacts, SensorFacts, StateFacts } from "./facts.ts";
import type { Finding, Judged, SuppressedBy } from "./finding.ts";
import { type Evidence, plain, type Reason } from "./reason.ts";
import type { Course, Reminder, Scene, Verdict } from "./verdict.ts";

/** Reminders of an episode after its first notice: at so many first delays, and then at so many days. */
export const LADDERS = {
  /** 1 h, 3 h, 8 h, then daily; after three days the reports have it. */
  usual: { first: [1, 3, 8], days: 3 },
  /** After an hour and after a day: who has read a warning three times knows of it. */
  warning: { first: [1], days: 1 },
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

/** Begins and ends the throttling. `summary`: it has just begun, or is repeated after an hour. */
export function watchFlapping(state: EpisodeState, now: Moment): { state: EpisodeState; summary: boolean } {
  const openings = recentOpenings(state, now).length;
  const { flapping } = state;
  if (flapping === null) {
    if (openings <= FLAP_LIMITS.openingsMax) return { state, summary: false };
    const begun = { since: now, notifiedAt: now, severity: state.severity ?? "warning" };
    return { state: { ...state, flapping: begun }, summary: true };
  }
  if (openings <= FLAP_LIMITS.endsAt) return { state: { ...state, flapping: null }, summary: false };
  if (now - flapping.notifiedAt < FLAP_LIMITS.summaryEveryMs) return { state, summary: false };
  return { state: { ...state, flapping: { ...flapping, notifiedAt: now } }, summary: true };
}

/** True if the summary covers this too: everything except what is graver than the summary. */
export const isThrottled = ({ flapping, severity }: EpisodeState): boolean =>
  flapping !== null && rank(severity) <= rank(flapping.severity);

/** One judgement: everything that its findings are made from, but for the state. */
export type Judging = { verdict: Verdict; course: Course; scene: Scene; now: Moment };

type Event = {
  transition: Transition;
  suppressedBy: SuppressedBy | null;
  heldBy?: Finding["heldBy"];
  previousSeverity?: Severity | null;
  delayed?: boolean;
  cadence?: Cadence | null;
  takenOnBy?: string | null;
  reason?: CloseReason;
  /** Instead of the verdict's own reason. */
  why?: Reason;
};

/** Adds a finding, and counts it in the state. */
export function record({ state, findings }: Judged, judging: Omit<Judging, "course">, event: Event): Judged {
  const { scene, now } = judging;
  const previousSeverity = event.previousSeverity ?? state.severity;
  const finding: Finding = {
    ...scenery(scene),
    transition: event.transition,
    episode: state.episode,
    sequence: state.findings,
    severity: state.severity ?? previousSeverity ?? "warning",
    previousSeverity: event.transition === "opened" ? null : previousSeverity,
    suppressedBy: event.suppressedBy,
    ...(event.heldBy === undefined ? {} : { heldBy: event.heldBy }),
    delayed: event.delayed ?? false,
    ...(event.cadence ? { cadence: event.cadence } : {}),
    ...(event.takenOnBy ? { takenOnBy: event.takenOnBy } : {}),
    ...grounds(state, judging.verdict),
    ...(event.why === undefined ? {} : { why: event.why }),
    at: now,
    openedAt: state.openedAt,
    closedAt: state.closedAt,
    peak: state.peak?.evidence ?? null,
    reason: event.reason ?? null,
    openings: recentOpenings(state, now).length,
  };
  return { state: { ...state, findings: state.findings + 1 }, findings: [...findings, finding] };
}

const scenery = ({ kind, subject, settings }: Scene) => ({ kind, subject, settings });

type Grounds = Pick<Finding, "evidence" | "limit" | "why">;

function grounds(state: EpisodeState, verdict: Verdict): Grounds {
  const lastEvidence: Evidence | null = state.peak?.evidence ?? null;
  switch (verdict.is) {
    case "measured":
      return { evidence: verdict.evidence, limit: verdict.limit, why: verdict.why };
    case "unknown":
      return { evidence: lastEvidence, limit: null, why: verdict.why };
    case "over":
      return { evidence: lastEvidence, limit: null, why: plain(verdict.reason) };
    default:
      return verdict satisfies never;
  }
}

/**
 * The next reminder of the open episode, at `firstMs` after its first notice and then ever more rarely; null after
 * the last one, and if `firstMs` is null. Other messages meanwhile move it to the next step.
 */
export function nextReminder(
  { notified, episode, severity }: EpisodeState,
  firstMs: number | null,
  ladder: keyof typeof LADDERS = severity === "warning" ? "warning" : "usual",
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
function stepsOf(firstMs: number, ladder: keyof typeof LADDERS): Moment[] {
  const { first, days } = LADDERS[ladder];
  const often = first.map((times) => times * firstMs).filter((step) => step < DAY_MS);
  return [...often, ...Array.from({ length: days }, (_, day) => (day + 1) * DAY_MS)];
}

/** The subject of an episode, as messages name it. */
export type AlertSubject = { title: string; deviceId: string | null; sensorId: string | null };

/** A sensor as messages name it. */
export const aboutOf = (device: DeviceFacts, sensor: SensorFacts): AlertSubject => ({
  title: device.space === "" ? sensor.label : `${sensor.label} (${device.space})`,
  deviceId: device.id,
  sensorId: sensor.id,
});

/** A state that has moved, to be committed over the version that it was judged from. */
export type Change = {
  kind: AlertKind;
  subject: string;
  expectedVersion: number;
  state: EpisodeState;
  findings: Finding[];
  about: AlertSubject;
};

type StateOf = (kind: AlertKind, subject: string) => { version: number; state: EpisodeState };

/**
 * The stored states by kind and subject; what has no row yet is version 0 and no episode. Each of a home's sensors needs the
 * home's states.
 */
export const stateIndex = rememberedOf((states: readonly StateFacts[]): StateOf => {
  const rows = new Map<AlertKind, Map<string, StateFacts>>();
  for (const [kind, own] of Map.groupBy(states, (row) => row.kind))
    rows.set(kind, new Map(own.map((row) => [row.subject, row])));
  return (kind, subject) => {
    const row = rows.get(kind)?.get(subject);
    return { version: row?.version ?? 0, state: readEpisodeState(row?.state) };
  };
});

/** Judges one subject; empty where nothing has moved, since then there is nothing to store. */
export function changeOf(
  known: { version: number; state: EpisodeState },
  kind: AlertKind,
  subject: string,
  about: AlertSubject,
  judge: (state: EpisodeState) => Judged,
): Change[] {
  const { state, findings } = judge(known.state);
  if (state === known.state) return [];
  return [{ kind, subject, expectedVersion: known.version, state, findings, about }];
}

/** Everything that is notified about a room's cold. */
export const coldOf = (stateOf: StateOf, household: string, sensor: string): EpisodeState[] =>
  [stateOf("heating_stopped", household), stateOf("freeze", sensor), stateOf("time_to_freeze", sensor)].map(
    ({ state }) => state,
  );
