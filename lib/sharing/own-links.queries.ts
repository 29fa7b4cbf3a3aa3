import { and, desc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { inboundTokens, shareLinks } from "../../schema/tables/handed-out.ts";
import type { Plan, ShareScope } from "../../schema/vocabulary.ts";
import type { ShareLink } from "../../schema/wire/account/keys.ts";
import type { StoredPlan } from "../history/retention.ts";
import type { Db } from "../kernel/db.queries.ts";
import { isoTime, queryBuilder } from "../kernel/statements.queries.ts";
import { type Making, makeHandedOut } from "../people/handed-out.queries.ts";
import { type Sharing, sharingPlan, suspendedLinks } from "./share-link.ts";
import { STORED_PLAN_JSON, worksAt } from "./share-links.queries.ts";

const INBOUND_TOKENS_MAX = 50;

type StoredLink = Omit<ShareLink, "suspended_because">;

/** Lists the links that are neither expired nor revoked, newest first, with the reason if the plan suspends them. */
export async function listShareLinks(db: Db, householdId: string, now: Date): Promise<ShareLink[]> {
  const rows = await db.query<{ plan: StoredPlan; links: StoredLink[] }>(sql`
    select ${STORED_PLAN_JSON} as plan,
      coalesce((select json_agg(json_build_object('id', ${shareLinks.id}, 'name', ${shareLinks.name},
          'scope', ${shareLinks.scope}, 'hint', ${shareLinks.tokenHint},
          'expires_at', ${isoTime(shareLinks.expiresAt)}, 'created_at', ${isoTime(shareLinks.createdAt)})
          order by ${shareLinks.createdAt} desc, ${shareLinks.id} desc)
        from ${shareLinks}
        where ${shareLinks.householdId} = home.id and ${worksAt(sql`share_links`, now)}), '[]') as links
    from households home where home.id = ${householdId}`);
  const [home] = rows;
  return home === undefined ? [] : shownLinks(home.links, sharingPlan(home.plan, now));
}

/** The plan's limit depends on all of a home's links, whoever created them. */
function shownLinks(links: StoredLink[], plan: Plan): ShareLink[] {
  const oldestFirst = links
    .toReversed()
    .map(({ id, scope, expires_at }) => ({ id, scope, neverExpires: expires_at === null }));
  const suspended = suspendedLinks(oldestFirst, plan);
  return links.map((link) => ({ ...link, suspended_because: suspended.get(link.id) ?? null }));
}

/** Adds a link if the plan has room. Links that are expired, revoked or excluded by the plan don't count. */
export function addShareLink(
  db: Db,
  making: Making,
  { scope, expiresAt }: { scope: ShareScope; expiresAt: Date | null },
  sharing: Sharing,
) {
  const counted = and(
    eq(shareLinks.householdId, making.act.householdId),
    worksAt(sql`share_links`, making.act.at),
    inArray(shareLinks.scope, sharing.scopes),
    sharing.neverExpires ? undefined : isNotNull(shareLinks.expiresAt),
  );
  return makeHandedOut(db, "share_links", making, {
    room: sql`${queryBuilder.$count(shareLinks, counted)} < ${sharing.linksMax}::bigint`,
    details: { scope, expires_at: expiresAt?.toISOString() ?? null },
    own: { scope, expiresAt },
  });
}

const worksIn = (householdId: string) =>
  and(eq(inboundTokens.householdId, householdId), isNull(inboundTokens.revokedAt));

/** Lists the tokens that aren't revoked, newest first. */
export const listInboundTokens = (db: Db, householdId: string) =>
  db("repeatable", (queries) =>
    queries
      .select({
        id: inboundTokens.id,
        name: inboundTokens.name,
        hint: inboundTokens.tokenHint,
        signed: sql<boolean>`${inboundTokens.sealedSigningSecret} is not null`,
        created_at: isoTime(inboundTokens.createdAt),
      })
      .from(inboundTokens)
      .where(worksIn(householdId))
      .orderBy(desc(inboundTokens.createdAt), inboundTokens.id),
  );

export function addInboundToken(db: Db, making: Making, sealedSigningSecret: string | null) {
  const held = queryBuilder.$count(inboundTokens, worksIn(making.act.householdId));
  return makeHandedOut(db, "inbound_tokens", making, {
    room: sql`${held} < ${INBOUND_TOKENS_MAX}::bigint`,
    details: { signed: sealedSigningSecret !== null },
    own: { sealedSigningSecret },
  });
}
