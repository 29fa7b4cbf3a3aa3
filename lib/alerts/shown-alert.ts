import type { AlertKind, Severity } from "../../schema/vocabulary.ts";
import type { Alert, AlertWithFindings } from "../../schema/wire/alerts.ts";
import { MINUTE_MS, type Moment } from "../kernel/time.ts";
import { wireReason } from "../language/reason-text.ts";
import type { Finding } from "./finding.ts";
import type { Evidence, Limit } from "./reason.ts";

/** An episode as `ALERT_JSON` writes it. */
export type AlertRecord = {
  id: string;
  kind: AlertKind;
  /** A sensor's, device's, rule's or the household's own id. */
  subject: string;
  episode: number;
  severity: Severity;
  title: string;
  deviceId: string | null;
  sensorId: string | null;
  openedAt: Moment;
  closedAt: Moment | null;
  closeReason: string | null;
  acknowledgedAt: Moment | null;
  /** A user's or API key's id. */
  acknowledgedBy: string | null;
  /** The alert that speaks for this one. */
  incidentId: string | null;
};

export const shownAlert = (alert: AlertRecord, now: Date): Alert => ({
  id: alert.id,
  kind: alert.kind,
  severity: alert.severity,
  state: alert.closedAt === null ? "open" : "closed",
  title: alert.title,
  device_id: alert.deviceId,
  sensor_id: alert.sensorId,
  opened_at: isoOf(alert.openedAt),
  closed_at: isoOrNull(alert.closedAt),
  close_reason: alert.closeReason,
  acknowledged_at: isoOrNull(alert.acknowledgedAt),
  acknowledged_by: alert.acknowledgedBy,
  incident_id: alert.incidentId,
  duration_seconds: secondsBetween(alert.openedAt, alert.closedAt ?? now.getTime()),
});

const isoOf = (at: Moment): string => new Date(at).toISOString();
const isoOrNull = (at: Moment | null): string | null => (at === null ? null : isoOf(at));

const secondsBetween = (from: Moment, to: Moment): number =>
  Math.max(0, Math.floor((Math.floor(to) - Math.floor(from)) / 1_000));

/** A decision and when it was notified, null if it wasn't, as `FINDINGS_JSON` writes them. */
export type RecordedFinding = { finding: Finding; notifiedAt: Moment | null };

/** An episode and its last decisions. */
export type AlertStory = { alert: AlertRecord; findings: RecordedFinding[] };

export type ShownFinding = AlertWithFindings["alert"]["findings"][number];
export type ShownEvidence = NonNullable<ShownFinding["evidence"]>;

export function shownFinding({ finding, notifiedAt }: RecordedFinding): ShownFinding {
  const { text: why, ...reason } = wireReason(finding.why);
  return {
    transition: finding.transition,
    at: isoOf(finding.at),
    severity: finding.severity,
    why,
    ...reason,
    evidence: finding.evidence === null ? null : shownEvidence(finding.evidence),
    limit: finding.limit === null ? null : shownLimit(finding.limit),
    held_by: finding.suppressedBy,
    told_at: isoOrNull(notifiedAt),
  };
}

export const shownEvidence = ({
  value,
  unit,
  at,
  sensorId,
  deviceId,
  more = {},
}: Evidence): ShownEvidence => ({
  value,
  unit,
  at: isoOf(at),
  sensor_id: sensorId,
  device_id: deviceId,
  more,
});

const shownLimit = ({ name, is, value, unit, forMs }: Limit): ShownFinding["limit"] => ({
  name,
  is,
  value,
  unit,
  for_minutes: forMs / MINUTE_MS,
});
