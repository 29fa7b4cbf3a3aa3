import { sql } from "drizzle-orm";
import type { ShareScope } from "../../../schema/vocabulary.ts";
import type { ShareLinkItem } from "../../domain/account/items.ts";
import type { Member } from "../../domain/account/member.ts";
import type { Actor } from "../../domain/activity.ts";
import type { Db } from "../db.ts";
import { isoTime } from "../iso-time.ts";
import { byteaText, secretHash } from "../secret-hash.ts";
import { isStill, type MakeVerdict, madeBy, makeLogged, makerOf } from "./made-by.ts";

/** Those that still show something, newest first; `by` one maker, or all. */
export async function listShareLinks(
  db: Db,
  householdId: string,
  now: Date,
  by: string | null = null,
): Promise<ShareLinkItem[]> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<ShareLinkItem>(sql`
      select id, name, scope, token_hint as hint, ${isoTime("expires_at")} as expires_at,
        ${isoTime("created_at")} as created_at, ${makerOf("share_links")} as created_by
      from share_links where household_id = ${householdId} and revoked_at is null and ${madeBy(by)}
        and (expires_at is null or expires_at > ${now.toISOString()}::timestamptz)
      order by share_links.created_at desc, id`),
  );
  return rows;
}

export type NewShareLink = {
  id: string;
  maker: Member;
  name: string;
  scope: ShareScope;
  token: string;
  hint: string;
  expiresAt: Date | null;
  /** How many working ones there may be, this one included. */
  linksMax: number;
  actor: Actor;
  now: Date;
};

/** What counts are links that neither ended nor were revoked, whatever arrives at once. */
export async function addShareLink(db: Db, link: NewShareLink): Promise<MakeVerdict> {
  const { id, maker, name, scope, actor, now } = link;
  const { householdId } = maker;
  const tokenHash = byteaText(await secretHash(link.token));
  const expiresAt = link.expiresAt?.toISOString() ?? null;
  const insert = sql`
    insert into share_links
      (id, household_id, name, scope, token_hash, token_hint, created_by, expires_at, created_at)
    select ${id}, ${householdId}, ${name}, ${scope}, ${tokenHash}::bytea, ${link.hint}, ${maker.userId},
      ${expiresAt}::timestamptz, ${now.toISOString()}::timestamptz
    where ${isStill(maker)} and (select count(*) from share_links where household_id = ${householdId} and revoked_at is null
        and (expires_at is null or expires_at > ${now.toISOString()}::timestamptz))
      < ${link.linksMax}::bigint
    returning id`;
  const details = { name, scope, expires_at: expiresAt };
  const entry = { householdId, at: now, actor, action: "share_link_created", subject: id, details } as const;
  return await makeLogged(db, insert, { maker, entry });
}
