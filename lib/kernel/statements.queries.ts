import { getTableColumns, getTableName, is, SQL, type SQLWrapper, Subquery, sql } from "drizzle-orm";
import { drizzle, type NeonHttpDatabase } from "drizzle-orm/neon-http";
import type { PgColumn, PgTable, PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Place } from "./cursor.ts";
import { hexText } from "./text.ts";

const COMMA = /* @__PURE__ */ sql.raw(", ");

/** Node's own module hashes short texts faster: its Web Crypto uses a thread for each. Undefined on the edge. */
const node = globalThis.process?.getBuiltinModule?.("node:crypto");

/** Drizzle's typed queries. `batch` runs statements in one transaction. */
export type Queries = NeonHttpDatabase;

/** Builds typed statements to embed in another statement. Has no connection and can't run them. */
export const queryBuilder = /* @__PURE__ */ drizzle.mock();

/** Makes `statement` a CTE for `queries.with(…)`. Other CTEs of the same statement refer to it by name. */
export const cte = (name: string, statement: SQLWrapper) =>
  queryBuilder.$with(name, {}).as(statement.getSQL());

/** Aliases the rows of a CTE as the table that they come from, so that the table's columns can be selected. */
export const rowsOf = <T extends PgTable>(
  name: string,
  table: T,
): Subquery<T["_"]["name"], Record<string, unknown>> =>
  new Subquery(sql`select * from ${sql.identifier(name)}`, {}, getTableName(table));

/** Caches the result of `write` for each client: Drizzle takes up to a third of a millisecond to build a statement. */
export function keptOver<T>(write: (queries: Queries) => T): (queries: Queries) => T {
  const kept = new WeakMap<Queries, T>();
  return (queries) => {
    const written = kept.get(queries) ?? write(queries);
    kept.set(queries, written);
    return written;
  };
}

/** Parses a moment of a row, which the driver returns as text; null stays null. */
export const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** The fields of a row to insert into `T`. Each is a value, or SQL that computes it. */
type InsertedRow<T extends PgTable> = {
  [Field in keyof T["$inferInsert"]]: T["$inferInsert"][Field] | SQL;
};

/**
 * Builds `insert into table (…) select … rest`, to insert a row under a condition or for each row of a CTE. `rest`
 * follows the selected values, such as `where …` or `from made returning id`.
 */
export function insertSelect<T extends PgTable>(table: T, row: InsertedRow<T>, rest: SQL): SQL {
  const columns = getTableColumns(table) as Record<string, PgColumn>;
  const fields = Object.entries(row).flatMap(([field, value]) => {
    const column = columns[field];
    return column === undefined || value === undefined ? [] : [{ column, value }];
  });
  const names = fields.map(({ column }) => sql.identifier(column.name));
  const values = fields.map(({ column, value }) => (is(value, SQL) ? value : typed(column, value)));
  return sql`insert into ${table} (${sql.join(names, COMMA)}) select ${sql.join(values, COMMA)} ${rest}`;
}

/** Casts a parameter to its column's type, which PostgreSQL can't always infer in a `select`. */
const typed = (column: PgColumn, value: unknown): SQL =>
  sql`${sql.param(value, column)}::${sql.raw(column.getSQLType())}`;

/** Maps a change from the wire's column names to the table's fields. Omits undefined values, so those columns stay. */
export const fieldsOf = <T extends PgTable>(table: T, change: object): PgUpdateSetSource<T> => {
  const columns = Object.entries(getTableColumns(table) as Record<string, PgColumn>);
  const values = new Map(Object.entries(change));
  const fields = columns.map(([field, { name }]) => [field, values.get(name)] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as PgUpdateSetSource<T>;
};

/** Nullable if the column is. */
type IsoText<C extends PgColumn | string> = C extends PgColumn
  ? C["_"]["notNull"] extends true
    ? string
    : string | null
  : string;

/**
 * Formats a column's moment for the wire: UTC with `Z` and milliseconds. A name goes into the SQL unescaped, so it must
 * be a constant of the code.
 */
export const isoTime = <C extends PgColumn | string>(column: C): SQL<IsoText<C>> =>
  sql`to_char(${typeof column === "string" ? sql.raw(column) : column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The condition for rows after `place` in the order by moment and id; undefined for the first page, which has none. */
export const behind = (
  place: Place | null,
  order: "newest first" | "oldest first",
  [moment, id]: [SQLWrapper, SQLWrapper],
): SQL | undefined =>
  place === null
    ? undefined
    : sql`(${moment}, ${id}) ${order === "newest first" ? sql`<` : sql`>`} (
        'epoch'::timestamptz + ${place.atMicroseconds}::bigint * interval '1 microsecond', ${place.id})`;

/** Selects a moment in the form that a `Place` has it: epoch microseconds as text. */
export const microsecondsOf = (moment: SQLWrapper): SQL<string> =>
  sql`(${sql`extract(epoch from ${moment})`} * 1000000)::bigint::text`;

/** Returns the SHA-256 of a secret: the only form in which the database sees a secret. */
export async function secretHash(secret: string): Promise<Uint8Array> {
  if (node !== undefined) return new Uint8Array(node.hash("sha256", secret, "buffer"));
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret)));
}

/** Writes bytes in PostgreSQL's text form of a `bytea`. */
export const byteaText = (bytes: Uint8Array): string => `\\x${hexText(bytes)}`;
