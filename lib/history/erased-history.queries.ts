import { getTableName, type SQL, sql } from "drizzle-orm";
import * as historyTables from "../../schema/tables/history.ts";
import type { Db } from "../kernel/db.queries.ts";

/** Every table of readings and of what was made of them: a new one is erased from its first row on. */
const TABLES = Object.values(historyTables)
  .filter((table) => "deviceNumber" in table)
  .map((table) => getTableName(table));

/** CTEs that delete all that was ever read by the devices whose `number` stands in the CTE `of`. */
export const historyOf = (of: string): SQL =>
  sql.join(
    TABLES.map(
      (table) => sql`${sql.identifier(`of_${table}`)} as (
        delete from ${sql.identifier(table)} using ${sql.identifier(of)}
        where device_number = ${sql.identifier(of)}.number)`,
    ),
    sql`, `,
  );

/** The history that some devices of deleted homes left; answers of how many devices. */
export async function eraseHistory(db: Db, devicesMax: number): Promise<number> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute(sql`
      with due as (
        select number from removed_devices order by removed_at, number limit ${devicesMax} for update skip locked),
      ${historyOf("due")}
      delete from removed_devices using due where removed_devices.number = due.number returning 1`),
  );
  return rows.length;
}
