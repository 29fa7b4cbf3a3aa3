import { sql } from "drizzle-orm";
import type { Db } from "../db.ts";

/** `quarter` as `history_15m` counts them; of the next `devicesMax` push devices after a number. */
export type HoldAsk = { quarter: number; after: number; devicesMax: number; staleHours: number };

/**
 * How many sensors' values stood through the quarter, now or already; `nextAfter` is null behind the last
 * device.
 */
export type HeldPage = { held: number; nextAfter: number | null };

/** Holds what stood through a quarter hour in which it was not said again. Repeating it changes nothing. */
export async function holdPage(db: Db, ask: HoldAsk): Promise<HeldPage> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<HeldPage>(sql`
      select held, next_after as "nextAfter"
      from hold_values(${ask.quarter}, ${ask.after}, ${ask.devicesMax}, ${ask.staleHours})`),
  );
  return rows[0] ?? { held: 0, nextAfter: null };
}
