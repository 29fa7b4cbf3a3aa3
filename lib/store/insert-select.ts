import { getTableColumns, is, SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";

/** A row of `T` by its fields; each is a value or what the statement computes. */
export type InsertedRow<T extends PgTable> = {
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

const COMMA = sql.raw(", ");

/** The value as a parameter of the column's own type, which PostgreSQL cannot always tell in a `select`. */
const typed = (column: PgColumn, value: unknown): SQL =>
  sql`${sql.param(value, column)}::${sql.raw(column.getSQLType())}`;
