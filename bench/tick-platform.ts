import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { Client } from "pg";
import { PLATFORM_LIMITS } from "../functions/_platform/variables.ts";
import { guardedFetch } from "../lib/guarded-fetch/guarded-fetch.vendor.ts";
import { databaseOver, neonQueries } from "../lib/kernel/db.queries.ts";
import { aesVault, inTime } from "../lib/kernel/runtime.vendor.ts";
import type { CronServices } from "../lib/kernel/services.actions.ts";
import { LIMITS } from "../schema/limits.ts";
import { startBenchServer } from "./bench-database.ts";
import { forkSqlEndpoint } from "./endpoints.ts";
import type { FeedsNow } from "./feed-server-process.ts";
import { cpuOf, cpuOfFamily } from "./process-cpu.ts";

export const PROCESSES = ["poller", "sql endpoint", "postgres", "feeds"] as const;

export interface TickPlatform {
  services: Pick<CronServices, "db" | "inTime" | "fetchFeed" | "feedShards" | "serverVault">;
  /** Returns the number of database calls since the start. */
  calls(): Promise<number>;
  /** Returns the CPU microseconds of each process since its start. */
  cpu(): Record<(typeof PROCESSES)[number], number>;
  tell(feeds: FeedsNow): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a durable PostgreSQL behind Neon's HTTP, and a local server with all feeds. The polls run in this
 * process.
 */
export async function startTickPlatform(feeds: number): Promise<TickPlatform> {
  const server = await startBenchServer();
  const url = await server.addDatabase("tick");
  const endpoint = await forkSqlEndpoint(url);
  const feedServer = fork(path.join(import.meta.dirname, "feed-server-process.ts"));
  const [{ port }] = (await once(feedServer, "message")) as [{ port: number }];
  const database = new Client({ connectionString: url });
  await database.connect();
  await addFeeds(database, feeds, port);
  const rules = { allowedHosts: [`127.0.0.1:${port}`], ownHosts: [] };
  return {
    services: {
      db: databaseOver(neonQueries(url, endpoint.url), { pause: async () => {} }),
      inTime,
      fetchFeed: guardedFetch({ rules, resolveHost: async () => [] }),
      feedShards: { size: PLATFORM_LIMITS.feedShardMax, sideBySide: PLATFORM_LIMITS.feedsAtOnceElsewhere },
      serverVault: aesVault({ current: "a server secret of the benches, long enough" }),
    },
    calls: endpoint.calls,
    cpu: () => ({
      poller: cpuOf(process.pid),
      "sql endpoint": cpuOf(endpoint.pid),
      postgres: cpuOfFamily(server.postmasterPid),
      feeds: cpuOf(feedServer.pid ?? 0),
    }),
    tell: async (now) => {
      feedServer.send(now);
      await once(feedServer, "message");
    },
    stop: async () => {
      feedServer.disconnect();
      await database.end();
      await endpoint.stop();
      await server.stop();
    },
  };
}

/** Adds feeds, as many to each home as a home may have. */
async function addFeeds(client: Client, feeds: number, port: number): Promise<void> {
  const homes = Math.ceil(feeds / LIMITS.householdFeedsMax);
  await client.query(
    `insert into households (id, name, plan, created_at)
     select 'hh_' || n, 'Bench', 'pro', now() from generate_series(0, $1::integer - 1) n`,
    [homes],
  );
  await client.query(
    `insert into devices (id, household_id, type, name, space, created_at)
     select 'dev_' || n, 'hh_' || n % $2::integer, 'pull', 'Bench', '', now()
     from generate_series(0, $1::integer - 1) n`,
    [feeds, homes],
  );
  await client.query(
    `insert into pull_feeds (household_id, id, device_id, name, url, enabled, created_at, updated_at)
     select 'hh_' || n % $2::integer, 'feed_' || n, 'dev_' || n, 'Bench', $3 || n, true, now(), now()
     from generate_series(0, $1::integer - 1) n`,
    [feeds, homes, `http://127.0.0.1:${port}/feed/`],
  );
  await client.query("vacuum analyze households, devices, pull_feeds");
}
