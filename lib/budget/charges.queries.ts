import { and, eq, inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { sendingCounts } from "../../schema/tables/outbox.ts";
import { type Db, nameLock, underLock } from "../kernel/db.queries.ts";
import { type Charge, type Counter, countKey, type HomeStanding } from "./counts.ts";

/** A lock for callers with the same counters, so that what one has read stays true until it commits. */
export const chargesLock = (charges: readonly Charge[]): SQLWrapper =>
  nameLock(charges.map((charge) => `sending ${countKey(charge)}`).toSorted());

const chargeRows = (charges: readonly Charge[]): SQL => sql`
  jsonb_to_recordset(${JSON.stringify(charges.map((charge, place) => ({ ...charge, place })))}::jsonb)
    as charge (channel text, scope text, subject text, period text, add integer, max integer, place integer)`;

const FULL = sql`left join sending_counts counted using (channel, scope, subject, period)
  where coalesce(counted.sent, 0) + charge.add > charge.max`;

/** The CTEs `charge`, and `affordable`, which has a row only if no charge is over its limit. */
export const affordable = (charges: readonly Charge[]): SQL => sql`
  charge as (select * from ${chargeRows(charges)}),
  affordable as (select 1 as yes where not exists (select from charge ${FULL}))`;

/** The index in `charges` of the first that is over its limit; null for none. */
export const firstFull = (charges: readonly Charge[]): SQL =>
  sql`(select min(place)::integer from ${chargeRows(charges)} ${FULL})`;

/** Runs CTEs under the lock of `charges`. Returns the selected row, and the first charge of `told` over its limit. */
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

/** Counts all charges and returns null, or counts none and returns the first over its limit. */
export const takeCharges = async (db: Db, charges: readonly Charge[]): Promise<Charge | null> =>
  (await underCharges(db, charges, sql`counted as (${countCharges("affordable")})`)).full;

/** The insert that counts all rows of the CTE `charge`, if the CTE `done` has a row. */
export const countCharges = (done: string): SQL => sql`
  insert into sending_counts as counted (channel, scope, subject, period, sent)
  select channel, scope, subject, period, add from charge where exists (select from ${sql.identifier(done)})
  on conflict (channel, scope, subject, period) do update set sent = counted.sent + excluded.sent`;

/** The update that subtracts the charges again, if the CTE `taken` has a row. */
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

/** `HomeStanding` as JSON, for the row `home` of `households`. */
export const STANDING_JSON: SQL = sql`jsonb_build_object('plan', home.plan, 'createdAt', epoch_ms(home.created_at),
  'heardForMs', (select max(extract(epoch from device.last_seen_at - device.created_at)) * 1000
    from devices device where device.household_id = home.id),
  'network', home.opened_network)`;

/** Returns null if the home no longer exists. */
export async function findStanding(db: Db, householdId: string): Promise<HomeStanding | null> {
  const rows = await db.query<{ standing: HomeStanding }>(
    sql`select ${STANDING_JSON} as standing from households home where home.id = ${householdId}`,
  );
  return rows[0]?.standing ?? null;
}
