import type { AlertKind, Severity } from "../../schema/vocabulary.ts";
import type { Alert, AlertWithFindings } from "../../schema/wire/alerts.ts";
import { MINUTE_MS } from "../kernel/time.ts";
import { wireReason } from "../language/reason-text.ts";
import type { Finding } from "./finding.ts";
import type { Evidence, Limit } from "./reason.ts";

/** An episode as it is stored. */
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
  openedAt: Date;
  closedAt: Date | null;
  closeReason: string | null;
  acknowledgedAt: Date | null;
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
  opened_at: alert.openedAt.toISOString(),
  closed_at: alert.closedAt?.toISOString() ?? null,
  close_reason: alert.closeReason,
  acknowledged_at: alert.acknowledgedAt?.toISOString() ?? null,
  acknowledged_by: alert.acknowledgedBy,
  incident_id: alert.incidentId,
  duration_seconds: secondsBetween(alert.openedAt, alert.closedAt ?? now),
});

const secondsBetween = (from: Date, to: Date): number =>
  Math.max(0, Math.floor((to.getTime() - from.getTime()) / 1_000));

/** A decision and when it was notified; null if it wasn't. */
export type RecordedFinding = { finding: Finding; notifiedAt: Date | null };

/** An episode and its last decisions. */
export type AlertStory = { alert: AlertRecord; findings: RecordedFinding[] };

export type ShownFinding = AlertWithFindings["alert"]["findings"][number];
export type ShownEvidence = NonNullable<ShownFinding["evidence"]>;

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
    told_at: notifiedAt?.toISOString() ?? null,
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
  at: new Date(at).toISOString(),
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
