import type { Severity } from "../../../schema/vocabulary.ts";
import type { Moment } from "../time.ts";
import type { EpisodeState } from "./episode.ts";
import type { Evidence } from "./evidence.ts";
import type { Cadence, CloseReason, Finding, HeldBy, Judged, Transition } from "./finding.ts";
import { recentOpenings } from "./flapping.ts";
import type { Course, Scene, Verdict } from "./verdict.ts";

/** One judgement: everything that its findings are made from, but for the state. */
export type Judging = { verdict: Verdict; course: Course; scene: Scene; now: Moment };

export type Event = {
  transition: Transition;
  heldBy: HeldBy | null;
  previousSeverity?: Severity | null;
  delayed?: boolean;
  cadence?: Cadence | null;
  reason?: CloseReason;
  /** Instead of the verdict's own sentence. */
  why?: string;
};

/** Adds a finding, and counts it in the state. */
export function record({ state, findings }: Judged, judging: Judging, event: Event): Judged {
  const { scene, now } = judging;
  const previousSeverity = event.previousSeverity ?? state.severity;
  const finding: Finding = {
    ...scenery(scene),
    transition: event.transition,
    episode: state.episode,
    sequence: state.findings,
    severity: state.severity ?? previousSeverity ?? "warning",
    previousSeverity: event.transition === "opened" ? null : previousSeverity,
    heldBy: event.heldBy,
    delayed: event.delayed ?? false,
    ...(event.cadence ? { cadence: event.cadence } : {}),
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
      return { evidence: lastEvidence, limit: null, why: OVER_BECAUSE[verdict.reason] };
    default:
      return verdict satisfies never;
  }
}

const OVER_BECAUSE: Record<CloseReason, string> = {
  recovered: "It is back to normal",
  cleared: "It is no longer watched for",
  answered: "Somebody has said why",
  disabled: "The alert, its sensor or its device has been switched off",
  removed: "Its device has been deleted",
  moved: "Its device has been moved to another space",
  misread: "Its readings were taken for another unit than they are in",
};
