import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import type { TryFeed, Vault } from "../../kernel/ports.ts";
import { type FeedRequest, PLAIN_REQUEST, requestOf, splitRequest, withRequest } from "../feed-request.ts";
import type { FeedTrial, TriedFeed } from "../read-feed.ts";
import type { FeedRules } from "../url/judge.ts";
import { judgeFeeds } from "./setup.ts";

/** A URL as it is kept: `url` is the URL itself only where nothing is sealed, else its origin. */
type KeptFeedUrl = { deviceId: string; url: string; sealedUrl: string | null };

/** Bound to the feed's device: a feed's own id is its household's choice and not unique. */
export const sealFeedUrl = (
  vault: Vault,
  deviceId: string,
  { url, request }: { url: string; request: FeedRequest },
): Promise<string> => vault.seal("feed-url", deviceId, withRequest(url, request));

/** Null where the secret that sealed it is gone; not current where it should be sealed, or sealed again. */
export async function openFeedUrl(
  vault: Vault,
  { deviceId, url, sealedUrl }: KeptFeedUrl,
): Promise<{ url: string; request: FeedRequest; isCurrent: boolean } | null> {
  if (sealedUrl === null) return { url, request: PLAIN_REQUEST, isCurrent: false };
  const opened = await vault.open("feed-url", deviceId, sealedUrl);
  return opened && { ...splitRequest(opened.text), isCurrent: opened.isCurrent };
}

/** The address is judged as a save judges it; whoever may reach the world fetches it. */
export async function tryFeed(
  ports: { feedRules: FeedRules; tryFeed: TryFeed },
  trial: FeedTrial,
): Promise<Outcome<TriedFeed>> {
  const judged = judgeFeeds([trial], ports.feedRules);
  if (!judged.ok) return judged;
  const request = requestOf(trial, PLAIN_REQUEST, { url: URL.parse(trial.url), storedUrl: null, at: "" });
  if (!request.ok) return request;
  const tried = await ports.tryFeed(trial);
  return tried === null ? refuse("feed_not_tried") : done(tried);
}
