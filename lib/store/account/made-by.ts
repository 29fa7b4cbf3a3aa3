import { type SQL, sql } from "drizzle-orm";
import type { Member } from "../../domain/account/member.ts";
import type { ActivityEntry } from "../../domain/activity.ts";
import { logFrom } from "../activity.ts";
import type { Db } from "../db.ts";
import { underHouseholdLock } from "../household-lock.ts";

export type SecretTable = "api_keys" | "share_links" | "inbound_tokens";

/** The maker of a row of `table` as lists show it; null where nobody knows. */
export const makerOf = (table: SecretTable): SQL => sql`(
  select json_build_object('user_id', maker.id, 'email', maker.email, 'is_member', exists (
    select from memberships where household_id = ${sql.identifier(table)}.household_id and user_id = maker.id))
  from users maker where maker.id = ${sql.identifier(table)}.created_by)`;

/** Only rows that this member made; all where nobody is named. */
export const madeBy = (userId: string | null): SQL =>
  userId === null ? sql`true` : sql`created_by = ${userId}`;

/** `not_member`: the membership ended or its role changed since the request was let in. */
export type MakeVerdict = "made" | "full" | "not_member";

/** True while the member is what the request was let in as; for statements under the home's lock. */
export const isStill = ({
  householdId,
  userId,
  role,
}: Pick<Member, "householdId" | "userId" | "role">): SQL =>
  sql`exists (select from memberships
    where household_id = ${householdId} and user_id = ${userId} and role = ${role})`;

/** Runs `insert` (which asks `isStill` and counts what there is) under the home's lock, logged in the same commit. */
export async function makeLogged(
  db: Db,
  insert: SQL,
  { maker, entry }: { maker: Member; entry: ActivityEntry },
): Promise<MakeVerdict> {
  const [row] = await underHouseholdLock<{ made: boolean; still: boolean }>(
    db,
    "once",
    maker.householdId,
    sql`
      with changed as (${insert}),
      logged as (${logFrom("changed", entry)})
      select exists (select from changed) as made, ${isStill(maker)} as still`,
  );
  if (row?.made) return "made";
  return row?.still ? "full" : "not_member";
}
