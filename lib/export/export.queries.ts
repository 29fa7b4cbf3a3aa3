import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../kernel/db.queries.ts";
import { PEOPLE_LIMITS } from "../people/limits.ts";
import { type Exported, type HomeKey, isSecretColumn, type PersonKey } from "./places.ts";

export type ExportOwner = { householdId: string } | { userId: string; email: string };

export type ExportRow = Record<string, unknown>;

/** A table to export: its primary key, in order, to read pages by, and the columns to leave out. */
export type ExportTable = Exported & { primaryKey: string[]; secrets: string[] };

type Column = { table: string; name: string; type: string; keyPlace: number | null };

/** Looks up the tables' primary keys and secret columns in the database's catalog. */
export async function findExportTables(db: Db, tables: readonly Exported[]): Promise<ExportTable[]> {
  const names = JSON.stringify(tables.map(({ table }) => table));
  const rows = await db.query<Column>(sql`
    select class.relname as "table", a.attname as name, format_type(a.atttypid, null) as type,
      array_position(key.conkey, a.attnum) as "keyPlace"
    from pg_class class join pg_attribute a on a.attrelid = class.oid and a.attnum > 0 and not a.attisdropped
    left join pg_constraint key on key.conrelid = class.oid and key.contype = 'p'
    where class.oid in (select to_regclass(name) from jsonb_array_elements_text(${names}::jsonb) as name)
    order by a.attnum`);
  return tables.map((exported) => {
    const columns = rows.filter(({ table }) => table === exported.table);
    const keys = columns.filter(({ keyPlace }) => keyPlace !== null);
    const secrets = columns.filter(isSecretColumn).map(({ name }) => name);
    return {
      ...exported,
      primaryKey: keys.toSorted((a, b) => (a.keyPlace ?? 0) - (b.keyPlace ?? 0)).map(({ name }) => name),
      secrets: [...secrets, ...exported.hides],
    };
  });
}

/** Reads the page of rows after `after` by primary key, or the first page for null, without secret columns. */
export async function readExportRows(
  db: Db,
  { table, key, primaryKey, secrets }: ExportTable,
  owner: ExportOwner,
  after: ExportRow | null,
): Promise<ExportRow[]> {
  const name = sql.identifier(table);
  const keys = (alias: string): SQL =>
    sql.join(
      primaryKey.map((column) => sql`${sql.identifier(alias)}.${sql.identifier(column)}`),
      sql`, `,
    );
  const isLater =
    after === null
      ? sql`true`
      : sql`(${keys("kept")}) > (
          select ${keys("last")} from jsonb_populate_record(null::${name}, ${JSON.stringify(after)}::jsonb) last)`;
  const rows = await db.query<{ row: ExportRow }>(sql`
    select to_jsonb(kept) - array(select jsonb_array_elements_text(${JSON.stringify(secrets)}::jsonb)) as row
    from ${name} kept where ${isOwn(key, owner)} and ${isLater}
    order by ${keys("kept")} limit ${PEOPLE_LIMITS.exportRowsPage}::integer`);
  return rows.map(({ row }) => row);
}

function isOwn(key: HomeKey | PersonKey, owner: ExportOwner): SQL {
  if ("householdId" in owner) {
    const { householdId } = owner;
    if (key === "id") return sql`kept.id = ${householdId}`;
    if (key === "household_id") return sql`kept.household_id = ${householdId}`;
    const own = key === "device_id" ? sql`select id` : sql`select number`;
    return sql`kept.${sql.identifier(key)} in (${own} from devices where household_id = ${householdId})`;
  }
  const { userId, email } = owner;
  if (key === "email") return sql`kept.email = ${email}`;
  // Anybody may type a number or an address that is not theirs: what another home sends there is not about them.
  if (key === "recipient")
    return sql`(kept.recipient = ${email} or kept.recipient in (
        select address from contact_points where user_id = ${userId})
      and kept.household_id in (select household_id from memberships where user_id = ${userId}
        union select household_id from activity where actor_id = ${userId}))`;
  return sql`kept.${sql.identifier(key)} = ${userId}`;
}
