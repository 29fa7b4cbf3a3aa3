import { type SQL, sql } from "drizzle-orm";
import { alerts } from "../../../schema/tables/alert.ts";
import type { AlertRecord } from "../../domain/alerts/shown-alert.ts";
import { dateOf } from "../date-of.ts";

/** An alert as `ALERT_JSON` writes it: times are text. */
export type AlertJson = Omit<AlertRecord, "openedAt" | "closedAt" | "acknowledgedAt"> & {
  openedAt: string;
  closedAt: string | null;
  acknowledgedAt: string | null;
};

/** For a query over `alerts` under the name `alert`. */
export const ALERT_JSON: SQL = sql`json_build_object(
  'id', alert.id, 'kind', alert.kind, 'subject', alert.subject, 'episode', alert.episode,
  'severity', alert.severity, 'title', alert.title, 'deviceId', alert.device_id, 'sensorId', alert.sensor_id,
  'openedAt', alert.opened_at, 'closedAt', alert.closed_at, 'closeReason', alert.close_reason,
  'acknowledgedAt', alert.acknowledged_at, 'acknowledgedBy', alert.acknowledged_by, 'incidentId', alert.incident_id)`;

export const alertRecord = (alert: AlertJson): AlertRecord => ({
  ...alert,
  openedAt: new Date(alert.openedAt),
  closedAt: dateOf(alert.closedAt),
  acknowledgedAt: dateOf(alert.acknowledgedAt),
});

/** The columns of an `AlertRecord`. */
export const ALERT = {
  id: alerts.id,
  kind: alerts.kind,
  subject: alerts.subject,
  episode: alerts.episode,
  severity: alerts.severity,
  title: alerts.title,
  deviceId: alerts.deviceId,
  sensorId: alerts.sensorId,
  openedAt: alerts.openedAt,
  closedAt: alerts.closedAt,
  closeReason: alerts.closeReason,
  acknowledgedAt: alerts.acknowledgedAt,
  acknowledgedBy: alerts.acknowledgedBy,
  incidentId: alerts.incidentId,
};
