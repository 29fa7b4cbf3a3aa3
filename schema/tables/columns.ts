import { customType, timestamp } from "drizzle-orm/pg-core";

/** A moment, kept to the microsecond: a device's receive times never repeat. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 6, mode: "date" });

/** Raw bytes; the driver sends and returns PostgreSQL's hex form. */
export const bytes = customType<{ data: Uint8Array; driverData: string }>({
  dataType: () => "bytea",
  toDriver: (value) => `\\x${Array.from(value, (byte) => byte.toString(16).padStart(2, "0")).join("")}`,
  fromDriver: (value) =>
    Uint8Array.from(value.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)),
});
