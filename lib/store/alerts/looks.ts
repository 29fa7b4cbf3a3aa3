import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../db.ts";

/**
 * A home that this tick alone judges until its lease ends. `asked` counts who has asked for a look so far.
 */
export type ClaimedLook = { householdId: string; asked: number };

/** Leases up to `limit` homes that are due, those waiting longest first; two ticks never get the same one. */
export async function claimLooks(
  db: Db,
  { dueBy, leaseUntil, limit }: { dueBy: Date; leaseUntil: Date; limit: number },
): Promise<ClaimedLook[]> {
  const { rows } = await db("once", (queries) =>
    queries.execute<ClaimedLook>(sql`
      update household_looks look set due_at = ${leaseUntil.toISOString()}::timestamptz
      from (
        select household_id from household_looks where due_at <= ${dueBy.toISOString()}::timestamptz
        order by due_at limit ${limit}::integer for update skip locked
      ) due
      where look.household_id = due.household_id
      returning look.household_id as "householdId", look.asked`),
  );
  return rows;
}

/**
 * Leases the home that has been due longest, and waits for whoever is writing its row: `claimLooks` passes it
 * over, and whoever settles a home that is asked for anew meanwhile leaves it due. Null where none but
 * `except` is due; an empty lease where somebody else has taken it. It waits for one row while it holds none,
 * so that nobody waits for it in turn.
 */
export async function claimHeldLook(
  db: Db,
  { dueBy, leaseUntil, except }: { dueBy: Date; leaseUntil: Date; except: string[] },
): Promise<ClaimedLook[] | null> {
  const at = sql`${dueBy.toISOString()}::timestamptz`;
  const { rows } = await db("once", (queries) =>
    queries.execute<{ due: string | null } & { [F in keyof ClaimedLook]: ClaimedLook[F] | null }>(sql`
      with longest as materialized (
        select household_id from household_looks
        where due_at <= ${at} and household_id not in (select jsonb_array_elements_text(${JSON.stringify(except)}::jsonb))
        order by due_at limit 1),
      claimed as (
        update household_looks look set due_at = ${leaseUntil.toISOString()}::timestamptz
        from longest where look.household_id = longest.household_id and look.due_at <= ${at}
        returning look.household_id, look.asked)
      select longest.household_id as due, claimed.household_id as "householdId", claimed.asked
      from longest left join claimed using (household_id)`),
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { householdId, asked } = row;
  return householdId === null || asked === null ? [] : [{ householdId, asked }];
}

/** Homes that are due by a moment and that nobody is judging. */
export async function countDueLooks(db: Db, dueBy: Date): Promise<number> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ due: number }>(sql`
      select count(*)::integer as due from household_looks where due_at <= ${dueBy.toISOString()}::timestamptz`),
  );
  return rows[0]?.due ?? 0;
}

/**
 * Sets when each is due next, but for those that somebody has asked for since they were claimed: they stay
 * due.
 */
export const settleLooks = (looks: (ClaimedLook & { dueAt: Date })[]): SQL => sql`
  with settled as (
    select look.household_id, wanted."dueAt"
    from jsonb_to_recordset(${JSON.stringify(looks)}::jsonb)
      as wanted ("householdId" text, asked integer, "dueAt" timestamptz)
    join household_looks look on look.household_id = wanted."householdId" and look.asked = wanted.asked
    -- Whoever holds one is asking for it, and will claim it next: it must not find it in our hands.
    for update of look skip locked)
  update household_looks look set due_at = settled."dueAt" from settled
  where look.household_id = settled.household_id`;

/** A tick shall look at the home, whenever it was to be looked at. */
export async function askForLook(db: Db, householdId: string): Promise<void> {
  await db("repeatable", (queries) => queries.execute(sql`select ask_for_look(${householdId})`));
}
