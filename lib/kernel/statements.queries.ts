import { getTableColumns, getTableName, is, SQL, type SQLWrapper, Subquery, sql } from "drizzle-orm";
import { drizzle, type NeonHttpDatabase } from "drizzle-orm/neon-http";
import type { PgColumn, PgTable, PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Place } from "./cursor.ts";
import { hexText } from "./text.ts";

const COMMA = /* @__PURE__ */ sql.raw(", ");

/** Node hashes a short text at once; its Web Crypto sends each through a thread of its own. The edge has the latter alone. */
const node = globalThis.process?.getBuiltinModule?.("node:crypto");

/** Typed queries, and `batch`, which is one transaction. */
export type Queries = NeonHttpDatabase;

/** Writes typed statements that become part of another one. It has no connection and can run nothing. */
export const queryBuilder = /* @__PURE__ */ drizzle.mock();

/** `statement` as a CTE for `queries.with(…)`; others beside it name it in their text. */
export const cte = (name: string, statement: SQLWrapper) =>
  queryBuilder.$with(name, {}).as(statement.getSQL());

/** The rows of a CTE under the name of the table that they belong to, whose columns may then be selected. */
export const rowsOf = <T extends PgTable>(
  name: string,
  table: T,
): Subquery<T["_"]["name"], Record<string, unknown>> =>
  new Subquery(sql`select * from ${sql.identifier(name)}`, {}, getTableName(table));

/** What is written over a client is kept for as long as there is that client: drizzle takes up to a third of a millisecond. */
export function keptOver<T>(write: (queries: Queries) => T): (queries: Queries) => T {
  const kept = new WeakMap<Queries, T>();
  return (queries) => {
    const written = kept.get(queries) ?? write(queries);
    kept.set(queries, written);
    return written;
  };
}

/** A moment of a row, which comes as text; null where the row has none. */
export const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** A row of `T` by its fields; each is a value or what the statement computes. */
type InsertedRow<T extends PgTable> = {
  [Field in keyof T["$inferInsert"]]: T["$inferInsert"][Field] | SQL;
};

/**
 * `insert into table (…) select … rest`, for a row that is stored only under a condition or for each row of a
 * CTE: `rest` is what follows the selected values, such as `where …` or `from made returning id`.
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

/** The value as a parameter of the column's own type, which PostgreSQL cannot always tell in a `select`. */
const typed = (column: PgColumn, value: unknown): SQL =>
  sql`${sql.param(value, column)}::${sql.raw(column.getSQLType())}`;

/** A change by its columns' names, as the wire has them, by the fields of the table; what is undefined stays. */
export const fieldsOf = <T extends PgTable>(table: T, change: object): PgUpdateSetSource<T> => {
  const columns = Object.entries(getTableColumns(table) as Record<string, PgColumn>);
  const values = new Map(Object.entries(change));
  const fields = columns.map(([field, { name }]) => [field, values.get(name)] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as PgUpdateSetSource<T>;
};

/** Null where the column may be. */
type IsoText<C extends PgColumn | string> = C extends PgColumn
  ? C["_"]["notNull"] extends true
    ? string
    : string | null
  : string;

/**
 * A column's moment as the wire has it: UTC, `Z`, milliseconds. A name is written in the code, never given.
 */
export const isoTime = <C extends PgColumn | string>(column: C): SQL<IsoText<C>> =>
  sql`to_char(${typeof column === "string" ? sql.raw(column) : column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

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

/** SHA-256 of a secret: the only form in which the store ever sees one. */
export async function secretHash(secret: string): Promise<Uint8Array> {
  if (node !== undefined) return new Uint8Array(node.hash("sha256", secret, "buffer"));
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret)));
}

/** PostgreSQL's text form of a `bytea`. */
export const byteaText = (bytes: Uint8Array): string => `\\x${hexText(bytes)}`;
