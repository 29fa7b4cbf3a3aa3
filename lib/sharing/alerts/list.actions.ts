import { LIMITS } from "../../../schema/limits.ts";
import type { Alert, AlertsQuery } from "../../../schema/wire/alerts.ts";
import { findAlertStory, listAlertPage } from "../../alerts/alerts.queries.ts";
import { shownAlert } from "../../alerts/shown-alert.ts";
import { pageOf, placeOf } from "../../kernel/cursor.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import type { CoreServices } from "../../kernel/services.actions.ts";
import { findStory } from "./timeline.queries.ts";
import { shownFinding, timelineOf } from "./timeline.ts";

/** Lists a page of the home's alerts, newest first. */
export async function listAlerts(
  { db, clock }: CoreServices,
  householdId: string,
  { state, kind, from, to, cursor, limit = LIMITS.pageDefault }: AlertsQuery,
): Promise<Outcome<{ alerts: Alert[]; next_cursor: string | null }>> {
  const after = cursor === undefined ? null : placeOf(cursor);
  if (cursor !== undefined && after === null) return refuse("bad_cursor");
  const ask = { householdId, state, kind: kind ?? null, from: from ?? null, to: to ?? null, after };
  const rows = await listAlertPage(db, { ...ask, limit: limit + 1 });
  const { page, nextCursor } = pageOf(rows, limit, ({ place }) => place);
  const now = clock();
  return done({ alerts: page.map(({ alert }) => shownAlert(alert, now)), next_cursor: nextCursor });
}

/** Returns an alert with all its findings: their reason and evidence, and whether they were notified or suppressed. */
export async function showAlert({ db, clock }: CoreServices, householdId: string, alertId: string) {
  const story = await findAlertStory(db, householdId, alertId);
  if (story === null) return refuse("not_found");
  const findings = story.findings.map(shownFinding);
  return done({ alert: { ...shownAlert(story.alert, clock()), findings } });
}

/** Returns the timeline of an alert. It stays complete after the alert has closed. */
export async function showTimeline({ db }: CoreServices, householdId: string, alertId: string) {
  const found = await findStory(db, householdId, alertId);
  if (found === null) return refuse("not_found");
  return done({ time_zone: found.timeZone, entries: timelineOf(found) });
}
