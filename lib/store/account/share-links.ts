import { sql } from "drizzle-orm";
import type { Plan, ShareScope } from "../../../schema/vocabulary.ts";
import type { ShareLinkItem } from "../../domain/account/items.ts";
import type { Member } from "../../domain/account/member.ts";
import type { Actor } from "../../domain/activity.ts";
import type { StoredPlan } from "../../domain/history/keeping.ts";
import { sharingPlan, suspendedLinks } from "../../domain/share/covered.ts";
import type { Sharing } from "../../domain/sharing.ts";
import type { Db } from "../db.ts";
import { isoTime } from "../iso-time.ts";
import { byteaText, secretHash } from "../secret-hash.ts";
import { worksAt } from "../share-links.ts";
import { isStill, type MakeVerdict, madeBy, makeLogged, makerOf } from "./made-by.ts";

type StoredLink = Omit<ShareLinkItem, "suspended_because"> & { isBy: boolean };

/**
 * Those that neither ended nor were revoked, newest first; `by` one maker, or all. Those that the home's plan no longer
 * covers say why they answer nothing.
 */
export async function listShareLinks(
  db: Db,
  householdId: string,
  now: Date,
  by: string | null = null,
): Promise<ShareLinkItem[]> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ plan: StoredPlan; links: StoredLink[] }>(sql`
      select json_build_object('plan', home.plan, 'trialEndsAtMs', epoch_ms(home.trial_ends_at),
          'downgradedAtMs', epoch_ms(home.downgraded_at)) as plan,
        coalesce((select json_agg(json_build_object('id', id, 'name', name, 'scope', scope, 'hint', token_hint,
            'expires_at', ${isoTime("expires_at")}, 'created_at', ${isoTime("created_at")},
            'created_by', ${makerOf("share_links")}, 'isBy', ${madeBy(by)})
            order by share_links.created_at desc, id desc)
          from share_links
          where household_id = home.id and ${worksAt(sql`share_links`, now)}), '[]') as links
      from households home where home.id = ${householdId}`),
  );
  const [home] = rows;
  return home === undefined ? [] : shownLinks(home.links, sharingPlan(home.plan, now));
}

/** What the plan covers depends on all of a home's links, whoever made them. */
function shownLinks(links: StoredLink[], plan: Plan): ShareLinkItem[] {
  const oldestFirst = links
    .toReversed()
    .map(({ id, scope, expires_at }) => ({ id, scope, neverExpires: expires_at === null }));
  const suspended = suspendedLinks(oldestFirst, plan);
  return links
    .filter(({ isBy }) => isBy)
    .map(({ isBy: _, ...link }) => ({ ...link, suspended_because: suspended.get(link.id) ?? null }));
}

export type NewShareLink = {
  id: string;
  maker: Member;
  name: string;
  scope: ShareScope;
  token: string;
  hint: string;
  expiresAt: Date | null;
  /** How many working ones there may be, this one included, of those that the plan covers. */
  sharing: Sharing;
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
    where ${isStill(maker)} and (select count(*) from share_links where household_id = ${householdId}
        and ${worksAt(sql`share_links`, now)}
        and scope in (select jsonb_array_elements_text(${JSON.stringify(link.sharing.scopes)}::jsonb))
        and (expires_at is not null or ${link.sharing.neverExpires}::boolean))
      < ${link.sharing.linksMax}::bigint
    returning id`;
  const details = { name, scope, expires_at: expiresAt };
  const entry = { householdId, at: now, actor, action: "share_link_created", subject: id, details } as const;
  return await makeLogged(db, insert, { maker, entry });
}
