import { LIMITS } from "../../../schema/limits.ts";
import { ID_PREFIXES } from "../../../schema/vocabulary.ts";
import type { PullSetup, PullSetupAnswer } from "../../../schema/wire/pull-setup.ts";
import { DEVICE_LIMITS } from "../../devices/limits.ts";
import {
  FEED_REFUSALS,
  type FeedRefusal,
  type FeedRules,
  judgeFeedUrl,
  maskedUrl,
  PLAIN_REQUEST,
} from "../../kernel/judge-url.ts";
import { done, type Outcome, refuse, refuseField } from "../../kernel/outcome.ts";
import type { FeedRequest } from "../../kernel/ports.ts";
import { newId } from "../../kernel/secret.ts";
import { cleanKey } from "../../readings/sensor-keys.ts";
import { isJsonRoot, isSameRequest, requestOf } from "../read-feed.ts";

const JSON_ROOT_FORM =
  "must be a dotted path such as data.sensors.0, or a JSON Pointer such as /data/sensors/0";

const HTTPS_ONLY = "must begin with https:// where a header or a body is sent";

const ENTER_URL_AGAIN =
  "Its URL can no longer be read, because the secret of this installation has changed: enter the URL again";

export type ShownFeed = PullSetupAnswer["feeds"][number];
type Probe = PullSetupAnswer["probes"][number];
type FeedWish = PullSetup["feeds"][number];
type ProbeWish = PullSetup["probes"][number];

/** A stored feed with its URL opened. Each feed has a device of its own for its readings. */
export type StoredFeed = {
  id: string;
  name: string;
  url: string;
  /** URL and request, sealed together; null if they must still be sealed. */
  sealedUrl: string | null;
  enabled: boolean;
  /** The path of the readings in the answer; null for the whole answer. */
  jsonRoot: string | null;
  request: FeedRequest;
  deviceId: string;
  /** True if the sealing secret is lost, so that `url` is only the origin. */
  isUrlLost: boolean;
  polls: Pick<ShownFeed, "last_failure" | "failing_since" | "last_ok_at" | "next_poll_at">;
};

export type StoredSetup = {
  feeds: StoredFeed[];
  probes: Probe[];
  /** The number of devices of all types. Feeds count against the home's limit of devices. */
  deviceCount: number;
  /** A digest of all feeds and probes. A different one means that somebody else has saved meanwhile. */
  fingerprint: string;
};

export type PlannedFeed = Omit<StoredFeed, "isUrlLost" | "polls"> & { isNew: boolean };

/** The rows to write. An existing sensor takes over only `sensorLabel` and `sensorVisible`, unless they are null. */
export type SetupPlan = {
  feeds: PlannedFeed[];
  probes: (Probe & { sensorLabel: string | null; sensorVisible: boolean | null })[];
};

/** A host whose addresses must be checked before the feed is saved. `feed`: its id, name or number, for errors. */
export type HostToJudge = { host: string; feed: string };

/** Judges the URLs of a request by their text alone. The first refused one refuses all. */
export function judgeFeeds(wishes: FeedWish[], rules: FeedRules): Outcome<HostToJudge[]> {
  const hosts = new Map<string, HostToJudge>();
  for (const [index, wish] of wishes.entries()) {
    const feed = wish.id ?? wish.name ?? String(index + 1);
    if (wish.jsonRoot && !isJsonRoot(wish.jsonRoot)) {
      return refuseField(`feeds.${index}.jsonRoot`, JSON_ROOT_FORM);
    }
    const judged = judgeFeedUrl(wish.url, rules);
    if (!judged.ok) return feedRefusal(feed, judged.reason);
    const isSecret = Boolean(wish.headerName) || Boolean(wish.postBody);
    if (isSecret && judged.checkAddresses && judged.url.protocol !== "https:")
      return refuseField(`feeds.${index}.url`, HTTPS_ONLY);
    const host = judged.url.hostname;
    if (judged.checkAddresses && !hosts.has(host)) hosts.set(host, { host, feed });
  }
  return done([...hosts.values()]);
}

/** A refusal with its reason. Names the feed but not its URL, which may contain a key. */
export const feedRefusal = (feed: string, reason: FeedRefusal) =>
  refuse("feed_refused", `Feed "${feed}": ${FEED_REFUSALS[reason]} (${reason})`);

type Random = (count: number) => Uint8Array;

/** Plans a save. The URLs of the request must have passed `judgeFeeds`. */
export function planSetup(stored: StoredSetup, wish: PullSetup, random: Random): Outcome<SetupPlan> {
  const feeds = planFeeds(stored, wish.feeds, random);
  if (!feeds.ok) return feeds;
  const probes = planProbes(stored, feeds.value, wish.probes, random);
  return probes.ok ? done({ feeds: feeds.value, probes: probes.value }) : probes;
}

function planFeeds(stored: StoredSetup, wishes: FeedWish[], random: Random): Outcome<PlannedFeed[]> {
  const feeds: PlannedFeed[] = [];
  for (const [index, wish] of wishes.entries()) {
    const known = stored.feeds.find(({ id }) => id === wish.id);
    const asked = { url: URL.parse(wish.url), storedUrl: known?.url ?? null, at: `feeds.${index}.` };
    const request = requestOf(wish, known?.request ?? PLAIN_REQUEST, asked);
    if (!request.ok) return request;
    const feed = planFeed(wish, request.value, known, random);
    if (feeds.some(({ id }) => id === feed.id))
      return refuse("invalid_request", `The feed "${feed.id}" is named twice`);
    // The origin that stands for a lost URL isn't a URL that anybody has entered.
    if (feed.enabled && known?.isUrlLost && known.url === feed.url)
      return refuse("feed_refused", `Feed "${feed.id}": ${ENTER_URL_AGAIN}`);
    feeds.push(feed);
  }
  const added = feeds.filter(({ isNew }) => isNew).length;
  if (stored.feeds.length + added > LIMITS.householdFeedsMax)
    return refuse("invalid_request", `Too many feeds: ${LIMITS.householdFeedsMax} at most in a household`);
  const isFull = added > 0 && stored.deviceCount + added > DEVICE_LIMITS.householdDevicesMax;
  return isFull ? refuse("too_many_devices") : done(feeds);
}

/** An unchanged URL and request stay sealed as they are, so that saving the same again changes nothing. */
const planFeed = (
  wish: FeedWish,
  request: FeedRequest,
  known: StoredFeed | undefined,
  random: Random,
): PlannedFeed => ({
  id: wish.id ?? newId(ID_PREFIXES.feed, random),
  name: wish.name ?? known?.name ?? hostOf(wish.url),
  url: wish.url,
  sealedUrl: known?.url === wish.url && isSameRequest(known.request, request) ? known.sealedUrl : null,
  request,
  enabled: wish.enabled ?? known?.enabled ?? true,
  jsonRoot: wish.jsonRoot === undefined ? (known?.jsonRoot ?? null) : wish.jsonRoot || null,
  deviceId: known?.deviceId ?? newId(ID_PREFIXES.device, random),
  isNew: known === undefined,
});

const hostOf = (url: string): string =>
  (URL.parse(url)?.hostname || "Feed").slice(0, LIMITS.deviceNameCharactersMax);

/** Plans the probes of a save. Each belongs to a feed of the request or the home, and no two share a feed and key. */
function planProbes(stored: StoredSetup, feeds: PlannedFeed[], wishes: ProbeWish[], random: Random) {
  const feedIds = [...stored.feeds, ...feeds].map(({ id }) => id);
  const onlyFeed = feeds.length === 1 ? feeds[0]?.id : undefined;
  const probes: SetupPlan["probes"] = [];
  for (const [index, wish] of wishes.entries()) {
    const faulty = (why: string) =>
      refuse("invalid_request", `Probe ${wish.id === undefined ? index + 1 : `"${wish.id}"`}: ${why}`);
    const named = stored.probes.find(({ id }) => id === wish.id);
    const feedId = wish.feedId ?? named?.feedId ?? onlyFeed;
    if (feedId === undefined) return faulty("it needs a feedId");
    const key = cleanKey(wish.key ?? named?.key ?? "");
    if (key === null) return faulty("it needs a key");
    if (!feedIds.includes(feedId)) return faulty(`there is no feed "${feedId}"`);
    const others = [...probes, ...stored.probes].filter((each) => each.feedId === feedId && each.key === key);
    const known = wish.id === undefined ? others[0] : named;
    const id = wish.id ?? known?.id ?? newId(ID_PREFIXES.probe, random);
    if (probes.some((each) => each.id === id)) return faulty("it is named twice");
    const holder = others.find((each) => each.id !== id);
    if (holder !== undefined) return faulty(`its feed has the probe "${holder.id}" for this key already`);
    const label = wish.label ?? known?.label ?? key;
    const visible = wish.visible ?? known?.visible ?? true;
    const said = { sensorLabel: wish.label ?? null, sensorVisible: wish.visible ?? null };
    probes.push({ id, feedId, key, label, visible, ...said });
  }
  const ids = new Set([...stored.probes, ...probes].map(({ id }) => id));
  return ids.size > LIMITS.householdProbesMax
    ? refuse("invalid_request", `Too many probes: ${LIMITS.householdProbesMax} at most in a household`)
    : done(probes);
}

/** Returns the home's whole setup. Feeds and probes that a save has named come first. */
export const shownSetup = (
  { feeds, probes }: StoredSetup,
  saved: SetupPlan = { feeds: [], probes: [] },
): PullSetupAnswer => ({
  ok: true,
  feeds: savedFirst(saved.feeds, feeds.map(shownFeed)),
  probes: savedFirst(saved.probes, probes),
});

function savedFirst<Row extends { id: string }>(saved: { id: string }[], rows: Row[]): Row[] {
  const ids = saved.map(({ id }) => id);
  const named = ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
  return [...named, ...rows.filter(({ id }) => !ids.includes(id))];
}

const shownFeed = (feed: StoredFeed): ShownFeed => {
  const { id, name, url, enabled, jsonRoot, request, deviceId, polls } = feed;
  const { headerName, postBody } = request;
  return { id, name, url, enabled, jsonRoot, headerName, postBody, device_id: deviceId, ...polls };
};

/** Masks a feed's secrets, for members who may not change it. */
export const maskedFeed = (feed: ShownFeed): ShownFeed => ({
  ...feed,
  url: maskedUrl(feed.url),
  postBody: feed.postBody === null ? null : "***",
});
