import { isJsonRoot } from "../feed/json-root.ts";
import { type FeedRules, judgeFeedUrl } from "../feed-url/judge.ts";
import { FEED_REFUSALS, type FeedRefusal } from "../feed-url/refusals.ts";
import { done, type Outcome, refuse } from "../outcome.ts";
import type { FeedWish } from "./setup.ts";

const JSON_ROOT_FORM =
  "must be a dotted path such as data.sensors.0, or a JSON Pointer such as /data/sensors/0";

/** A host whose addresses must be judged before the feed is kept, and whose feed it is. */
export type HostToJudge = { host: string; feed: string };

/** Judges the wished URLs as far as their text goes; the first refused one refuses all. */
export function judgeFeeds(wishes: FeedWish[], rules: FeedRules): Outcome<HostToJudge[]> {
  const hosts = new Map<string, HostToJudge>();
  for (const [index, wish] of wishes.entries()) {
    const feed = wish.id ?? wish.name ?? String(index + 1);
    if (wish.jsonRoot && !isJsonRoot(wish.jsonRoot)) {
      return refuse("invalid_request", `"feeds.${index}.jsonRoot" ${JSON_ROOT_FORM}`);
    }
    const judged = judgeFeedUrl(wish.url, rules);
    if (!judged.ok) return feedRefusal(feed, judged.reason);
    const host = judged.url.hostname;
    if (judged.checkAddresses && !hosts.has(host)) hosts.set(host, { host, feed });
  }
  return done([...hosts.values()]);
}

/** One sentence with the reason class, naming the feed but not its URL, which may hold a key. */
export const feedRefusal = (feed: string, reason: FeedRefusal) =>
  refuse("feed_refused", `Feed "${feed}": ${FEED_REFUSALS[reason]} (${reason})`);
