import { type SQL, sql } from "drizzle-orm";
import type { BucketResolution } from "../../domain/history/buckets.ts";
import type { SealedTier } from "../../domain/history/sealed-months.ts";

/** Where the chunks of a tier's months are. */
export const MONTH_TABLES: Record<SealedTier, SQL> = {
  "15m": sql`history_15m_months`,
  "1h": sql`history_1h_months`,
};

export const isSealedTier = (resolution: BucketResolution): resolution is SealedTier =>
  resolution in MONTH_TABLES;
