import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../kernel/db.queries.ts";
import type { HomeStanding } from "./standing.ts";

/** `StandingFacts` of the row of `households` named `home`, with the network from which it was opened. */
export const STANDING_JSON: SQL = sql`jsonb_build_object('plan', home.plan, 'createdAt', epoch_ms(home.created_at),
  'heardForMs', (select max(extract(epoch from device.last_seen_at - device.created_at)) * 1000
    from devices device where device.household_id = home.id),
  'network', home.opened_network)`;

/** Null for a home that is gone. */
export async function findStanding(db: Db, householdId: string): Promise<HomeStanding | null> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ standing: HomeStanding }>(
      sql`select ${STANDING_JSON} as standing from households home where home.id = ${householdId}`,
    ),
  );
  return rows[0]?.standing ?? null;
}
