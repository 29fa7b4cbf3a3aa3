import { LIMITS } from "../../../schema/limits.ts";
import type { Acting } from "../../domain/acting.ts";
import { judgeAddresses } from "../../domain/feed-url/addresses.ts";
import type { FeedRules } from "../../domain/feed-url/judge.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import { feedRefusal, type HostToJudge, judgeFeeds } from "../../domain/pull-setup/judge-feeds.ts";
import { planSetup } from "../../domain/pull-setup/plan-setup.ts";
import type { SetupPlan, SetupWish, StoredSetup } from "../../domain/pull-setup/setup.ts";
import { type ShownSetup, shownSetup } from "../../domain/pull-setup/shown-setup.ts";
import type { Clock, Random, Report, ResolveHost, Vault } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import { storePullSetup } from "../../store/pull-setup.ts";
import { endWithOwner } from "../alerts/end-with-owner.ts";
import { openPullSetup, sealPlan } from "./open-pull-setup.ts";

export type PullSetupPorts = {
  db: Db;
  clock: Clock;
  random: Random;
  report: Report;
  serverVault: Vault;
  feedRules: FeedRules;
  /** Null where there is no resolver to ask at save: each poll judges the addresses anyway. */
  resolveHost: ResolveHost | null;
};

/** Upserts feeds and probes by id; those not named stay. All or nothing. */
export async function savePullSetup(
  ports: PullSetupPorts,
  acting: Acting,
  wish: SetupWish,
): Promise<Outcome<ShownSetup>> {
  const hosts = judgeFeeds(wish.feeds, ports.feedRules);
  if (!hosts.ok) return hosts;
  const refused = await refusedHost(ports, hosts.value);
  if (refused !== null) return refused;
  for (let attempt = 1; attempt <= LIMITS.pullSetupAttemptsMax; attempt += 1) {
    const stored = await openPullSetup(ports, acting.householdId);
    const plan = planSetup(stored, wish, ports.random);
    if (!plan.ok) return plan;
    const sealed = await sealPlan(ports.serverVault, plan.value);
    if (await commitPlan(ports, acting, stored, sealed)) return done(shownSetup(stored, plan.value));
  }
  return refuse("pull_setup_changed");
}

/** False where somebody else has saved meanwhile. A feed that is switched off gives up its alerts. */
async function commitPlan(
  ports: PullSetupPorts,
  acting: Acting,
  stored: StoredSetup,
  plan: SetupPlan,
): Promise<boolean> {
  const { householdId } = acting;
  const running = new Set(stored.feeds.filter(({ enabled }) => enabled).map(({ id }) => id));
  const stopped = plan.feeds.filter(({ id, enabled }) => !enabled && running.has(id));
  const owners = { householdId, deviceIds: stopped.map(({ deviceId }) => deviceId), keeps: [] };
  const saved = await endWithOwner(ports, owners, "disabled", (ends) => {
    const details = { feeds: plan.feeds.length, probes: plan.probes.length };
    const act = { ...acting, at: ends.now, subject: null, details };
    const entry = { ...act, action: "pull_setup_saved" as const };
    return storePullSetup(ports.db, plan, stored.fingerprint, entry, ends);
  });
  return saved === true;
}

/**
 * The refusal of the first host with an address that is not on the public internet. A name that nobody can
 * resolve just now is saved: it may be new, or the resolver away, and no poll fetches it before it resolves.
 */
async function refusedHost({ resolveHost, report }: PullSetupPorts, hosts: HostToJudge[]) {
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
