import type { AlertWithFindings } from "../../../schema/wire/alerts.ts";
import { type RecordedFinding, shownEvidence } from "../../alerts/shown-alert.ts";
import { MINUTE_MS } from "../../kernel/time.ts";
import type { Limit } from "../../language/reason.ts";
import { wireReason } from "../../language/reason-text.ts";

export type ShownFinding = AlertWithFindings["alert"]["findings"][number];

export function shownFinding({ finding, notifiedAt }: RecordedFinding): ShownFinding {
  const { text: why, ...reason } = wireReason(finding.why);
  return {
    transition: finding.transition,
    at: new Date(finding.at).toISOString(),
    severity: finding.severity,
    why,
    ...reason,
    evidence: finding.evidence === null ? null : shownEvidence(finding.evidence),
    limit: finding.limit === null ? null : shownLimit(finding.limit),
    held_by: finding.suppressedBy,
    told_at: notifiedAt === null ? null : new Date(notifiedAt).toISOString(),
  };
}

const shownLimit = ({ name, is, value, unit, forMs }: Limit): ShownFinding["limit"] => ({
  ...{ name, is, value, unit },
  for_minutes: forMs / MINUTE_MS,
});
