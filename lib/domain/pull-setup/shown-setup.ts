import type { PullSetupAnswer } from "../../../schema/wire/pull-setup.ts";
import { maskedUrl } from "../feed-url/shown-url.ts";
import type { FeedPolls, SetupFeed, SetupPlan, SetupProbe, StoredSetup } from "./setup.ts";

export type ShownFeed = FeedPolls & {
  id: string;
  name: string;
  url: string;
  enabled: boolean;
  jsonRoot: string | null;
  device_id: string;
};

type ShownProbe = { id: string; feedId: string; key: string; label: string; visible: boolean };

/** The household's whole setup, what the request named first and in its order. */
export type ShownSetup = PullSetupAnswer;

export const shownSetup = (stored: StoredSetup, plan: SetupPlan): ShownSetup => ({
  ok: true,
  feeds: savedFirst<SetupFeed>(plan.feeds, stored.feeds).map((feed) =>
    shownFeed(feed, pollsOf(feed, stored, plan)),
  ),
  probes: savedFirst(plan.probes, stored.probes).map(shownProbe),
});

/** For those who may not change it. */
export const maskedFeed = (feed: ShownFeed): ShownFeed => ({ ...feed, url: maskedUrl(feed.url) });

const savedFirst = <Row extends { id: string }>(saved: Row[], stored: Row[]): Row[] => {
  const ids = new Set(saved.map(({ id }) => id));
  return [...saved, ...stored.filter(({ id }) => !ids.has(id))];
};

/** A feed that is saved is polled afresh at the next tick: nothing is known of its last poll any longer. */
function pollsOf({ id }: SetupFeed, stored: StoredSetup, plan: SetupPlan): FeedPolls {
  const known = stored.feeds.find((feed) => feed.id === id)?.polls ?? NEVER_POLLED;
  const isSaved = plan.feeds.some((feed) => feed.id === id);
  return isSaved ? { ...known, last_failure: null, next_poll_at: null } : known;
}

const NEVER_POLLED: FeedPolls = {
  last_failure: null,
  failing_since: null,
  last_ok_at: null,
  next_poll_at: null,
};

const shownFeed = (
  { id, name, url, enabled, jsonRoot, deviceId }: SetupFeed,
  polls: FeedPolls,
): ShownFeed => ({
  id,
  name,
  url,
  enabled,
  jsonRoot,
  device_id: deviceId,
  ...polls,
});

const shownProbe = ({ id, feedId, key, label, visible }: SetupProbe): ShownProbe => ({
  id,
  feedId,
  key,
  label,
  visible,
});
