import { LIMITS } from "../../../schema/limits.ts";
import { ID_PREFIXES } from "../../../schema/vocabulary.ts";
import { newId } from "../id.ts";
import { done, type Outcome, refuse } from "../outcome.ts";
import { planProbes } from "./plan-probes.ts";
import type { FeedWish, SetupFeed, SetupPlan, SetupWish, StoredSetup } from "./setup.ts";

const ENTER_URL_AGAIN =
  "Its URL can no longer be read, because the secret of this installation has changed: enter the URL again";

type Random = (count: number) => Uint8Array;
type StoredFeed = StoredSetup["feeds"][number];

/** What a save makes of a household's setup; the wished URLs have passed their guard already. */
export function planSetup(stored: StoredSetup, wish: SetupWish, random: Random): Outcome<SetupPlan> {
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
  const feeds = wishes.map((wish) => planFeed(wish, known.get(wish.id ?? ""), random));
  const lost = feeds.find(({ id, url, enabled }) => enabled && isLostUrl(url, known.get(id)));
  if (lost !== undefined) return refuse("feed_refused", `Feed "${lost.id}": ${ENTER_URL_AGAIN}`);
  const added = feeds.filter(({ isNew }) => isNew).length;
  if (stored.feeds.length + added > LIMITS.householdFeedsMax) {
    return refuse("invalid_request", `Too many feeds: ${LIMITS.householdFeedsMax} at most in a household`);
  }
  const isFull = added > 0 && stored.deviceCount + added > LIMITS.householdDevicesMax;
  return isFull ? refuse("too_many_devices") : done(feeds);
}

function planFeed(
  wish: FeedWish,
  known: StoredFeed | undefined,
  random: Random,
): SetupFeed & { isNew: boolean } {
  const jsonRoot = wish.jsonRoot === undefined ? (known?.jsonRoot ?? null) : wish.jsonRoot || null;
  return {
    id: wish.id ?? newId(ID_PREFIXES.feed, random),
    name: wish.name ?? known?.name ?? hostOf(wish.url),
    url: wish.url,
    sealedUrl: known?.url === wish.url ? known.sealedUrl : null,
    enabled: wish.enabled ?? known?.enabled ?? true,
    jsonRoot,
    deviceId: known?.deviceId ?? newId(ID_PREFIXES.device, random),
    isNew: known === undefined,
  };
}

/**
 * Whether a save repeats what is shown in place of a URL that is lost: it is no URL that anybody has entered.
 */
const isLostUrl = (url: string, known: StoredFeed | undefined): boolean =>
  known?.isUrlLost === true && known.url === url;

const hostOf = (url: string): string =>
  (URL.parse(url)?.hostname || "Feed").slice(0, LIMITS.deviceNameCharactersMax);
