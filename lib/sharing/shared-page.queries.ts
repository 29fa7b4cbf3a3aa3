import { type SQL, sql } from "drizzle-orm";
import { ALERT_JSON } from "../alerts/alerts.queries.ts";
import type { AlertRecord } from "../alerts/shown-alert.ts";
import { cardJson } from "../emergency/card.queries.ts";
import type { CardFacts } from "../emergency/card.ts";
import type { Db } from "../kernel/db.queries.ts";
import { DAY_MS, HOUR_MS } from "../kernel/time.ts";
import type { DrawnDayJson } from "./home-page/cards.ts";
import {
  byQuarter,
  drawnDayJson,
  type HomePageJson,
  homePageJson,
  pageHome,
} from "./home-page/home-page.queries.ts";
import type { SharedPageHome } from "./home-page/page-home.ts";
import { SHARING_LIMITS } from "./limits.ts";
import { SHARE_LIVE_HOURS } from "./share-link.ts";
import { findShared, SHARED_ALERTS } from "./share-links.queries.ts";

type HomeColumn = { home: HomePageJson };

const HOME = sql`${homePageJson("shared")} as home`;

/** The page of a share link. Its title is the name of the link and not of the home. */
const sharedHome = ({ home, name, scope }: HomeColumn & Pick<SharedPageHome, "name" | "scope">) => ({
  ...pageHome(home),
  name,
  scope,
});

/** Finds a link's page in one call; null if the link is unknown, revoked, expired or suspended. */
export async function findSharedPage(db: Db, token: string, now: Date): Promise<SharedPageHome | null> {
  const row = await findShared<HomeColumn>(db, token, now, "shared_page", HOME);
  return row && sharedHome(row);
}

/** `card` is null unless members share the emergency card. */
type FamilyColumns = HomeColumn & { lastDay: DrawnDayJson; card: CardFacts | null };

const familyColumns = byQuarter(
  (now) =>
    sql`${HOME}, ${drawnDayJson(now)} as "lastDay", case when exists (
        select from emergency_cards card where card.household_id = home.id and card.is_shared)
      then ${cardJson(sql`home.id`)} end as card`,
);

/** Like `findSharedPage`, with the cards' data and the shared emergency card. */
export async function findFamilyPage(db: Db, token: string, now: Date) {
  const row = await findShared<FamilyColumns>(db, token, now, "family_page", familyColumns(now));
  return row && { home: sharedHome(row), lastDay: row.lastDay, card: row.card };
}

/** Returns the home whose emergency card a link shows; null as for `findSharedPage`, and if the card isn't shared. */
export async function findCardHomeId(db: Db, token: string, now: Date): Promise<string | null> {
  const columns = sql`(select household_id from emergency_cards where household_id = home.id and is_shared) as home`;
  const row = await findShared<{ home: string | null }>(db, token, now, "shared_card", columns);
  return row?.home ?? null;
}

/** The home with its devices, and its alerts in the time that the link shows, newest first. */
export type SharedCalendar = { home: SharedPageHome; episodes: AlertRecord[] };

const before = (now: Date, ms: number): SQL =>
  sql`${new Date(now.getTime() - ms).toISOString()}::timestamptz`;

/** Finds a link's calendar in one call; null if the link is unknown, revoked, expired or suspended. */
export async function findSharedCalendar(db: Db, token: string, now: Date): Promise<SharedCalendar | null> {
  const since = sql`case link.scope when 'live' then ${before(now, SHARE_LIVE_HOURS * HOUR_MS)}
    else ${before(now, SHARING_LIMITS.calendarDays * DAY_MS)} end`;
  const episodes = sql`(
    select coalesce(json_agg(${ALERT_JSON} order by alert.opened_at desc, alert.title, alert.id), '[]') from (
      select * from alerts where alerts.household_id = home.id and ${SHARED_ALERTS}
        and (alerts.closed_at is null or alerts.closed_at > ${since})
      order by alerts.opened_at desc, alerts.title, alerts.id limit ${SHARING_LIMITS.calendarEventsMax}::integer) as alert)`;
  const columns = sql`${HOME}, ${episodes} as episodes`;
  type Columns = HomeColumn & { episodes: AlertRecord[] };
  const row = await findShared<Columns>(db, token, now, "shared_calendar", columns);
  return row && { home: sharedHome(row), episodes: row.episodes };
}
