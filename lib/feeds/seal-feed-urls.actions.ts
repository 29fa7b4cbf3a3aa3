import { JOB_LIMITS } from "../jobs/limits.ts";
import type { Vault } from "../kernel/ports.ts";
import type { Services } from "../kernel/services.actions.ts";
import { FEED_LIMITS } from "./limits.ts";
import {
  type SealedFeedUrl,
  type StaleFeedUrl,
  staleFeedUrls,
  storeSealedUrls,
} from "./plain-feed-urls.queries.ts";
import { openFeedUrl, sealFeedUrl } from "./setup/pull-setup.actions.ts";
import { originOf } from "./url/judge.ts";

/**
 * Seals the URLs of feeds that were saved before URLs were sealed, or under the former secret, batch by
 * batch.
 */
export async function sealFeedUrls({
  db,
  serverVault,
}: Pick<Services, "db" | "serverVault">): Promise<number> {
  const prefix = await serverVault.currentPrefix();
  const limit = FEED_LIMITS.feedUrlsSealedBatch;
  let sealed = 0;
  let after = "";
  for (let round = 0; round < JOB_LIMITS.housekeepingRoundsMax; round += 1) {
    const stale = await staleFeedUrls(db, { prefix, after, limit });
    const urls = await Promise.all(stale.map((feed) => sealAgain(serverVault, feed)));
    sealed += await storeSealedUrls(db, urls.flat());
    if (stale.length < limit) break;
    after = stale.at(-1)?.deviceId ?? after;
  }
  return sealed;
}

/** Gives none where the URL cannot be opened: its polls say so until it is saved again. */
async function sealAgain(vault: Vault, feed: StaleFeedUrl): Promise<SealedFeedUrl[]> {
  const opened = await openFeedUrl(vault, feed);
  if (opened === null) return [];
  const { deviceId, url, sealedUrl } = feed;
  return [
    {
      deviceId,
      was: sealedUrl ?? url,
      origin: originOf(opened.url),
      sealedUrl: await sealFeedUrl(vault, deviceId, opened),
    },
  ];
}
