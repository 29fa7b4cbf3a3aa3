import type {
  PullSetup,
  PullSetupAnswer,
  TriedFeed,
  FeedTrial as WishedTrial,
} from "../../../schema/wire/pull-setup.ts";
import { deleteDevice } from "../../alerts/change-devices.actions.ts";
import { endUnspoken } from "../../alerts/reconcile.actions.ts";
import { spend } from "../../budget/spend.actions.ts";
import { judgeAddresses, PLAIN_REQUEST } from "../../kernel/judge-url.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import type { FeedRequest, FeedTrial, Vault } from "../../kernel/ports.ts";
import type { CoreServices, CronServices, Services } from "../../kernel/services.actions.ts";
import { type Acting, entryBy } from "../../people/activity.ts";
import type { KeptFeedUrl } from "../feeds.queries.ts";
import { readFeed, requestOf } from "../read-feed.ts";
import { loadPullSetup, storePullSetup } from "./pull-setup.queries.ts";
import {
  feedRefusal,
  type HostToJudge,
  judgeFeeds,
  maskedFeed,
  planSetup,
  type SetupPlan,
  type StoredSetup,
  shownSetup,
} from "./setup.ts";

const NOTHING: Omit<TriedFeed, "failure"> = { readings: [], battery: null, rssi: null };

const ATTEMPTS_MAX = 3;

/** The secret part of a feed. */
type Feed = { url: string; request: FeedRequest };

/** Seals a feed's URL and request for its device, since a feed's own id is chosen by the home and isn't unique. */
export const sealFeedUrl = (vault: Vault, deviceId: string, { url, request }: Feed): Promise<string> =>
  vault.seal("feed-url", deviceId, JSON.stringify({ url, request }));

/** Opens a feed's URL; null if its sealing secret is lost. `isCurrent` is false if it should be sealed (again). */
export async function openFeedUrl(
  vault: Vault,
  { deviceId, url, sealedUrl }: KeptFeedUrl,
): Promise<(Feed & { isCurrent: boolean }) | null> {
  if (sealedUrl === null) return { url, request: PLAIN_REQUEST, isCurrent: false };
  const opened = await vault.open("feed-url", deviceId, sealedUrl);
  // The opened text needs no validation: only this service seals it.
  return opened && { ...(JSON.parse(opened.text) as Feed), isCurrent: opened.isCurrent };
}

/**
 * Tries a feed out without storing anything. Checks the URL as a save does; the polling function fetches it. `savedId`:
 * the stored feed whose header value applies if the trial has none.
 */
export async function tryFeed(services: Services, acting: Acting, trial: WishedTrial, savedId?: string) {
  const spent = await spend(services, acting, "feed_try");
  if (!spent.ok) return spent;
  const judged = judgeFeeds([trial], services.feedRules);
  if (!judged.ok) return judged;
  const { feeds } = savedId === undefined ? { feeds: [] } : await openPullSetup(services, acting.householdId);
  const saved = feeds.find(({ id }) => id === savedId);
  const { url, jsonRoot } = trial;
  const of = { url: URL.parse(url), storedUrl: saved?.url ?? null, at: "" };
  const request = requestOf(trial, saved?.request ?? PLAIN_REQUEST, of);
  if (!request.ok) return request;
  const tried = await services.tryFeed({ url, jsonRoot: jsonRoot || null, ...request.value });
  return tried === null ? refuse("feed_not_tried") : done(tried);
}

/**
 * Loads the home's feeds and probes, with opened URLs. A feed whose URL can't be opened has its origin as `url`, and
 * stays sealed as it is. `sealedUrl` is null for feeds that are unsealed, or sealed with the previous secret.
 */
export async function openPullSetup(
  { db, serverVault }: CoreServices,
  householdId: string,
): Promise<StoredSetup> {
  const stored = await loadPullSetup(db, householdId);
  const feeds = stored.feeds.map(async (feed) => {
    const opened = await openFeedUrl(serverVault, feed);
    return {
      ...feed,
      url: opened?.url ?? feed.url,
      request: opened?.request ?? PLAIN_REQUEST,
      sealedUrl: opened === null || opened.isCurrent ? feed.sealedUrl : null,
      isUrlLost: opened === null,
    };
  });
  return { ...stored, feeds: await Promise.all(feeds) };
}

async function sealPlan(vault: Vault, plan: SetupPlan): Promise<SetupPlan> {
  const feeds = plan.feeds.map(async (feed) => ({
    ...feed,
    sealedUrl: feed.sealedUrl ?? (await sealFeedUrl(vault, feed.deviceId, feed)),
  }));
  return { ...plan, feeds: await Promise.all(feeds) };
}

/** Returns the home's feeds and probes, in creation order. Only members who may change feeds see whole URLs. */
export async function showPullSetup(
  services: CoreServices,
  householdId: string,
  mayManageFeeds: boolean,
): Promise<Outcome<PullSetupAnswer>> {
  const setup = shownSetup(await openPullSetup(services, householdId));
  return done(mayManageFeeds ? setup : { ...setup, feeds: setup.feeds.map(maskedFeed) });
}

/** Deletes a feed with its device, history and alerts. */
export async function deleteFeed(
  services: CoreServices,
  acting: Acting,
  feedId: string,
): Promise<Outcome<{ ok: true }>> {
  const { feeds } = await loadPullSetup(services.db, acting.householdId);
  const feed = feeds.find(({ id }) => id === feedId);
  return feed === undefined ? refuse("not_found") : deleteDevice(services, acting, feed.deviceId);
}

/** Upserts feeds and probes by id, all or none. Feeds and probes that aren't named stay. */
export async function savePullSetup(
  services: Services,
  acting: Acting,
  wish: PullSetup,
): Promise<Outcome<PullSetupAnswer>> {
  const hosts = judgeFeeds(wish.feeds, services.feedRules);
  if (!hosts.ok) return hosts;
  const refused = await refusedHost(services, hosts.value);
  if (refused !== null) return refused;
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const stored = await openPullSetup(services, acting.householdId);
    const plan = planSetup(stored, wish, services.random);
    if (!plan.ok) return plan;
    const sealed = await sealPlan(services.serverVault, plan.value);
    if (await commitPlan(services, acting, stored, sealed))
      return done(shownSetup(await openPullSetup(services, acting.householdId), sealed));
  }
  return refuse("pull_setup_changed");
}

/** Stores a plan; returns false if somebody else has saved meanwhile. Ends the alerts of feeds that are disabled. */
async function commitPlan(services: Services, acting: Acting, stored: StoredSetup, plan: SetupPlan) {
  const running = new Set(stored.feeds.filter(({ enabled }) => enabled).map(({ id }) => id));
  const details = { feeds: plan.feeds.length, probes: plan.probes.length };
  const entry = entryBy(acting, services.clock(), "pull_setup_saved", null, details);
  const isSaved = await storePullSetup(services.db, plan, stored.fingerprint, entry);
  if (isSaved && plan.feeds.some(({ id, enabled }) => !enabled && running.has(id)))
    await endUnspoken(services, acting.householdId);
  return isSaved;
}

/**
 * Returns a refusal for the first host with a private address, else null. A name that can't be resolved now is
 * accepted: it may be new, or the resolver may be down, and no poll fetches it before it resolves.
 */
async function refusedHost({ resolveHost, report }: Services, hosts: HostToJudge[]) {
  const judged = await Promise.all(
    hosts.map(async ({ host, feed }) => ({
      feed,
      verdict: judgeAddresses(resolveHost === null ? [] : await resolveHost(host)),
    })),
  );
  const unresolved = judged.filter(({ verdict }) => !verdict.ok && verdict.reason === "unresolvable");
  if (unresolved.length > 0)
    report({ level: "info", event: "feed_addresses_not_judged_at_save", hosts: unresolved.length });
  for (const { feed, verdict } of judged)
    if (!verdict.ok && verdict.reason !== "unresolvable") return feedRefusal(feed, verdict.reason);
  return null;
}

/** Fetches and reads a feed once, like a poll, without storing anything. */
export async function fetchTrial(
  { fetchFeed, clock }: CronServices,
  { url, jsonRoot, headerName, headerValue, postBody }: FeedTrial,
): Promise<TriedFeed> {
  const request = {
    headerName: headerName || null,
    headerValue: headerValue || null,
    postBody: postBody || null,
  };
  const answer = await fetchFeed({ url, etag: null, request });
  if (answer.kind !== "ok")
    return { ...NOTHING, failure: answer.kind === "failed" ? answer.reason : "no_readings" };
  const read = readFeed(answer.bytes, { jsonRoot, now: clock() });
  if (!read.ok) return { ...NOTHING, failure: read.reason };
  const { readings, health } = read.payload;
  return {
    readings: readings.map(({ key, label, kind, unit, value, isState: state }) => ({
      key,
      label,
      kind,
      unit,
      value,
      state,
    })),
    battery: health.batteryPct ?? null,
    rssi: health.rssi ?? null,
    failure: null,
  };
}
