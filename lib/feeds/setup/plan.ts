import { LIMITS } from "../../../schema/limits.ts";
import { ID_PREFIXES } from "../../../schema/vocabulary.ts";
import type { PullSetup } from "../../../schema/wire/pull-setup.ts";
import { DEVICE_LIMITS } from "../../devices/limits.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import type { FeedRequest } from "../../kernel/ports.ts";
import { newId } from "../../kernel/secret.ts";
import { cleanKey } from "../../readings/sensor-keys.ts";
import { isSameRequest, PLAIN_REQUEST, requestOf } from "../read-feed.ts";
import type { FeedWish, ProbeWish, SetupFeed, SetupPlan, SetupProbe, StoredSetup } from "./setup.ts";

const ENTER_URL_AGAIN =
  "Its URL can no longer be read, because the secret of this installation has changed: enter the URL again";

type PlannedProbe = SetupPlan["probes"][number];

/** The probes of a save: each refers to a feed of the request or of the household, and has its key alone. */
function planProbes(
  stored: StoredSetup,
  feeds: SetupFeed[],
  wishes: ProbeWish[],
  newProbeId: () => string,
): Outcome<PlannedProbe[]> {
  const feedIds = new Set([...stored.feeds, ...feeds].map(({ id }) => id));
  const onlyFeed = feeds.length === 1 ? feeds[0]?.id : undefined;
  const planned: PlannedProbe[] = [];
  for (const [index, wish] of wishes.entries()) {
    const probe = planProbe(stored.probes, wish, onlyFeed, newProbeId);
    if (!probe.ok) return refuse("invalid_request", `Probe ${nameOf(wish, index)}: ${probe.why}`);
    const why = clash(probe.value, feedIds, stored.probes, planned);
    if (why !== null) return refuse("invalid_request", `Probe ${nameOf(wish, index)}: ${why}`);
    planned.push(probe.value);
  }
  const ids = new Set([...stored.probes, ...planned].map(({ id }) => id));
  return ids.size > LIMITS.householdProbesMax
    ? refuse("invalid_request", `Too many probes: ${LIMITS.householdProbesMax} at most in a household`)
    : done(planned);
}

type Planned = { ok: true; value: PlannedProbe } | { ok: false; why: string };

function planProbe(
  stored: SetupProbe[],
  wish: ProbeWish,
  onlyFeed: string | undefined,
  newProbeId: () => string,
): Planned {
  const named = stored.find(({ id }) => id === wish.id);
  const feedId = wish.feedId ?? named?.feedId ?? onlyFeed;
  if (feedId === undefined) return { ok: false, why: "it needs a feedId" };
  const key = cleanKey(wish.key ?? named?.key ?? "");
  if (key === null) return { ok: false, why: "it needs a key" };
  const sameKey = stored.find((probe) => probe.feedId === feedId && probe.key === key);
  const known = wish.id === undefined ? sameKey : named;
  const value = {
    id: wish.id ?? known?.id ?? newProbeId(),
    feedId,
    key,
    label: wish.label ?? known?.label ?? key,
    visible: wish.visible ?? known?.visible ?? true,
    sensorLabel: wish.label ?? null,
    sensorVisible: wish.visible ?? null,
  };
  return { ok: true, value };
}

function clash(
  probe: SetupProbe,
  feedIds: Set<string>,
  stored: SetupProbe[],
  planned: SetupProbe[],
): string | null {
  if (!feedIds.has(probe.feedId)) return `there is no feed "${probe.feedId}"`;
  if (planned.some(({ id }) => id === probe.id)) return "it is named twice";
  const holdsKey = ({ id, feedId, key }: SetupProbe) =>
    id !== probe.id && feedId === probe.feedId && key === probe.key;
  const holder = planned.find(holdsKey) ?? stored.find(holdsKey);
  return holder === undefined ? null : `its feed has the probe "${holder.id}" for this key already`;
}

const nameOf = (wish: ProbeWish, index: number): string =>
  wish.id === undefined ? String(index + 1) : `"${wish.id}"`;

type Random = (count: number) => Uint8Array;
type StoredFeed = StoredSetup["feeds"][number];

/** What a save makes of a household's setup; the wished URLs have passed their guard already. */
export function planSetup(stored: StoredSetup, wish: PullSetup, random: Random): Outcome<SetupPlan> {
  const feeds = planFeeds(stored, wish.feeds, random);
  if (!feeds.ok) return feeds;
  const probes = planProbes(stored, feeds.value, wish.probes, () => newId(ID_PREFIXES.probe, random));
  return probes.ok ? done({ feeds: feeds.value, probes: probes.value }) : probes;
}

function planFeeds(
  stored: StoredSetup,
  wishes: FeedWish[],
  random: Random,
): Outcome<(SetupFeed & { isNew: boolean })[]> {
  const known = new Map(stored.feeds.map((feed) => [feed.id, feed]));
  const named = wishes.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const twice = named.find((id, index) => named.indexOf(id) !== index);
  if (twice !== undefined) return refuse("invalid_request", `The feed "${twice}" is named twice`);
  const feeds: ReturnType<typeof planFeed>[] = [];
  for (const [index, wish] of wishes.entries()) {
    const feed = known.get(wish.id ?? "");
    const asked = { url: URL.parse(wish.url), storedUrl: feed?.url ?? null, at: `feeds.${index}.` };
    const request = requestOf(wish, feed?.request ?? PLAIN_REQUEST, asked);
    if (!request.ok) return request;
    feeds.push(planFeed(wish, request.value, feed, random));
  }
  const lost = feeds.find(({ id, url, enabled }) => enabled && isLostUrl(url, known.get(id)));
  if (lost !== undefined) return refuse("feed_refused", `Feed "${lost.id}": ${ENTER_URL_AGAIN}`);
  const added = feeds.filter(({ isNew }) => isNew).length;
  if (stored.feeds.length + added > LIMITS.householdFeedsMax) {
    return refuse("invalid_request", `Too many feeds: ${LIMITS.householdFeedsMax} at most in a household`);
  }
  const isFull = added > 0 && stored.deviceCount + added > DEVICE_LIMITS.householdDevicesMax;
  return isFull ? refuse("too_many_devices") : done(feeds);
}

function planFeed(
  wish: FeedWish,
  request: FeedRequest,
  known: StoredFeed | undefined,
  random: Random,
): SetupFeed & { isNew: boolean } {
  const jsonRoot = wish.jsonRoot === undefined ? (known?.jsonRoot ?? null) : wish.jsonRoot || null;
  return {
    id: wish.id ?? newId(ID_PREFIXES.feed, random),
    name: wish.name ?? known?.name ?? hostOf(wish.url),
    url: wish.url,
    sealedUrl: known?.url === wish.url && isSameRequest(known.request, request) ? known.sealedUrl : null,
    request,
    enabled: wish.enabled ?? known?.enabled ?? true,
    jsonRoot,
    deviceId: known?.deviceId ?? newId(ID_PREFIXES.device, random),
    isNew: known === undefined,
  };
}

/** True if a save repeats the text shown in place of a lost URL: nobody entered that as a URL. */
const isLostUrl = (url: string, known: StoredFeed | undefined): boolean =>
  known?.isUrlLost === true && known.url === url;

const hostOf = (url: string): string =>
  (URL.parse(url)?.hostname || "Feed").slice(0, LIMITS.deviceNameCharactersMax);
