import type { BucketPoint } from "./codec/bucket-chunk.ts";

/** The tiers whose months are sealed. Days stay rows: a sensor has 365 of them a year. */
export const SEALED_TIERS = ["15m", "1h"] as const;
export type SealedTier = (typeof SEALED_TIERS)[number];

/**
 * Buckets of one sensor from its chunks, and those that stand in rows, in the order of their numbers. Readings
 * are only ever added to a bucket: of two the one of more readings is whole, and of the same the row is newer. A
 * held value, of no readings, never counts against what was said.
 */
export function withRows<T extends BucketPoint>(sealed: readonly T[], rows: readonly T[]): T[] {
  const byNumber = new Map(sealed.map((one) => [one.bucket, one]));
  for (const row of rows) {
    const before = byNumber.get(row.bucket);
    if (before === undefined || row.count >= before.count) byNumber.set(row.bucket, row);
  }
  return [...byNumber.values()].sort((a, b) => a.bucket - b.bucket);
}
