import type { SetupPlan, StoredSetup } from "../../domain/pull-setup/setup.ts";
import type { Vault } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import { loadPullSetup } from "../../store/pull-setup.ts";
import { openFeedUrl, sealFeedUrl } from "./feed-url.ts";

/**
 * What the household polls, its URLs opened. A feed whose URL does not open any longer shows the origin that
 * stands beside it, and stays sealed as it is; those that were never sealed, or under the former secret, have
 * no `sealedUrl`.
 */
export async function openPullSetup(
  { db, serverVault }: { db: Db; serverVault: Vault },
  householdId: string,
): Promise<StoredSetup> {
  const stored = await loadPullSetup(db, householdId);
  const feeds = stored.feeds.map(async (feed) => {
    const opened = await openFeedUrl(serverVault, feed);
    return {
      ...feed,
      url: opened?.url ?? feed.url,
      sealedUrl: opened === null || opened.isCurrent ? feed.sealedUrl : null,
      isUrlLost: opened === null,
    };
  });
  return { ...stored, feeds: await Promise.all(feeds) };
}

/** A URL that has not changed stays sealed as it is, so that saving the same again changes nothing. */
export async function sealPlan(vault: Vault, plan: SetupPlan): Promise<SetupPlan> {
  const feeds = plan.feeds.map(async (feed) => ({
    ...feed,
    sealedUrl: feed.sealedUrl ?? (await sealFeedUrl(vault, feed.deviceId, feed.url)),
  }));
  return { ...plan, feeds: await Promise.all(feeds) };
}
