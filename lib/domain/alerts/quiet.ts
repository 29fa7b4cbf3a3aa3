import type { AlertKind, Severity } from "../../../schema/vocabulary.ts";
import type { Moment } from "../time.ts";
import type { Owner } from "./incident/owned.ts";

/** The household's snooze and vacation. A vacation whose `until` is null lasts until it is cleared. */
export type Quiet = {
  snoozedUntil: Moment | null;
  vacation: { until: Moment | null } | null;
  /** Open alerts that speak for others of the home; absent where nobody has looked. */
  owners?: readonly Owner[];
};

export const NO_QUIET: Quiet = { snoozedUntil: null, vacation: null };

export const isSnoozed = (quiet: Quiet, now: Moment): boolean =>
  quiet.snoozedUntil !== null && now < quiet.snoozedUntil;

export const isOnVacation = ({ vacation }: Quiet, now: Moment): boolean =>
  vacation !== null && (vacation.until === null || now < vacation.until);

/** What no snooze and no quiet hours hold back. */
export const breaksThrough = (kind: AlertKind, severity: Severity | null): boolean =>
  kind === "leak" || severity === "critical";

/** Whether a snooze holds this back now. Told later, if it is still so when the snooze ends. */
export const snoozeHolds = (quiet: Quiet, kind: AlertKind, severity: Severity | null, now: Moment): boolean =>
  isSnoozed(quiet, now) && !breaksThrough(kind, severity);
