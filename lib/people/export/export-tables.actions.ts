import { LIMITS } from "../../../schema/limits.ts";
import type { Db } from "../../kernel/db.queries.ts";
import {
  type ExportOwner,
  type ExportRow,
  type ExportTable,
  findExportTables,
  readExportRows,
} from "../../kernel/export-rows.queries.ts";
import type { Exported } from "./places.ts";

/** Each table's rows as the text of a JSON list, a page of the store at a time. */
export async function tableTexts(
  db: Db,
  tables: readonly Exported[],
  owner: ExportOwner,
): Promise<{ table: string; json: AsyncGenerator<string> }[]> {
  const found = await findExportTables(db, tables);
  return found.map((table) => ({ table: table.table, json: listText(db, table, owner) }));
}

async function* listText(db: Db, table: ExportTable, owner: ExportOwner): AsyncGenerator<string> {
  yield "[";
  let isFirst = true;
  for (let after: ExportRow | null = null; ; ) {
    const rows: ExportRow[] = await readExportRows(db, table, owner, after);
    if (rows.length > 0) yield `${isFirst ? "" : ","}\n${rows.map((row) => JSON.stringify(row)).join(",\n")}`;
    isFirst &&= rows.length === 0;
    after = rows.at(-1) ?? null;
    if (rows.length < LIMITS.exportRowsPage) break;
  }
  yield "\n]\n";
}
