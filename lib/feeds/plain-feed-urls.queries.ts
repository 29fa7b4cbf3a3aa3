import { and, asc, gt, isNull, not, or, sql } from "drizzle-orm";
import { pullFeeds } from "../../schema/tables/pull-feed.ts";
import type { Db } from "../kernel/db.queries.ts";

export type StaleFeedUrl = { deviceId: string; url: string; sealedUrl: string | null };
/** `was` is what the row held when it was read: `sealedUrl`, or `url` where nothing was sealed. */
export type SealedFeedUrl = { deviceId: string; was: string; origin: string; sealedUrl: string };

/**
 * The next feeds, by device, whose URL is in clear or sealed under another secret than what begins with
 * `prefix`.
 */
export async function staleFeedUrls(
  db: Db,
  { prefix, after, limit }: { prefix: string; after: string; limit: number },
): Promise<StaleFeedUrl[]> {
  const isCurrent = sql`starts_with(${pullFeeds.sealedUrl}, ${prefix})`;
  return await db("repeatable", (queries) =>
    queries
      .select({ deviceId: pullFeeds.deviceId, url: pullFeeds.url, sealedUrl: pullFeeds.sealedUrl })
      .from(pullFeeds)
      .where(and(gt(pullFeeds.deviceId, after), or(isNull(pullFeeds.sealedUrl), not(isCurrent))))
      .orderBy(asc(pullFeeds.deviceId))
      .limit(limit),
  );
}

/** Leaves out those that somebody has saved since they were read; no poll is forgotten. */
export async function storeSealedUrls(db: Db, sealed: SealedFeedUrl[]): Promise<number> {
  if (sealed.length === 0) return 0;
  const { rows } = await db("repeatable", (queries) =>
    queries.execute(sql`
      update pull_feeds feed set url = one.origin, sealed_url = one."sealedUrl"
      from jsonb_to_recordset(${JSON.stringify(sealed)}::jsonb) as one (
        "deviceId" text, was text, origin text, "sealedUrl" text)
      where feed.device_id = one."deviceId" and coalesce(feed.sealed_url, feed.url) = one.was
      returning 1`),
  );
  return rows.length;
}
