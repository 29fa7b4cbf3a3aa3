import { and, eq, inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { sendingCounts } from "../../schema/tables/outbox.ts";
import { type Db, nameLock, underLock } from "../kernel/db.queries.ts";
import { type Charge, type Counter, countKey, type HomeStanding } from "./counts.ts";

/** Callers that count the same wait for each other: what is counted stays true until it is committed. */
export const chargesLock = (charges: readonly Charge[]): SQLWrapper =>
  nameLock(charges.map((charge) => `sending ${countKey(charge)}`).toSorted());

const chargeRows = (charges: readonly Charge[]): SQL => sql`
  jsonb_to_recordset(${JSON.stringify(charges.map((charge, place) => ({ ...charge, place })))}::jsonb)
    as charge (channel text, scope text, subject text, period text, add integer, max integer, place integer)`;

const FULL = sql`left join sending_counts counted using (channel, scope, subject, period)
  where coalesce(counted.sent, 0) + charge.add > charge.max`;

/** The CTEs `charge`, and `affordable`: one row where there is room for all of them, none otherwise. */
export const affordable = (charges: readonly Charge[]): SQL => sql`
  charge as (select * from ${chargeRows(charges)}),
  affordable as (select 1 as yes where not exists (select from charge ${FULL}))`;

/** The place in `charges` of the first for which there is no room; null where there is room for all. */
export const firstFull = (charges: readonly Charge[]): SQL =>
  sql`(select min(place)::integer from ${chargeRows(charges)} ${FULL})`;

/** Does what the CTEs do behind the lock of `charges`; answers what it selects, and the first of `told` without room. */
export async function underCharges<Row extends Record<string, unknown>>(
  db: Db,
  charges: readonly Charge[],
  ctes: SQL,
  { select = sql`1 as done`, told = charges }: { select?: SQL; told?: readonly Charge[] } = {},
): Promise<{ row: Row | undefined; full: Charge | null }> {
  const row = await underLock<Row & { full: number | null }>(
    db,
    chargesLock(charges),
    sql`with ${affordable(charges)}, ${ctes} select ${firstFull(told)} as full, ${select}`,
  );
  return { row, full: told[row?.full ?? -1] ?? null };
}

/** Counts all of the charges, or none and answers the first for which there is no room. */
export const takeCharges = async (db: Db, charges: readonly Charge[]): Promise<Charge | null> =>
  (await underCharges(db, charges, sql`counted as (${countCharges("affordable")})`)).full;

/** The insert that counts all of `charge` where the CTE `done` has a row. */
export const countCharges = (done: string): SQL => sql`
  insert into sending_counts as counted (channel, scope, subject, period, sent)
  select channel, scope, subject, period, add from charge where exists (select from ${sql.identifier(done)})
  on conflict (channel, scope, subject, period) do update set sent = counted.sent + excluded.sent`;

/** The update that takes back what was counted, for each row of the CTE `taken`. */
export const uncountCharges = (charges: readonly Charge[]): SQL => sql`
  update sending_counts counted set sent = counted.sent - charge.add
  from taken, ${chargeRows(charges)}
  where (counted.channel, counted.scope, counted.subject, counted.period)
    = (charge.channel, charge.scope, charge.subject, charge.period)`;

export async function listSpent<C extends Counter["channel"]>(
  db: Db,
  period: string,
  channels: readonly C[],
): Promise<{ channel: C; spent: number }[]> {
  const { channel, scope, sent: spent } = sendingCounts;
  const rows = await db("repeatable", (queries) =>
    queries
      .select({ channel, spent })
      .from(sendingCounts)
      .where(and(eq(scope, "instance"), eq(sendingCounts.period, period), inArray(channel, [...channels]))),
  );
  return rows.map((row) => ({ ...row, channel: row.channel as C }));
}

/** `StandingFacts` of the row of `households` named `home`, with the network from which it was opened. */
export const STANDING_JSON: SQL = sql`jsonb_build_object('plan', home.plan, 'createdAt', epoch_ms(home.created_at),
  'heardForMs', (select max(extract(epoch from device.last_seen_at - device.created_at)) * 1000
    from devices device where device.household_id = home.id),
  'network', home.opened_network)`;

/** Null for a home that is gone. */
export async function findStanding(db: Db, householdId: string): Promise<HomeStanding | null> {
  const rows = await db.query<{ standing: HomeStanding }>(
    sql`select ${STANDING_JSON} as standing from households home where home.id = ${householdId}`,
  );
  return rows[0]?.standing ?? null;
}
