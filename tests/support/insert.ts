import type { Queryable, Row } from "./database.ts";

/** PostgreSQL's word for the current time. */
export const NOW = "now";

/** Inserts a row into a table, by the names of its columns. */
export const insert = (database: Queryable, table: string, row: Row): Promise<unknown> => {
  const names = Object.keys(row);
  const places = names.map((_, at) => `$${at + 1}`);
  return database.query(
    `insert into ${table} (${names.join(", ")}) values (${places.join(", ")})`,
    Object.values(row),
  );
};
