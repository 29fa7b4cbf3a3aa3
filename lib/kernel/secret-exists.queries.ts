import type { PgColumn } from "drizzle-orm/pg-core";
import { apiKeys } from "../../schema/tables/api-key.ts";
import { devices } from "../../schema/tables/device.ts";
import { inboundTokens } from "../../schema/tables/inbound.ts";
import { shareLinks } from "../../schema/tables/share.ts";
import { SECRET_TYPES, type SecretType } from "../../schema/vocabulary.ts";
import type { Db } from "./db.queries.ts";
import { hashExists } from "./exists.queries.ts";

/** Where the hashes are kept of secrets that are presented without a session; each has an index. */
const HASHES = {
  [SECRET_TYPES.ingestKey]: devices.ingestKeyHash,
  [SECRET_TYPES.apiKey]: apiKeys.keyHash,
  [SECRET_TYPES.inboundToken]: inboundTokens.tokenHash,
  [SECRET_TYPES.shareToken]: shareLinks.tokenHash,
} as const satisfies Partial<Record<SecretType, PgColumn>>;

export type PresentedSecretType = keyof typeof HASHES;

/** Whether somebody was given this secret: the cheapest look that tells it, and that opens nothing. */
export const secretExists = (db: Db, type: PresentedSecretType, secret: string): Promise<boolean> =>
  hashExists(db, HASHES[type], secret);
