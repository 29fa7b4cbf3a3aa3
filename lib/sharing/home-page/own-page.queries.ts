import { type SQL, sql } from "drizzle-orm";
import { sessions } from "../../../schema/tables/sign-in.ts";
import type { Db } from "../../kernel/db.queries.ts";
import { dateOf } from "../../kernel/statements.queries.ts";
import {
  type HomeFacts,
  homeFacts,
  type OwnHomeJson,
  ownHomesJson,
} from "../../people/home-facts.queries.ts";
import { type FoundSession, findSession } from "../../people/sessions.queries.ts";
import { drawnDayJson, type HomePageJson, homePageJson, pageHome } from "./home-page.queries.ts";
import type { LastDayJson } from "./last-day.ts";
import type { PageHome } from "./page-home.ts";

type OwnPageJson = {
  homes: OwnHomeJson[];
  home: HomePageJson;
  lastDay: LastDayJson;
  latitude: number | null;
  lastAt: string | null;
};
type OwnPage = {
  session: FoundSession;
  facts: HomeFacts | null;
  home: PageHome;
  lastDay: LastDayJson;
  lastDrill: { latitude: number | null; lastAt: Date | null };
};

/** Whoever holds a session, with all that the page of their home says; in one call. */
export async function findOwnPage(db: Db, token: string, now: Date): Promise<OwnPage | null> {
  const beside: SQL<OwnPageJson> = sql`(
    select json_build_object('homes', ${ownHomesJson()}, 'home', ${homePageJson("everything", now)},
      'lastDay', ${drawnDayJson(now)}, 'latitude', home.latitude, 'lastAt', (
        select max(drill.created_at) from drills drill where drill.household_id = home.id))
    from households home where home.id = ${sessions.householdId})`;
  const found = await findSession(db, token, now, beside);
  if (found === null) return null;
  const { beside: told, ...session } = found;
  return {
    session,
    facts: homeFacts(told.homes, session.householdId),
    home: pageHome(told.home),
    lastDay: told.lastDay,
    lastDrill: { latitude: told.latitude, lastAt: dateOf(told.lastAt) },
  };
}
