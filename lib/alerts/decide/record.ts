import type { Severity, Transition } from "../../../schema/vocabulary.ts";
import type { Assessed } from "../advance.ts";
import { type Cadence, type CloseReason, type EpisodeState, recentOpenings } from "../episode.ts";
import type { Finding, Judged, SuppressedBy } from "../finding.ts";
import { type Evidence, plain, type Reason } from "../reason.ts";
import type { Scene, Verdict } from "../verdict.ts";

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
