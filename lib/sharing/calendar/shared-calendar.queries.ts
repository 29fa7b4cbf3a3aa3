import { type SQL, sql } from "drizzle-orm";
import type { ShareScope } from "../../../schema/vocabulary.ts";
import { ALERT_JSON, type AlertJson, alertRecord } from "../../alerts/list.queries.ts";
import type { AlertRecord } from "../../alerts/shown-alert.ts";
import type { Db } from "../../kernel/db.queries.ts";
import { byteaText, secretHash } from "../../kernel/secret-hash.queries.ts";
import { DAY_MS, HOUR_MS } from "../../kernel/time.ts";
import { type HomePageJson, homePageJson, pageHome, SHARED_ALERTS } from "../home-page/home-page.queries.ts";
import type { SharedPageHome } from "../home-page/page-home.ts";
import { SHARING_LIMITS } from "../limits.ts";
import { isCovered, type LinkFacts, linkFacts, worksAt } from "../share-links.queries.ts";

/** The home with its devices' batteries, and its alerts of the time that the link shows, newest first. */
export type SharedCalendar = { home: SharedPageHome; episodes: AlertRecord[] };

type Row = LinkFacts & { name: string; scope: ShareScope; home: HomePageJson; episodes: AlertJson[] };

const before = (now: Date, ms: number): SQL =>
  sql`${new Date(now.getTime() - ms).toISOString()}::timestamptz`;

/** In one call; null alike for an unknown, revoked, expired and suspended link. */
export async function findSharedCalendar(db: Db, token: string, now: Date): Promise<SharedCalendar | null> {
  const tokenHash = byteaText(await secretHash(token));
  const since = sql`case link.scope when 'live' then ${before(now, SHARING_LIMITS.shareLiveHours * HOUR_MS)}
    else ${before(now, SHARING_LIMITS.calendarDays * DAY_MS)} end`;
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<Row>(sql`
      select ${linkFacts(now)}, link.name, link.scope, ${homePageJson("calendar", now)} as home, (
        select coalesce(json_agg(${ALERT_JSON} order by alert.opened_at desc, alert.id), '[]') from (
          select * from alerts where alerts.household_id = home.id and ${SHARED_ALERTS}
            and (alerts.closed_at is null or alerts.closed_at > ${since})
          order by alerts.opened_at desc, alerts.id limit ${SHARING_LIMITS.calendarEventsMax}::integer) as alert) as episodes
      from share_links link join households home on home.id = link.household_id
      where link.token_hash = ${tokenHash}::bytea and ${worksAt(sql`link`, now)}`),
  );
  const [row] = rows;
  if (row === undefined || !isCovered(row, now)) return null;
  const home = { ...pageHome(row.home), name: row.name, scope: row.scope };
  return { home, episodes: row.episodes.map(alertRecord) };
}
