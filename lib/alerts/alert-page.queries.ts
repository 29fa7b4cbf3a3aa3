import { sql } from "drizzle-orm";
import type { Db } from "../kernel/db.queries.ts";
import { dateOf } from "../kernel/statements.queries.ts";
import { type HomePageJson, homePageJson, pageHome } from "../sharing/home-page/home-page.queries.ts";
import type { PageHome } from "../sharing/home-page/page-home.ts";
import type { Finding } from "./finding.ts";
import { FORECAST_JSON } from "./freeze-forecasts.queries.ts";
import { ALERT_LIMITS } from "./limits.ts";
import { ALERT_JSON, type AlertJson, alertRecord } from "./list.queries.ts";
import type { AlertStory, ForecastRecord } from "./shown-alert.ts";

/** Everything that an alert's page tells. `acknowledgedBy` is an address; null for nobody, or no person. */
export type PageStory = AlertStory & {
  home: PageHome;
  /** When its rooms were said to freeze, newest first. */
  forecasts: ForecastRecord[];
  acknowledgedBy: string | null;
};

type StoryRow = {
  alert: AlertJson;
  home: HomePageJson;
  findings: { finding: Finding; notifiedAt: string | null }[];
  forecasts: ForecastRecord[];
  acknowledged_by: string | null;
};

/** Reads it in one call. Null alike for an unknown alert and another household's. */
export async function findAlertPage(
  db: Db,
  { householdId, alertId, now }: { householdId: string; alertId: string; now: Date },
): Promise<PageStory | null> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<StoryRow>(sql`
      select ${ALERT_JSON} as alert, ${homePageJson("everything", now)} as home, (
        select coalesce(json_agg(json_build_object('finding', recorded.finding, 'notifiedAt', recorded.notified_at)
          order by recorded.sequence), '[]')
        from (
          select * from findings where findings.alert_id = alert.id
          order by findings.sequence desc limit ${ALERT_LIMITS.alertFindingsMax}) as recorded) as findings, (
        select coalesce(json_agg(${FORECAST_JSON} order by made.made_at desc, made.sensor_id), '[]')
        from (
          select * from freeze_forecasts where freeze_forecasts.alert_id = alert.id
          order by made_at desc, sensor_id limit ${ALERT_LIMITS.alertForecastsMax}) as made) as forecasts,
        coalesce((select person.email from users person where person.id = alert.acknowledged_by), (
          select outsider.name from home_contacts outsider where outsider.id = alert.acknowledged_by
            and outsider.household_id = alert.household_id)) as acknowledged_by
      from alerts alert join households home on home.id = alert.household_id
      where alert.id = ${alertId} and alert.household_id = ${householdId}`),
  );
  const [row] = rows;
  if (row === undefined) return null;
  return {
    alert: alertRecord(row.alert),
    home: pageHome(row.home),
    findings: row.findings.map(({ finding, notifiedAt }) => ({ finding, notifiedAt: dateOf(notifiedAt) })),
    forecasts: row.forecasts,
    acknowledgedBy: row.acknowledged_by,
  };
}
