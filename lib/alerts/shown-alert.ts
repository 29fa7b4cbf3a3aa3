import type { AlertKind, Severity } from "../../schema/vocabulary.ts";
import type { Alert } from "../../schema/wire/alerts.ts";
import type { Moment } from "../kernel/time.ts";
import type { Evidence } from "../language/reason.ts";
import type { Finding } from "./verdict.ts";

/** An episode as `ALERT_JSON` writes it. */
export type AlertRecord = {
  id: string;
  kind: AlertKind;
  /** A sensor's, device's, rule's or the household's own id. */
  subject: string;
  episode: number;
  severity: Severity;
  /** The highest severity among its findings; `severity` itself eases before the end. */
  worst: Severity;
  title: string;
  deviceId: string | null;
  sensorId: string | null;
  openedAt: Moment;
  closedAt: Moment | null;
  closeReason: string | null;
  acknowledgedAt: Moment | null;
  /** The id of a user, of a contact outside the home, or of an API key. */
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

/** A finding and when it was notified (null if it wasn't), as `FINDINGS_JSON` writes them. */
export type RecordedFinding = { finding: Finding; notifiedAt: Moment | null };

/** An episode and its newest findings. */
export type AlertStory = { alert: AlertRecord; findings: RecordedFinding[] };

export const shownEvidence = ({ sensorId, deviceId, more = {}, value, unit, at }: Evidence) => ({
  value,
  unit,
  more,
  at: isoOf(at),
  sensor_id: sensorId,
  device_id: deviceId,
});
