import { beforeEach, describe, expect, test } from "vitest";
import { PLATFORM_LIMITS } from "../../../functions/_platform/variables.ts";
import { claimDueFeeds, storeFeedResults } from "../../../lib/feeds/feeds.queries.ts";
import { FEED_LEASE_MS, NONE_POLLED, pollFeeds } from "../../../lib/feeds/poll-feeds.actions.ts";
import type { FeedAnswer, FetchFeed } from "../../../lib/kernel/ports.ts";
import { openTestDatabase, type Row } from "../../support/database.ts";
import { addFeed, addProbe, fakeFeeds, feedAnswer, type TestFeed } from "../../support/feeds.ts";
import { addHome } from "../../support/fixtures.ts";
import { serverVault, testClock, testServices } from "../../support/services.ts";

const TICK_MS = 900_000;
const GONE: FeedAnswer = { kind: "failed", reason: "unreachable" };

let home: string;
const clock = testClock("2026-11-20T10:00:00Z");

const database = await openTestDatabase();
const services = testServices(database, clock);
beforeEach(async () => {
  await database.sql`delete from households`;
  home = await addHome(database);
  clock.advance(24 * 3_600_000);
  database.resetCalls();
});

const tick = () => new Date(Math.floor(clock().getTime() / TICK_MS) * TICK_MS);
const pollServices = (fetchFeed: FetchFeed, size: number) => ({
  ...services,
  fetchFeed,
  serverVault,
  feedShards: { size, sideBySide: 6 },
});
const poll = async (fetchFeed: FetchFeed, size: number = PLATFORM_LIMITS.feedShardMax) =>
  await pollFeeds(pollServices(fetchFeed, size), tick());
const nextTick = () => clock.advance(TICK_MS);

const feedRow = async ({ id }: TestFeed) =>
  (await database.sql`select * from pull_feeds where household_id = ${home} and id = ${id}`)[0] as Row;
const deviceRow = async ({ deviceId }: TestFeed) =>
  (await database.sql`select * from devices where id = ${deviceId}`)[0] as Row;
const sensorsOf = ({ deviceId }: TestFeed) =>
  database.sql`select key, label, visible from sensors where device_id = ${deviceId} order by position`;
const snapshotsOf = async ({ deviceId }: TestFeed) => {
  const rows = await database.sql<{ values: (number | null)[] }>`
    select s."values" from snapshots s join devices d on d.number = s.device_number
    where d.id = ${deviceId} order by s.recorded_at`;
  return rows.map(({ values }) => values);
};
const minutesUntilNext = async (feed: TestFeed) => {
  const { next_poll_at: next } = await feedRow(feed);
  return next instanceof Date ? (next.getTime() - tick().getTime()) / 60_000 : null;
};

describe("a poll", () => {
  test("stores what a feed gives and says when it is due again", async () => {
    const feed = await addFeed(database, home, "porch", { jsonRoot: "stations.0" });
    const body = { stations: [{ temp1: 38.5, door1: true, battery: 71 }] };
    const counts = await poll(fakeFeeds({ [feed.url]: feedAnswer(body, '"v1"') }));
    expect(counts).toEqual({ polled: 1, answered: 1, unchanged: 0, failed: 0, lost: 0, readings: 2 });
    expect(await snapshotsOf(feed)).toEqual([[38.5, 1]]);
    expect(await deviceRow(feed)).toMatchObject({
      battery_pct: 71,
      latest_values: [38.5, 1],
      last_seen_at: clock(),
    });
    expect(await feedRow(feed)).toMatchObject({
      last_polled_at: clock(),
      last_ok_at: clock(),
      failure: null,
      failures_in_row: 0,
      lease_until: null,
      etag: '"v1"',
    });
    expect(await minutesUntilNext(feed)).toBe(15);
  });

  test("gives a new sensor the label and visibility of its probe, and leaves known ones alone", async () => {
    const feed = await addFeed(database, home, "porch");
    await addProbe(database, home, feed.id, { key: "temp1", label: "Porch", visible: true });
    await addProbe(database, home, feed.id, { key: "temp2", label: "Shed", visible: false });
    await poll(fakeFeeds({ [feed.url]: feedAnswer({ temp1: 40, humidity1: 50 }) }));
    await database.query("update sensors set label = 'Renamed' where device_id = $1 and key = 'temp1'", [
      feed.deviceId,
    ]);
    nextTick();
    await poll(fakeFeeds({ [feed.url]: feedAnswer({ temp1: 40, temp2: 41 }) }));
    expect(await sensorsOf(feed)).toEqual([
      { key: "temp1", label: "Renamed", visible: true },
      expect.objectContaining({ key: "humidity1", visible: true }),
      { key: "temp2", label: "Shed", visible: false },
    ]);
  });
});

test("a clock that was a year ahead keeps no feed waiting once it is right", async () => {
  const feed = await addFeed(database, home, "porch");
  const feeds = fakeFeeds({ [feed.url]: feedAnswer({ temp1: 41 }) });
  for (const days of [365, -365]) {
    clock.advance(days * 24 * 3_600_000);
    expect(await poll(feeds)).toMatchObject({ answered: 1 });
  }
});

describe("an unchanged feed", () => {
  test("is asked with its tag, and says once more what it said last", async () => {
    const feed = await addFeed(database, home, "porch");
    await poll(fakeFeeds({ [feed.url]: feedAnswer({ temp1: 40, old: 1 }) }));
    nextTick();
    await poll(fakeFeeds({ [feed.url]: feedAnswer({ temp1: 0.1 + 0.2, door1: true }, '"v2"') }));
    nextTick();
    const feeds = fakeFeeds({ [feed.url]: { kind: "unchanged" } });
    expect(await poll(feeds)).toMatchObject({ unchanged: 1, readings: 2 });
    expect(feeds.fetched).toMatchObject([{ url: feed.url, etag: '"v2"' }]);
    expect((await snapshotsOf(feed)).at(-1)).toEqual([0.1 + 0.2, null, 1]);
    const before = new Date(clock().getTime() - 2 * TICK_MS);
    expect(await deviceRow(feed)).toMatchObject({
      last_seen_at: clock(),
      latest_at: [clock(), before, clock()],
    });
    expect(await feedRow(feed)).toMatchObject({ etag: '"v2"', last_ok_at: clock() });
  });

  test("does not say again what had a time of its own, but is alive", async () => {
    const feed = await addFeed(database, home, "porch");
    const body = [{ n: "t", u: "Cel", v: 4.5, t: clock().getTime() / 1_000 - 60 }];
    await poll(fakeFeeds({ [feed.url]: feedAnswer(body, '"v1"') }));
    nextTick();
    expect(await poll(fakeFeeds({ [feed.url]: { kind: "unchanged" } }))).toMatchObject({
      unchanged: 1,
      readings: 0,
    });
    expect(await snapshotsOf(feed)).toEqual([[4.5]]);
    expect(await deviceRow(feed)).toMatchObject({ last_seen_at: clock() });
  });
});

describe("a failing feed", () => {
  test("is left alone for longer and longer, until it is well again", async () => {
    const feed = await addFeed(database, home, "porch");
    await poll(fakeFeeds({ [feed.url]: feedAnswer({ temp1: 40 }, '"v1"') }));
    nextTick();
    const lastOk = (await feedRow(feed)).last_ok_at;
    for (const [index, minutes] of [15, 30, 60, 240, 240].entries()) {
      expect(await poll(fakeFeeds({}))).toMatchObject({ polled: 1, failed: 1, readings: 0 });
      expect(await feedRow(feed)).toMatchObject({
        failure: "unreachable",
        failures_in_row: index + 1,
        last_ok_at: lastOk,
      });
      expect(await minutesUntilNext(feed)).toBe(minutes);
      clock.advance(minutes * 60_000 - 1);
      expect(await poll(fakeFeeds({}))).toMatchObject({ polled: 0 });
      clock.advance(1);
    }
    expect(await poll(fakeFeeds({ [feed.url]: { kind: "unchanged" } }))).toMatchObject({ unchanged: 1 });
    expect(await feedRow(feed)).toMatchObject({ failure: null, failures_in_row: 0, etag: '"v1"' });
    expect(await minutesUntilNext(feed)).toBe(15);
  });

  test("that changes its shape loses nothing it had, and goes on when it makes sense again", async () => {
    const feed = await addFeed(database, home, "porch");
    const other = await addFeed(database, home, "attic");
    const shapes: [unknown, string | null][] = [
      [{ temp1: 40 }, null],
      ["<html>", "not_json"],
      [{ temp1: true }, "no_readings"],
      [{ status: "maintenance" }, "no_readings"],
      [[{ n: "tank", u: "%", v: 60 }], null],
      [{ temp1: 41 }, null],
    ];
    for (const [body, failure] of shapes) {
      await poll(fakeFeeds({ [feed.url]: feedAnswer(body), [other.url]: feedAnswer({ temp1: 30 }) }));
      expect((await feedRow(feed)).failure).toBe(failure);
      clock.advance(60 * 60_000);
    }
    expect(await snapshotsOf(feed)).toEqual([[40], [null, 60], [41, null]]);
    expect(await snapshotsOf(other)).toEqual(shapes.map(() => [30]));
  });

  test("with too many sensors is too_large, and spoils nobody else's readings", async () => {
    const feed = await addFeed(database, home, "porch");
    const other = await addFeed(database, home, "attic");
    const sensors = (from: number) =>
      feedAnswer(Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`temp${from + index}`, 40])));
    await poll(fakeFeeds({ [feed.url]: sensors(0), [other.url]: feedAnswer({ temp1: 30 }) }));
    nextTick();
    const counts = await poll(
      fakeFeeds({ [feed.url]: sensors(200), [other.url]: feedAnswer({ temp1: 31 }) }),
    );
    expect(counts).toMatchObject({ answered: 1, failed: 1, readings: 1 });
    expect(await feedRow(feed)).toMatchObject({ failure: "too_large" });
    expect(await sensorsOf(feed)).toHaveLength(200);
    expect(await snapshotsOf(other)).toEqual([[30], [31]]);
  });
});

describe("pollers", () => {
  const addFeeds = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => addFeed(database, home, `feed${index}`)));

  test("at once share the feeds between them, each feed once", async () => {
    await addFeeds(60);
    const feeds = fakeFeeds({}, feedAnswer({ temp1: 40 }));
    const counts = await Promise.all(Array.from({ length: 4 }, () => poll(feeds, 20)));
    expect(counts.reduce((sum, { answered }) => sum + answered, 0)).toBe(60);
    expect(new Set(feeds.fetched.map(({ url }) => url)).size).toBe(60);
    expect(feeds.fetched).toHaveLength(60);
  });

  test("that die in the middle are taken over when their lease ends, and come too late with their own", async () => {
    const [feed] = (await addFeeds(1)) as [TestFeed];
    const claim = { now: clock(), leaseMs: FEED_LEASE_MS, limit: 10 };
    const [claimed] = await claimDueFeeds(services.db, claim);
    if (claimed === undefined) throw new Error("nothing was claimed");
    clock.advance(FEED_LEASE_MS - 1);
    expect(await poll(fakeFeeds({}))).toMatchObject({ polled: 0 });
    clock.advance(1);
    expect(await poll(fakeFeeds({ [feed.url]: feedAnswer({ temp1: 41 }) }))).toMatchObject({ answered: 1 });
    const times = { at: new Date(clock().getTime() + 1), nextPollAt: tick(), retryAt: tick() };
    const polled = { state: "failed", reason: "tls" } as const;
    expect(await storeFeedResults(services.db, [{ ...times, feed: claimed, polled }])).toEqual([]);
    expect(await feedRow(feed)).toMatchObject({ failure: null });
    expect(await snapshotsOf(feed)).toEqual([[41]]);
  });

  test.each([
    ["saved again", "update pull_feeds set url = url, enabled = enabled"],
    ["deleted", "delete from pull_feeds"],
  ])("drop what they fetched from a feed that was %s meanwhile", async (_name, change) => {
    const [feed] = (await addFeeds(1)) as [TestFeed];
    const fetchFeed: FetchFeed = async () => {
      await database.query(change);
      return feedAnswer({ temp1: 40 });
    };
    expect(await poll(fetchFeed)).toEqual({ ...NONE_POLLED, polled: 1, lost: 1 });
    expect(await snapshotsOf(feed)).toEqual([]);
  });

  test("that lose the database's answer store nothing twice and count it once", async () => {
    const [feed, failing] = (await addFeeds(2)) as [TestFeed, TestFeed];
    const feeds = fakeFeeds({ [feed.url]: feedAnswer({ temp1: 40 }), [failing.url]: GONE });
    const polling = poll(async (wish) => {
      if (feeds.fetched.length === 0) database.failNext({ kind: "reset_after" });
      return feeds(wish);
    });
    expect(await polling).toEqual({
      polled: 2,
      answered: 1,
      unchanged: 0,
      failed: 1,
      lost: 0,
      readings: 1,
    });
    expect(await snapshotsOf(feed)).toEqual([[40]]);
    expect(await feedRow(failing)).toMatchObject({ failures_in_row: 1 });
  });

  test("go round a result that the database refuses", async () => {
    const [, , spoiler] = (await addFeeds(9)) as [TestFeed, TestFeed, TestFeed];
    await database.sql`create function refuse_spoiler() returns trigger language plpgsql as $$
       begin raise exception 'spoilt' using errcode = '22P02'; end $$`;
    await database.query(
      `create trigger refuse_spoiler before update on devices for each row
       when (new.id = '${spoiler.deviceId}') execute function refuse_spoiler()`,
    );
    const counts = await poll(fakeFeeds({}, feedAnswer({ temp1: 40 })));
    await database.sql`drop function refuse_spoiler cascade`;
    expect(counts).toEqual({ polled: 9, answered: 8, unchanged: 0, failed: 1, lost: 0, readings: 8 });
    expect(await feedRow(spoiler)).toMatchObject({ failure: "no_readings", failures_in_row: 1 });
  });
});
