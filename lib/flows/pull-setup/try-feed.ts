import type { FeedTrial, TriedFeed } from "../../domain/feed/trial.ts";
import type { FeedRules } from "../../domain/feed-url/judge.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import { judgeFeeds } from "../../domain/pull-setup/judge-feeds.ts";
import type { TryFeed } from "../../ports.ts";

/** The address is judged as a save judges it; whoever may reach the world fetches it. */
export async function tryFeed(
  ports: { feedRules: FeedRules; tryFeed: TryFeed },
  trial: FeedTrial,
): Promise<Outcome<TriedFeed>> {
  const judged = judgeFeeds([{ url: trial.url, jsonRoot: trial.jsonRoot }], ports.feedRules);
  if (!judged.ok) return judged;
  const tried = await ports.tryFeed(trial);
  return tried === null ? refuse("feed_not_tried") : done(tried);
}
