import { customType, timestamp } from "drizzle-orm/pg-core";

/** A moment, kept to the microsecond: a device's receive times never repeat. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 6, mode: "date" });

/** Raw bytes. Statements write and read them in PostgreSQL's own forms: nothing is converted here. */
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });

/** Several ids. */
export const textArray = customType<{ data: string[] }>({ dataType: () => "text[]" });
