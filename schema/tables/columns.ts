import { type AnyPgColumn, customType, text, timestamp } from "drizzle-orm/pg-core";

/** The id of the row that this row belongs to, and is deleted with. */
export const goesWith = (name: string, row: () => AnyPgColumn) =>
  text(name).notNull().references(row, { onDelete: "cascade" });

/** A moment, to the microsecond, which keeps a device's receive times distinct. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 6, mode: "date" });

const hexByte = (byte: number): string => byte.toString(16).padStart(2, "0");

/** Raw bytes, sent in PostgreSQL's hexadecimal form. Hashes are only compared in statements, never read back. */
export const bytes = customType<{ data: Uint8Array; driverData: string }>({
  dataType: () => "bytea",
  toDriver: (value) => `\\x${Array.from(value, hexByte).join("")}`,
});

/** An array of texts, mostly ids. */
export const textArray = customType<{ data: string[] }>({ dataType: () => "text[]" });
