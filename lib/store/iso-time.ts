import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/** Null where the column may be. */
type IsoText<C extends PgColumn | string> = C extends PgColumn
  ? C["_"]["notNull"] extends true
    ? string
    : string | null
  : string;

/**
 * A column's moment as the wire has it: UTC, `Z`, milliseconds. A name is written in the code, never given.
 */
export const isoTime = <C extends PgColumn | string>(column: C): SQL<IsoText<C>> => isoText(named(column));

const named = (column: PgColumn | string): SQL =>
  typeof column === "string" ? sql.raw(column) : sql`${column}`;

const isoText = <Text extends string | null>(moment: SQL): SQL<Text> =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
