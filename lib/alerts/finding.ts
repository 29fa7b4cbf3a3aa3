import type { AlertKind, Severity, Transition } from "../../schema/vocabulary.ts";
import type { Moment } from "../kernel/time.ts";
import type { Assessed } from "./advance.ts";
import { type Cadence, type CloseReason, type EpisodeState, recentOpenings } from "./episode.ts";
import { type Evidence, type Limit, plain, type Reason, type StoredReason } from "./reason.ts";
import type { SettingsOf } from "./settings.ts";
import type { Scene, Verdict } from "./verdict.ts";

/**
 * Why a finding is recorded and not sent. `untold`: the end of something that nobody has heard of;
 * `incident`: another alert of the home speaks for it.
 */
export type SuppressedBy = "snooze" | "cooldown" | "flapping" | "untold" | "minor" | "incident";

/**
 * One decision: what happened, on what evidence, by which rule. Enough to tell it, explain it and replay it.
 */
export type Finding = {
  transition: Transition;
  kind: AlertKind;
  subject: string;
  /**
   * Names this finding for ever, together with household, kind, subject and `episode`: a deduplication key.
   */
  episode: number;
  sequence: number;
  severity: Severity;
  previousSeverity: Severity | null;
  /** Null where it is to be sent; else why not. */
  suppressedBy: SuppressedBy | null;
  /** The alert that speaks for this one, where one does; absent for none. */
  heldBy?: { kind: AlertKind; subject: string };
  /** An opening that was suppressed at first and is notified now. */
  delayed: boolean;
  /**
   * How often reminders come from now on, after one that makes them rarer. Absent where that stays as it is.
   */
  cadence?: Cadence;
  /** Who had taken it on, and has it no more since it got worse; absent for nobody. */
  takenOnBy?: string;
  /** Null where no reading says it: a disabled sensor, an unplugged probe that never gave one. */
  evidence: Evidence | null;
  limit: Limit | null;
  /** How the evidence compares with the limit, as a code with its values. */
  why: StoredReason;
  /** The settings in force: overrides and vacation included. */
  settings: SettingsOf[AlertKind];
  /** When the decision was made. */
  at: Moment;
  openedAt: Moment | null;
  closedAt: Moment | null;
  /** The worst of the episode. */
  peak: Evidence | null;
  reason: CloseReason | null;
  /** Openings within the last hour. */
  openings: number;
};

/** The same `state` object where nothing has moved. Findings come with a changed state, always. */
export type Judged = { state: EpisodeState; findings: Finding[] };

/** What happened to an alert, and whether it is told. */
export type Event = {
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
export function record(
  { state, findings }: Judged,
  { verdict, scene, now }: Pick<Assessed, "verdict" | "scene" | "now">,
  event: Event,
): Judged {
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
    ...grounds(state, verdict),
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
