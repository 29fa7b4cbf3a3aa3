import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Place } from "./cursor.ts";

/** The rows behind a place in the order by a moment and an id; all rows where the list begins. */
export const behind = (
  place: Place | null,
  order: "newest first" | "oldest first",
  [moment, id]: [SQLWrapper, SQLWrapper],
): SQL | undefined =>
  place === null
    ? undefined
    : sql`(${moment}, ${id}) ${order === "newest first" ? sql`<` : sql`>`} (
        'epoch'::timestamptz + ${place.atMicroseconds}::bigint * interval '1 microsecond', ${place.id})`;

/** The moment of a `Place`. */
export const microsecondsOf = (moment: SQLWrapper): SQL<string> =>
  sql`(${sql`extract(epoch from ${moment})`} * 1000000)::bigint::text`;
