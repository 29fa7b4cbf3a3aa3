import { eq } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { apiKeys } from "../../schema/tables/api-key.ts";
import { departures } from "../../schema/tables/departure.ts";
import { devices } from "../../schema/tables/device.ts";
import { inboundTokens } from "../../schema/tables/inbound.ts";
import { shareLinks } from "../../schema/tables/share.ts";
import { SECRET_TYPES, type SecretType } from "../../schema/vocabulary.ts";
import type { Db } from "./db.queries.ts";
import { secretHash } from "./statements.queries.ts";

/** Where the hashes are kept of secrets that are presented without a session; each has an index. */
const HASHES = {
  [SECRET_TYPES.ingestKey]: devices.ingestKeyHash,
  [SECRET_TYPES.apiKey]: apiKeys.keyHash,
  [SECRET_TYPES.inboundToken]: inboundTokens.tokenHash,
  [SECRET_TYPES.shareToken]: shareLinks.tokenHash,
} as const satisfies Partial<Record<SecretType, PgColumn>>;

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

/** Whether a home is just leaving this database for another one. */
export async function hasDepartures(db: Db): Promise<boolean> {
  const found = await db("repeatable", (queries) =>
    queries.select({ id: departures.householdId }).from(departures).limit(1),
  );
  return found.length > 0;
}

export type PresentedSecretType = keyof typeof HASHES;

/** Whether somebody was given this secret: the cheapest look that tells it, and that opens nothing. */
export const secretExists = (db: Db, type: PresentedSecretType, secret: string): Promise<boolean> =>
  hashExists(db, HASHES[type], secret);
