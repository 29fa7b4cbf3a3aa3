import type { Client } from "pg";
import type { BenchSensor } from "./bench-database.ts";

export const sensorsOf = (count: number): BenchSensor[] =>
  Array.from({ length: count }, (_, index) => ({
    key: `temp${index + 1}`,
    kind: "temperature",
    unit: "°F",
    isState: false,
  }));

type Size = { rows: number; total: number };

/**
 * Returns rows and bytes of a table with all partitions, forks and indexes. Vacuums first, to write the space map.
 */
export async function sizeOf(client: Client, table: string): Promise<Size> {
  await client.query(`vacuum analyze ${table}`);
  const { rows } = await client.query<Size>(
    `select (select count(*)::integer from ${table}) as rows,
       sum(pg_total_relation_size(relid))::float8 as total
     from (select relid from pg_partition_tree($1::regclass) union select $1::regclass) as part`,
    [table],
  );
  const [size] = rows;
  if (size === undefined) throw new Error(`There is no table ${table}`);
  return size;
}
