import { beforeEach, describe, expect, test } from "vitest";
import { serveClock } from "../../functions/_platform/serve.ts";
import { cronApp, onTrigger } from "../../functions/cron/app.ts";
import { JOB_NAMES } from "../../lib/jobs/jobs.ts";
import type { FetchFeed } from "../../lib/kernel/ports.ts";
import { newId } from "../../lib/kernel/secret.ts";
import { ID_PREFIXES } from "../../schema/vocabulary.ts";
import { addFeed, type feedAnswer } from "../support/feeds.ts";
import { addHome } from "../support/fixtures.ts";
import { openJobs, runsOf } from "../support/jobs.ts";
import { cryptoRandom, openLimiter, serverVault } from "../support/services.ts";

const SECRET = "c".repeat(43);
const IP = { "CF-Connecting-IP": "203.0.113.7" };

const house = await openJobs("2026-11-23T08:00:01Z");
const app = cronApp({ ...house.services, cronSecret: SECRET });
beforeEach(async () => {
  await house.database.sql`delete from job_runs`;
  await house.database.sql`update pull_feeds set enabled = false`;
});

const call = async (method: string, job: string, secret: string | null = SECRET, by = app) => {
  const headers = { ...IP, ...(secret === null ? {} : { Authorization: `Bearer ${secret}` }) };
  const answer = await by.request(`/api/cron/${job}`, { method, headers });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as unknown };
};

describe.each(JOB_NAMES)("/api/cron/%s", (job) => {
  test("GET is a platform's trigger: the tick runs once", async () => {
    const first = await call("GET", job);
    expect([first.status, first.body]).toEqual([200, expect.objectContaining({ ok: true, job })]);
    const { tick, ...counts } = first.body as Record<string, unknown>;
    expect(new Date(String(tick)).getTime()).toBeLessThanOrEqual(house.clock().getTime());
    expect(Object.keys(counts).length).toBeGreaterThan(2);
    if (job === "dispatch") return;
    const second = await call("GET", job);
    expect([second.status, second.body]).toEqual([200, { ok: true, skipped: true }]);
  });
});

describe("/api/cron/poll-shard", () => {
  const HOUR_MS = 3_600_000;
  const shard = (at: number, secret?: string | null) =>
    call("POST", `poll-shard?tick=${new Date(at).toISOString()}`, secret);

  test.each([
    ["long over", -5 * HOUR_MS],
    ["far ahead", 5 * HOUR_MS],
  ])("of a tick that is %s polls for the present one, once", async (_, awayMs) => {
    const home = await addHome(house.database);
    const { id } = await addFeed(house.database, home, "porch");
    const now = house.clock().getTime();
    expect((await shard(now + awayMs)).body).toMatchObject({ ok: true, polled: 1, failed: 1 });
    expect((await shard(now + awayMs)).body).toMatchObject({ ok: true, polled: 0 });
    const [feed] = await house.database.sql<{ next_poll_at: Date }>`
      select next_poll_at from pull_feeds where id = ${id} and household_id = ${home}`;
    expect(feed?.next_poll_at.toISOString()).toBe("2026-11-23T08:15:00.000Z");
  });

  test("that finds nothing left to poll is done in a few calls and changes nothing", async () => {
    house.database.resetCalls();
    const answers = await Promise.all(Array.from({ length: 20 }, () => shard(house.clock().getTime())));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(house.database.calls()).toBeLessThanOrEqual(3 * answers.length);
  });
});

test("feeds that hang delay nobody's message", async () => {
  const home = await addHome(house.database);
  for (let each = 0; each < 30; each += 1) await addFeed(house.database, home, `hangs${each}`);
  const hangs = Promise.withResolvers<ReturnType<typeof feedAnswer>>();
  const fetched: string[] = [];
  const fetchFeed: FetchFeed = ({ url }) => {
    fetched.push(url);
    return hangs.promise;
  };
  const slow = cronApp({ ...house.services, fetchFeed, cronSecret: SECRET });
  const collecting = call("POST", "collect-history", SECRET, slow);
  await expect.poll(() => fetched.length).toBeGreaterThan(1);
  house.sent.length = 0;
  const id = newId(ID_PREFIXES.message, cryptoRandom);
  const content = await serverVault.seal("message", id, JSON.stringify({ subject: "Leak", text: "Cellar" }));
  await house.database.query(
    `insert into outbox (id, channel, recipient, dedupe_key, kind, sealed_message, next_attempt_at, created_at)
     values ($1, 'email', 'ada@example.com', $1, 'test', $2, $3, $3)`,
    [id, content, house.clock()],
  );
  // The feeds hang until the dispatch is done: a dispatch that waited for them would never end.
  expect((await call("POST", "dispatch", SECRET, slow)).body).toMatchObject({ ok: true, sent: 1 });
  expect(house.sent.map(({ recipient }) => recipient)).toEqual(["ada@example.com"]);
  hangs.resolve({ kind: "failed", reason: "timeout" });
  await collecting;
});

test("manual collection is limited by the caller's address to six a minute; the clock's own calls and the other jobs are not counted", async () => {
  const asked: unknown[] = [];
  const by = cronApp({
    ...house.services,
    cronSecret: SECRET,
    limiter: async (policy, subject) => {
      asked.push([policy, subject]);
      return openLimiter(policy, subject);
    },
  });
  await call("POST", "collect-history", SECRET, by);
  expect(asked).toEqual([
    [expect.objectContaining({ name: "collect", limit: 6, windowSeconds: 60 }), expect.any(String)],
  ]);
  await call("GET", "collect-history", SECRET, by);
  for (const job of JOB_NAMES.slice(1)) await call("POST", job, SECRET, by);
  expect(asked).toHaveLength(1);
});

test("a trigger of the platform runs its job, and an unknown one is an error", async () => {
  const given = { SERVER_SECRET: SECRET, CRON_SECRET: SECRET, BASE_URL: "https://hearthwatch.example" };
  const entry = serveClock("cron", () => ({
    fetch: app.fetch,
    scheduled: onTrigger(house.services),
    queue: async () => {},
  }));
  const scheduledTime = Date.parse("2026-11-23T08:00:00Z");
  await entry.scheduled({ cron: "*/15 * * * *", scheduledTime }, given);
  await entry.scheduled({ cron: "*/15 * * * *", scheduledTime }, given);
  expect(await runsOf(house, "collect-history")).toHaveLength(1);
  await expect(entry.scheduled({ cron: "1 1 1 1 *", scheduledTime })).rejects.toThrow("1 1 1 1 *");
});
