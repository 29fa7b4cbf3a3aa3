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

/** A feed as the home keeps it, its address opened; its readings belong to its own device. */
export type StoredFeed = {
  id: string;
  name: string;
  url: string;
  /** Null where it has yet to be sealed, together with its request. */
  sealedUrl: string | null;
  enabled: boolean;
  /** Null for the whole answer. */
  jsonRoot: string | null;
  request: FeedRequest;
  deviceId: string;
  /** The secret that sealed it is gone: `url` is its origin alone. */
  isUrlLost: boolean;
  polls: Pick<ShownFeed, "last_failure" | "failing_since" | "last_ok_at" | "next_poll_at">;
};

export type StoredSetup = {
  feeds: StoredFeed[];
  probes: Probe[];
  /** The number of devices of every type: feeds take places among them. */
  deviceCount: number;
  /** A digest of all feeds and probes: another one means that somebody else has saved meanwhile. */
  fingerprint: string;
};

export type PlannedFeed = Omit<StoredFeed, "isUrlLost" | "polls"> & { isNew: boolean };

/** Rows to write. A sensor that already reads takes over only what was said: `sensorLabel`, `sensorVisible`. */
export type SetupPlan = {
  feeds: PlannedFeed[];
  probes: (Probe & { sensorLabel: string | null; sensorVisible: boolean | null })[];
};

/** A host whose addresses must be judged before the feed is kept, and whose feed it is. */
export type HostToJudge = { host: string; feed: string };

/** Judges the wished URLs as far as their text goes; the first refused one refuses all. */
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

/** One sentence with the reason class, naming the feed but not its URL, which may hold a key. */
export const feedRefusal = (feed: string, reason: FeedRefusal) =>
  refuse("feed_refused", `Feed "${feed}": ${FEED_REFUSALS[reason]} (${reason})`);

type Random = (count: number) => Uint8Array;

/** What a save makes of a household's setup; the wished URLs have passed their guard already. */
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
    // Nobody has entered the text that is shown in place of a lost URL.
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

/** An address that has not changed stays sealed as it is, so that saving the same again changes nothing. */
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

/** The probes of a save: each refers to a feed of the request or of the household, and has its key alone. */
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

/** The home's whole setup, what a save has named first. */
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

/** For those who may not change it. */
export const maskedFeed = (feed: ShownFeed): ShownFeed => ({
  ...feed,
  url: maskedUrl(feed.url),
  postBody: feed.postBody === null ? null : "***",
});
