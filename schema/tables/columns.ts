import { customType, type PgColumn, PgTable, type PgTableFn, timestamp } from "drizzle-orm/pg-core";

/** A moment, kept to the microsecond: a device's receive times never repeat. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 6, mode: "date" });

const hexByte = (byte: number): string => byte.toString(16).padStart(2, "0");

/**
 * Raw bytes, sent in PostgreSQL's hexadecimal form. Hashes are compared in statements and never read back.
 */
export const bytes = customType<{ data: Uint8Array; driverData: string }>({
  dataType: () => "bytea",
  toDriver: (value) => `\\x${Array.from(value, hexByte).join("")}`,
});

/** Several ids. */
export const textArray = customType<{ data: string[] }>({ dataType: () => "text[]" });

/** The part of a column's builder that makes its column, which its types keep to the library. */
type Builder = {
  setName: (name: string) => void;
  build: (table: PgTable) => PgColumn;
  buildExtraConfigColumn: (table: PgTable) => PgColumn;
  buildForeignKeys: (column: PgColumn, table: PgTable) => unknown[];
};

const part = (name: string) => Symbol.for(`drizzle:${name}`);

const [COLUMNS, EXTRA_COLUMNS, EXTRA, FOREIGN_KEYS] = [
  part("Columns"),
  part("ExtraConfigColumns"),
  part("ExtraConfigBuilder"),
  part("PgInlineForeignKeys"),
];

/**
 * drizzle's `pgTable`, but for its second form: that hands every type of column there is to its caller, and so brings
 * vectors, points and network addresses into every bundle.
 */
export const pgTable: PgTableFn = (name: string, builders: object, extraConfig?: unknown) => {
  const table: PgTable = Reflect.construct(PgTable, [name, undefined, name]);
  const entries: [string, Builder][] = Object.entries(builders);
  const foreignKeys: unknown[] = [];
  const columns: Record<string, PgColumn> = {};
  const extraColumns: Record<string, PgColumn> = {};
  for (const [key, builder] of entries) {
    builder.setName(key);
    const column = builder.build(table);
    columns[key] = column;
    extraColumns[key] = builder.buildExtraConfigColumn(table);
    foreignKeys.push(...builder.buildForeignKeys(column, table));
  }
  const kept: object = {
    [COLUMNS]: columns,
    [EXTRA_COLUMNS]: extraColumns,
    [FOREIGN_KEYS]: foreignKeys,
    [EXTRA]: extraConfig,
  };
  const parts = [columns, kept];
  return Object.assign(table, ...parts);
};
