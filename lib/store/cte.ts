import { getTableName, type SQLWrapper, Subquery, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { draft } from "./draft.ts";

/** `statement` as a CTE for `queries.with(…)`; others beside it name it in their text. */
export const cte = (name: string, statement: SQLWrapper) => draft.$with(name, {}).as(statement.getSQL());

/** The rows of a CTE under the name of the table that they belong to, whose columns may then be selected. */
export const rowsOf = <T extends PgTable>(
  name: string,
  table: T,
): Subquery<T["_"]["name"], Record<string, unknown>> =>
  new Subquery(sql`select * from ${sql.identifier(name)}`, {}, getTableName(table));
