import { LIMITS } from "../../../schema/limits.ts";
import type { Acting } from "../../domain/acting.ts";
import { judgeAddresses } from "../../domain/feed-url/addresses.ts";
import type { FeedRules } from "../../domain/feed-url/judge.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import { feedRefusal, type HostToJudge, judgeFeeds } from "../../domain/pull-setup/judge-feeds.ts";
import { planSetup } from "../../domain/pull-setup/plan-setup.ts";
import type { SetupWish } from "../../domain/pull-setup/setup.ts";
import { type ShownSetup, shownSetup } from "../../domain/pull-setup/shown-setup.ts";
import type { Clock, Random, Report, ResolveHost } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import { loadPullSetup, storePullSetup } from "../../store/pull-setup.ts";

export type PullSetupPorts = {
  db: Db;
  clock: Clock;
  random: Random;
  report: Report;
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
    const stored = await loadPullSetup(ports.db, acting.householdId);
    const plan = planSetup(stored, wish, ports.random);
    if (!plan.ok) return plan;
    const saved = await storePullSetup(ports.db, plan.value, stored.fingerprint, {
      ...acting,
      at: ports.clock(),
      action: "pull_setup_saved",
      subject: null,
      details: { feeds: plan.value.feeds.length, probes: plan.value.probes.length },
    });
    if (saved) return done(shownSetup(stored, plan.value));
  }
  return refuse("pull_setup_changed");
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
