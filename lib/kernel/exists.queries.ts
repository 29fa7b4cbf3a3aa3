import { eq } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "./db.queries.ts";
import { secretHash } from "./secret-hash.queries.ts";

/** Whether the column, which has an index, holds the secret's hash. */
export async function hashExists(db: Db, column: PgColumn, secret: string): Promise<boolean> {
  return await valueExists(db, column, await secretHash(secret));
}

/** Whether the column, which has an index, holds the value. */
export async function valueExists(db: Db, column: PgColumn, value: string | Uint8Array): Promise<boolean> {
  const found = await db("repeatable", (queries) =>
    queries.select({ column }).from(column.table).where(eq(column, value)).limit(1),
  );
  return found.length > 0;
}
