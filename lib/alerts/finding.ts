import type { AlertKind, Severity, Transition } from "../../schema/vocabulary.ts";
import type { Moment } from "../kernel/time.ts";
import type { Evidence, Limit, StoredReason } from "../language/reason.ts";
import type { Cadence, CloseReason, EpisodeState } from "./episode.ts";
import type { SettingsOf } from "./settings.ts";

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

/** What happened to an alert, and whether it is told; what is absent of a finding is as usual. */
export type Event = Pick<Finding, "transition" | "suppressedBy"> &
  Partial<Pick<Finding, "previousSeverity" | "heldBy" | "delayed" | "cadence" | "takenOnBy" | "reason">>;
