import type { PullSetup, PullSetupAnswer } from "../../../schema/wire/pull-setup.ts";
import {
  FEED_REFUSALS,
  type FeedRefusal,
  type FeedRules,
  judgeFeedUrl,
  maskedUrl,
} from "../../kernel/judge-url.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import type { FeedRequest } from "../../kernel/ports.ts";
import { isJsonRoot } from "../read-feed.ts";

const JSON_ROOT_FORM =
  "must be a dotted path such as data.sensors.0, or a JSON Pointer such as /data/sensors/0";

const HTTPS_ONLY = "must go to an https:// address";

/** A feed as it is kept; its readings belong to its own device. */
export type SetupFeed = {
  id: string;
  name: string;
  url: string;
  /** The same, sealed; null where it has yet to be. */
  sealedUrl: string | null;
  enabled: boolean;
  /** Null for the whole answer. */
  jsonRoot: string | null;
  /** Sealed together with the URL. */
  request: FeedRequest;
  deviceId: string;
};

export type SetupProbe = PullSetupAnswer["probes"][number];

/** What a household has before a save. A feed whose URL is lost has only the origin of it as its `url`. */
export type StoredSetup = {
  feeds: (SetupFeed & { polls: FeedPolls; isUrlLost: boolean })[];
  probes: SetupProbe[];
  /** The number of devices of every type: feeds take places among them. */
  deviceCount: number;
  /** A digest of all feeds and probes: another one means that somebody else has saved meanwhile. */
  fingerprint: string;
};

/** What is not given stays as it is. */
export type FeedWish = PullSetup["feeds"][number];

export type ProbeWish = PullSetup["probes"][number];

/**
 * Rows to write. A sensor that already reads takes over only what was said: `sensorLabel`, `sensorVisible`.
 */
export type SetupPlan = {
  feeds: (SetupFeed & { isNew: boolean })[];
  probes: (SetupProbe & { sensorLabel: string | null; sensorVisible: boolean | null })[];
};

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
    const isSecret = Boolean(wish.headerName) || Boolean(wish.postBody);
    if (isSecret && judged.checkAddresses && judged.url.protocol !== "https:")
      return refuse("invalid_request", `"feeds.${index}.headerName" ${HTTPS_ONLY}`);
    const host = judged.url.hostname;
    if (judged.checkAddresses && !hosts.has(host)) hosts.set(host, { host, feed });
  }
  return done([...hosts.values()]);
}

/** One sentence with the reason class, naming the feed but not its URL, which may hold a key. */
export const feedRefusal = (feed: string, reason: FeedRefusal) =>
  refuse("feed_refused", `Feed "${feed}": ${FEED_REFUSALS[reason]} (${reason})`);

export type ShownFeed = PullSetupAnswer["feeds"][number];

/** How the polls of a feed have gone. */
type FeedPolls = Pick<ShownFeed, "last_failure" | "failing_since" | "last_ok_at" | "next_poll_at">;

export const shownSetup = (stored: StoredSetup, plan: SetupPlan): PullSetupAnswer => ({
  ok: true,
  feeds: savedFirst<SetupFeed>(plan.feeds, stored.feeds).map((feed) =>
    shownFeed(feed, pollsOf(feed, stored, plan)),
  ),
  probes: savedFirst(plan.probes, stored.probes).map(shownProbe),
});

/** For those who may not change it. */
export const maskedFeed = (feed: ShownFeed): ShownFeed => ({
  ...feed,
  url: maskedUrl(feed.url),
  postBody: feed.postBody === null ? null : "***",
});

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
  { id, name, url, enabled, jsonRoot, request, deviceId }: SetupFeed,
  polls: FeedPolls,
): ShownFeed => ({
  id,
  name,
  url,
  enabled,
  jsonRoot,
  headerName: request.headerName,
  postBody: request.postBody,
  device_id: deviceId,
  ...polls,
});

const shownProbe = ({ id, feedId, key, label, visible }: SetupProbe): SetupProbe => ({
  id,
  feedId,
  key,
  label,
  visible,
});
