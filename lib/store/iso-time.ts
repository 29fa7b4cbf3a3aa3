import { type SQL, sql } from "drizzle-orm";

/** A column's moment as the wire has it: UTC, `Z`, milliseconds. `column` is written in the code, never given. */
export const isoTime = (column: string): SQL =>
  sql`to_char(${sql.raw(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
