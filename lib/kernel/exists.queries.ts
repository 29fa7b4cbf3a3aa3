import { type SQL, sql } from "drizzle-orm";
import { SECRET_TYPES, type SecretType } from "../../schema/vocabulary.ts";
import type { Db } from "./db.queries.ts";
import { byteaText } from "./statements.queries.ts";

/** Where the hashes are kept of secrets that are presented without a session; each has an index. */
const LOOKS = {
  [SECRET_TYPES.ingestKey]: (hash: string) =>
    sql`select from devices where ingest_key_hash = ${hash}::bytea limit 1`,
  [SECRET_TYPES.apiKey]: (hash: string) => sql`select from api_keys where key_hash = ${hash}::bytea limit 1`,
  [SECRET_TYPES.inboundToken]: (hash: string) =>
    sql`select from inbound_tokens where token_hash = ${hash}::bytea limit 1`,
  [SECRET_TYPES.shareToken]: (hash: string) =>
    sql`select from share_links where token_hash = ${hash}::bytea limit 1`,
} as const satisfies Partial<Record<SecretType, (hash: string) => SQL>>;

export type PresentedSecretType = keyof typeof LOOKS;

/** True if somebody was given this secret: the cheapest query that can say so, and it opens nothing. */
export async function secretExists(db: Db, type: PresentedSecretType, hash: Uint8Array): Promise<boolean> {
  const look = LOOKS[type](byteaText(hash));
  return (await db("repeatable", (queries) => queries.execute(look))).rowCount === 1;
}
