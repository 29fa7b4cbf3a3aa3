import { sql } from "drizzle-orm";
import type { ShareScope } from "../../schema/vocabulary.ts";
import type { Db } from "../kernel/db.queries.ts";
import { byteaText, secretHash } from "../kernel/secret-hash.queries.ts";
import { type HomePageJson, homePageJson, pageHome } from "./home-page/home-page.queries.ts";
import type { FamilyHome } from "./home-page/page-home.ts";
import { isCovered, type LinkFacts, linkFacts, worksAt } from "./share-links.queries.ts";

type SharedPageRow = LinkFacts & {
  name: string;
  scope: ShareScope;
  home: HomePageJson;
  card_home_id: string | null;
};

/**
 * What a link shows, in one call; null alike for an unknown, revoked, expired and suspended one. Its name is the
 * link's.
 */
export async function findSharedPage(db: Db, token: string, now: Date): Promise<FamilyHome | null> {
  const tokenHash = byteaText(await secretHash(token));
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<SharedPageRow>(sql`
      select ${linkFacts(now)}, link.name, link.scope, ${homePageJson("shared", now)} as home,
        (select card.household_id from emergency_cards card
         where card.household_id = link.household_id and card.is_shared) as card_home_id
      from share_links link join households home on home.id = link.household_id
      where link.token_hash = ${tokenHash}::bytea and ${worksAt(sql`link`, now)}`),
  );
  const [row] = rows;
  if (row === undefined || !isCovered(row, now)) return null;
  return { ...pageHome(row.home), name: row.name, scope: row.scope, cardHomeId: row.card_home_id };
}

/** The home that a link shows; null as for `findSharedPage`. */
export async function findSharedHomeId(db: Db, token: string, now: Date): Promise<string | null> {
  const tokenHash = byteaText(await secretHash(token));
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<LinkFacts & { household_id: string }>(sql`
      select ${linkFacts(now)}, link.household_id
      from share_links link join households home on home.id = link.household_id
      where link.token_hash = ${tokenHash}::bytea and ${worksAt(sql`link`, now)}`),
  );
  const [row] = rows;
  return row === undefined || !isCovered(row, now) ? null : row.household_id;
}
