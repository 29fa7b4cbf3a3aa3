import { sql } from "drizzle-orm";
import { LIMITS } from "../../../schema/limits.ts";
import type { AlertKind } from "../../../schema/vocabulary.ts";
import type { Finding } from "../../domain/alerts/finding.ts";
import type { AlertRecord, ToldFinding } from "../../domain/alerts/shown-alert.ts";
import type { Place } from "../../domain/cursor.ts";
import { dateOf } from "../date-of.ts";
import type { Db } from "../db.ts";
import { ALERT_JSON, type AlertJson, alertRecord } from "./alert-rows.ts";

/** What is null is not asked for. */
export type AlertPage = {
  householdId: string;
  state: "open" | "closed" | "all";
  kind: AlertKind | null;
  from: Date | null;
  to: Date | null;
  after: Place | null;
  limit: number;
};

/** An episode and its place in the household's order: newest opening first. */
export type PlacedAlert = { alert: AlertRecord; place: Place };

type PageRow = { id: string; opened_us: string; alert: AlertJson };

export async function listAlertPage(db: Db, ask: AlertPage): Promise<PlacedAlert[]> {
  const { after } = ask;
  const isAfter =
    after === null
      ? sql`true`
      : sql`(alert.opened_at, alert.id) < ('epoch'::timestamptz + ${after.atMicroseconds}::bigint * interval '1 microsecond', ${after.id})`;
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<PageRow>(sql`
      select alert.id, (extract(epoch from alert.opened_at) * 1000000)::bigint::text as opened_us,
        ${ALERT_JSON} as alert
      from alerts alert
      where alert.household_id = ${ask.householdId} and ${isAfter}
        and (${ask.state} = 'all' or (alert.closed_at is null) = (${ask.state} = 'open'))
        and alert.kind = coalesce(${ask.kind}, alert.kind)
        and alert.opened_at >= coalesce(${ask.from?.toISOString() ?? null}::timestamptz, '-infinity')
        and alert.opened_at < coalesce(${ask.to?.toISOString() ?? null}::timestamptz, 'infinity')
      order by alert.opened_at desc, alert.id desc
      limit ${ask.limit}`),
  );
  return rows.map((row) => ({
    alert: alertRecord(row.alert),
    place: { atMicroseconds: row.opened_us, id: row.id },
  }));
}

export type AlertStory = { alert: AlertRecord; findings: ToldFinding[] };

type StoryRow = { alert: AlertJson; findings: { finding: Finding; toldAt: string | null }[] };

/** With its last decisions, oldest first. Null alike for an unknown alert and another household's. */
export async function findAlertStory(
  db: Db,
  householdId: string,
  alertId: string,
): Promise<AlertStory | null> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<StoryRow>(sql`
      select ${ALERT_JSON} as alert, (
        select coalesce(json_agg(json_build_object('finding', told.finding, 'toldAt', told.told_at)
          order by told.sequence), '[]')
        from (
          select * from findings where findings.alert_id = alert.id
          order by findings.sequence desc limit ${LIMITS.alertFindingsMax}) as told) as findings
      from alerts alert where alert.id = ${alertId} and alert.household_id = ${householdId}`),
  );
  const [row] = rows;
  if (row === undefined) return null;
  const findings = row.findings.map(({ finding, toldAt }) => ({
    finding,
    toldAt: dateOf(toldAt),
  }));
  return { alert: alertRecord(row.alert), findings };
}
