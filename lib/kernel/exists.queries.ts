import { eq } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { SECRET_TYPES, type SecretType } from "../../schema/vocabulary.ts";
import type { Db } from "./db.queries.ts";
import { type SqlText, sql } from "./sql-text.queries.ts";
import { byteaText, secretHash } from "./statements.queries.ts";

/** Where the hashes are kept of secrets that are presented without a session; each has an index. */
const LOOKS = {
  [SECRET_TYPES.ingestKey]: (hash: string) =>
    sql`select from devices where ingest_key_hash = ${hash}::bytea limit 1`,
  [SECRET_TYPES.apiKey]: (hash: string) => sql`select from api_keys where key_hash = ${hash}::bytea limit 1`,
  [SECRET_TYPES.inboundToken]: (hash: string) =>
    sql`select from inbound_tokens where token_hash = ${hash}::bytea limit 1`,
  [SECRET_TYPES.shareToken]: (hash: string) =>
    sql`select from share_links where token_hash = ${hash}::bytea limit 1`,
} as const satisfies Partial<Record<SecretType, (hash: string) => SqlText>>;

/** True if the column, which has an index, holds the secret's hash. */
export async function hashExists(db: Db, column: PgColumn, secret: string): Promise<boolean> {
  return await valueExists(db, column, await secretHash(secret));
}

/** True if the column, which has an index, holds the value. */
export async function valueExists(db: Db, column: PgColumn, value: string | Uint8Array): Promise<boolean> {
  const found = await db("repeatable", (queries) =>
    queries.select({ column }).from(column.table).where(eq(column, value)).limit(1),
  );
  return found.length > 0;
}

/** True if a home is just leaving this database for another one. */
export async function hasDepartures(db: Db): Promise<boolean> {
  const look = sql`select from departures limit 1`;
  return (await db("repeatable", (queries) => queries.execute(look))).rowCount === 1;
}

export type PresentedSecretType = keyof typeof LOOKS;

/** True if somebody was given this secret: the cheapest query that can say so, and it opens nothing. */
export async function secretExists(db: Db, type: PresentedSecretType, secret: string): Promise<boolean> {
  const look = LOOKS[type](byteaText(await secretHash(secret)));
  return (await db("repeatable", (queries) => queries.execute(look))).rowCount === 1;
}
