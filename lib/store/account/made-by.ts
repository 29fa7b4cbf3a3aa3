import { and, eq, exists, type SQL, sql } from "drizzle-orm";
import { alias, type PgColumn } from "drizzle-orm/pg-core";
import { apiKeys } from "../../../schema/tables/api-key.ts";
import { memberships } from "../../../schema/tables/household.ts";
import { inboundTokens } from "../../../schema/tables/inbound.ts";
import { shareLinks } from "../../../schema/tables/share.ts";
import { users } from "../../../schema/tables/user.ts";
import type { Maker } from "../../domain/account/items.ts";
import type { Member } from "../../domain/account/member.ts";
import type { ActivityAction, ActivityEntry } from "../../domain/activity.ts";
import { logFrom } from "../activity.ts";
import type { Db } from "../db.ts";
import { draft } from "../draft.ts";
import { householdLock, underLock } from "../under-lock.ts";

/** What opens a home to whoever holds it, and the word for its end in the home's activity. */
export const HANDED_OUT = {
  api_keys: { table: apiKeys, revoked: "api_key_revoked" },
  share_links: { table: shareLinks, revoked: "share_link_revoked" },
  inbound_tokens: { table: inboundTokens, revoked: "inbound_token_revoked" },
} as const satisfies Record<string, { table: unknown; revoked: ActivityAction }>;

export type SecretTable = keyof typeof HANDED_OUT;

type Made = { createdBy: PgColumn; householdId: PgColumn };

/** The maker of a row as lists show it; null where nobody knows. */
export const makerOf = ({ createdBy, householdId }: Made): SQL<Maker> => {
  const maker = alias(users, "maker");
  const membership = draft
    .select({ one: sql`1` })
    .from(memberships)
    .where(and(eq(memberships.householdId, householdId), eq(memberships.userId, maker.id)));
  return sql`(select json_build_object('user_id', ${maker.id}, 'email', ${maker.email},
    'is_member', ${exists(membership)}) from ${users} ${maker} where ${maker.id} = ${createdBy})`;
};

/** Only rows that this member made; all where nobody is named. */
export const madeBy = ({ createdBy }: Pick<Made, "createdBy">, userId: string | null): SQL<boolean> =>
  userId === null ? sql`true` : sql`${createdBy} = ${userId}`;

/** `not_member`: the membership ended or its role changed since the request was let in. */
export type MakeVerdict = "made" | "full" | "not_member";

/** True while the member is what the request was let in as; for statements under the home's lock. */
export const isStill = ({
  householdId,
  userId,
  role,
}: Pick<Member, "householdId" | "userId" | "role">): SQL =>
  exists(
    draft
      .select({ one: sql`1` })
      .from(memberships)
      .where(
        and(
          eq(memberships.householdId, householdId),
          eq(memberships.userId, userId),
          eq(memberships.role, role),
        ),
      ),
  );

/**
 * Runs `insert` (which asks `isStill` and counts what there is) under the home's lock, logged in the same
 * commit.
 */
export async function makeLogged(
  db: Db,
  insert: SQL,
  { maker, entry }: { maker: Member; entry: ActivityEntry },
): Promise<MakeVerdict> {
  const row = await underLock<{ made: boolean; still: boolean }>(
    db,
    householdLock(maker.householdId),
    sql`
      with changed as (${insert}),
      logged as (${logFrom("changed", entry)})
      select exists (select from changed) as made, ${isStill(maker)} as still`,
  );
  if (row?.made) return "made";
  return row?.still ? "full" : "not_member";
}
