import { LIMITS } from "../../../schema/limits.ts";
import type { AlertsQuery } from "../../../schema/wire/alerts.ts";
import {
  type ShownAlert,
  type ShownFinding,
  shownAlert,
  shownFinding,
} from "../../domain/alerts/shown-alert.ts";
import { pageOf, placeOf } from "../../domain/cursor.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import type { Clock } from "../../ports.ts";
import { findAlertStory, listAlertPage } from "../../store/alerts/list-alerts.ts";
import type { Db } from "../../store/db.ts";

type Ports = { db: Db; clock: Clock };

export type ListAlerts = AlertsQuery;

/** Newest first. */
export async function listAlerts(
  { db, clock }: Ports,
  householdId: string,
  { state, kind, from, to, cursor, limit = LIMITS.pageDefault }: ListAlerts,
): Promise<Outcome<{ alerts: ShownAlert[]; next_cursor: string | null }>> {
  const after = cursor === undefined ? null : placeOf(cursor);
  if (cursor !== undefined && after === null) return refuse("bad_cursor");
  const ask = { householdId, state, kind: kind ?? null, from: from ?? null, to: to ?? null, after };
  const rows = await listAlertPage(db, { ...ask, limit: limit + 1 });
  const { page, nextCursor } = pageOf(rows, limit, ({ place }) => place);
  const now = clock();
  return done({ alerts: page.map(({ alert }) => shownAlert(alert, now)), next_cursor: nextCursor });
}

/** Includes every decision: why, on what evidence, told or held back. */
export async function showAlert(
  { db, clock }: Ports,
  householdId: string,
  alertId: string,
): Promise<Outcome<{ alert: ShownAlert & { findings: ShownFinding[] } }>> {
  const story = await findAlertStory(db, householdId, alertId);
  if (story === null) return refuse("not_found");
  const findings = story.findings.map(shownFinding);
  return done({ alert: { ...shownAlert(story.alert, clock()), findings } });
}
