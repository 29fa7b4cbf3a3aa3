import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PLATFORM_LIMITS } from "../../functions/_platform/variables.ts";
import { STORE_LIMITS } from "../../lib/kernel/db.queries.ts";
import { freePort } from "../../local/processes/free-port.ts";
import { type LoopbackServer, listenOnLoopback } from "../../local/processes/loopback-server.ts";
import { LIMITS } from "../../schema/limits.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { openTestRedis, type TestRedis } from "../support/redis.ts";
import { type Edge, startEdge } from "./edge.ts";
import { environmentOf, SECRETS } from "./served-groups.ts";

/** The last shard is half full. */
const SHARDS = 4;
const FEEDS = PLATFORM_LIMITS.feedShardMax * (SHARDS - 1) + 50;
const HOMES = Math.ceil(FEEDS / LIMITS.householdFeedsMax);
const TICK_MS = 900_000;
/** A run across the end of a tick would find all feeds due again. */
const TEST_MS = 20_000;
const WAIT = { timeout: 120_000 };
const CLAIM = 'update "pull_feeds" set "lease_until"';
const STORE = "record_feeds";

let database: TestDatabase;
let redis: TestRedis;
let feeds: LoopbackServer;
let fetched: Map<string, number>;
let start: (
  change: NonNullable<Parameters<typeof startEdge>[0]["change"]>,
  onLog?: (line: string) => void,
) => Promise<Edge>;

beforeAll(async () => {
  [database, redis, feeds] = await Promise.all([openTestDatabase(), openTestRedis(), startFeeds()]);
  await addFeeds();
  start = async (change, onLog) => {
    const port = await freePort();
    const env = {
      ...environmentOf({ database, redis }, `http://127.0.0.1:${port}`),
      FEED_ALLOWED_HOSTS: `127.0.0.1:${feeds.port}`,
      DNS_OVER_HTTPS_URL: "off",
    };
    return startEdge({ workers: ["public", "cron"], env, port, change, ...(onLog && { onLog }) });
  };
  const leftMs = TICK_MS - (Date.now() % TICK_MS);
  if (leftMs < TEST_MS) await sleep(leftMs + 50);
});
afterAll(async () => {
  await feeds?.stop();
  await redis?.close();
  await database?.close();
});
beforeEach(async () => {
  fetched = new Map();
  database.resetCalls();
  await database.sql`delete from snapshots`;
  await database.sql`delete from job_runs`;
  await database.sql`update pull_feeds set next_poll_at = now(), lease_until = null, last_polled_at = null`;
});

function startFeeds(): Promise<LoopbackServer> {
  return listenOnLoopback(
    createServer(({ url = "" }, response) => {
      fetched.set(url, (fetched.get(url) ?? 0) + 1);
      // The first feed of each home is freezing.
      const isCold = Number(url.slice("/feed/".length)) < HOMES;
      response.writeHead(200, { "content-type": "application/json" }).end(`{"temp1":${isCold ? 33 : 60}}`);
    }),
  );
}

async function addFeeds(): Promise<void> {
  await database.sql`insert into households (id, name, plan, created_at)
     select 'hh_' || n, 'Home', 'pro', now() from generate_series(0, ${HOMES}::integer - 1) n`;
  await database.query(
    `insert into devices (id, household_id, type, name, space, created_at)
     select 'dev_' || n, 'hh_' || n % $2::integer, 'pull', 'Feed', '', now() from generate_series(0, $1::integer - 1) n`,
    [FEEDS, HOMES],
  );
  await database.query(
    `insert into pull_feeds (household_id, id, device_id, name, url, enabled, created_at, updated_at)
     select 'hh_' || n % $2::integer, 'feed_' || n, 'dev_' || n, 'Feed', $3 || n, true, now(), now()
     from generate_series(0, $1::integer - 1) n`,
    [FEEDS, HOMES, `http://127.0.0.1:${feeds.port}/feed/`],
  );
}

const headers = { Authorization: `Bearer ${SECRETS.CRON_SECRET}` };
const collect = async (runtime: Edge) => {
  const answer = await fetch(`${runtime.url}/api/cron/collect-history`, { headers });
  return { status: answer.status, ...((await answer.json()) as Record<string, unknown>) };
};
const count = async (what: string): Promise<number> => {
  const [row] = await database.query<{ count: number }>(`select count(*)::integer as count from ${what}`);
  return row?.count ?? 0;
};
const polled = () => count("pull_feeds where last_polled_at is not null");
/** Returns how many feeds were fetched less than `often` times. */
const fetchedLessThan = (often: number) =>
  FEEDS - [...fetched.values()].filter((fetches) => fetches >= often).length;
/** Makes the database fail its next call about this, with an error that isn't retried. */
const failOnce = (about: string) => database.failNext({ kind: "pg_error", code: "22012" }, about);

describe("through the queue", () => {
  const lines: string[] = [];
  let runtime: Edge;
  beforeAll(async () => {
    // As in wrangler.toml, except the time until a failed message comes again.
    runtime = await start(
      (_, config) => ({
        ...config,
        queues: {
          ...config.queues,
          consumers: config.queues.consumers.map((each) => ({ ...each, retry_delay: 0 })),
        },
      }),
      (line) => lines.push(line),
    );
  });
  afterAll(() => runtime?.stop());

  test("one tick has every feed polled once, stored and judged", async () => {
    expect(await collect(runtime)).toMatchObject({
      status: 200,
      shards_handed_out: SHARDS,
      shards_refused: 0,
    });
    await expect.poll(polled, WAIT).toBe(FEEDS);
    await expect.poll(() => count("alerts where kind = 'freeze' and closed_at is null"), WAIT).toBe(HOMES);
    expect(fetchedLessThan(1)).toBe(0);
    expect(await count("snapshots")).toBe(FEEDS);
  });

  test("a shard that fails before it has any feed is polled by the queue's next try", async () => {
    failOnce(CLAIM);
    expect(await collect(runtime)).toMatchObject({ shards_handed_out: SHARDS });
    await expect.poll(polled, WAIT).toBe(FEEDS);
    const claims = database.statements().filter((statements) => statements.join().includes(CLAIM));
    expect(claims).toHaveLength(SHARDS + 1);
    await expect.poll(() => lines.filter((line) => line.includes("shard_failed")).length, WAIT).toBe(1);
    expect(fetchedLessThan(1)).toBe(0);
    expect(await count("snapshots")).toBe(FEEDS);
  });

  test("the feeds of shards that die wait for their leases, and are polled once more then", async () => {
    for (let call = 0; call < SHARDS * STORE_LIMITS.storeAttemptsMax; call += 1)
      database.failNext({ kind: "refuse" }, STORE);
    const failed = () => lines.filter((line) => line.includes("shard_failed")).length;
    const failedBefore = failed();
    await collect(runtime);
    await expect.poll(() => failed() - failedBefore, WAIT).toBe(SHARDS);
    expect(fetchedLessThan(1)).toBe(0);
    expect(await count("pull_feeds where lease_until is not null")).toBe(FEEDS);
    await database.sql`update pull_feeds set lease_until = now()`;
    await database.sql`delete from job_runs`;
    await collect(runtime);
    await expect.poll(polled, WAIT).toBe(FEEDS);
    expect(fetchedLessThan(2)).toBe(0);
    expect(await count("snapshots")).toBe(FEEDS);
  });
});

describe("without a queue", () => {
  const lines: string[] = [];
  let runtime: Edge;
  beforeAll(async () => {
    runtime = await start(
      (_, config) => ({ ...config, queues: { producers: [], consumers: [] } }),
      (line) => lines.push(line),
    );
  });
  afterAll(() => runtime?.stop());

  test("shards are calls of the function itself; one that fails is reported, and left to the next tick", async () => {
    failOnce(CLAIM);
    expect(await collect(runtime)).toMatchObject({
      status: 200,
      shards_handed_out: SHARDS - 1,
      shards_refused: 1,
    });
    await expect.poll(() => lines.some((line) => line.includes("shards_not_handed_out")), WAIT).toBe(true);
    const left = FEEDS - (await polled());
    expect(left).toBeGreaterThan(0);
    await database.sql`delete from job_runs`;
    expect(await collect(runtime)).toMatchObject({ status: 200, shards_handed_out: 1, shards_refused: 0 });
    expect(await polled()).toBe(FEEDS);
    expect(fetchedLessThan(1)).toBe(0);
    expect(await count("snapshots")).toBe(FEEDS);
  });

  test("a shard is polled for nobody but who knows the secret", async () => {
    const url = `${runtime.url}/api/cron/poll-shard?tick=${new Date().toISOString()}`;
    expect((await fetch(url, { method: "POST" })).status).toBe(401);
    expect((await fetch(url, { method: "POST", headers })).status).toBe(200);
  });
});
