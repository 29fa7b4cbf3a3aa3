import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { collectHistory, collectShard } from "../../lib/flows/jobs/collect-history.ts";
import type { FetchFeed } from "../../lib/ports.ts";
import { LIMITS } from "../../schema/limits.ts";
import { type Alerts, openAlerts } from "../support/alerts.ts";
import { addDevice } from "../support/cast.ts";

let world: Alerts;
let handedOut: number[];
beforeEach(async () => {
  world = await openAlerts();
  handedOut = [];
});
afterEach(() => world.database.close());

const freezing: FetchFeed = async () => ({
  kind: "ok",
  bytes: new TextEncoder().encode('{"temp1":33}'),
  etag: null,
});

const ports = () => ({
  ...world.ports,
  fetchFeed: freezing,
  forecast: async () => null,
  handOutShards: async (shards: number) => {
    handedOut.push(shards);
    return shards;
  },
});

const addFeeds = async (count: number) => {
  for (let index = 0; index < count; index += 1) {
    const device = await addDevice(world.database, world.home, { name: `feed ${index}` });
    await world.database.query("update devices set type = 'pull', ingest_key_hash = null where id = $1", [
      device.id,
    ]);
    await world.database.query(
      `insert into pull_feeds (household_id, id, device_id, name, url, enabled, created_at, updated_at)
       values ($1, $2, $3, 'Feed', 'https://feeds.example.org/x', true, now(), now())`,
      [world.home, `f${index}`, device.id],
    );
  }
};

describe("a tick", () => {
  test("polls the feeds and judges by what they have just said", async () => {
    await addFeeds(2);
    const counts = await collectHistory(ports(), world.clock());
    expect(counts).toMatchObject({ polled: 2, answered: 2, shards_handed_out: 0, homes: 1, told: 1 });
    expect(await world.alerts("freeze")).toHaveLength(2);
    expect(handedOut).toEqual([]);
  });

  test("with more feeds than a shard holds hands the rest out, and the shards take all of it", async () => {
    await addFeeds(250);
    const counts = await collectHistory(ports(), world.clock());
    expect(counts).toMatchObject({ polled: 100, shards_handed_out: 2 });
    expect(handedOut).toEqual([2]);
    const shards = await Promise.all([1, 2].map(() => collectShard(ports(), world.clock())));
    expect(shards.reduce((sum, shard) => sum + (shard.polled ?? 0), 0)).toBe(150);
    const [left] = await world.database.query("select count(*) from pull_feeds where last_polled_at is null");
    expect(left).toEqual({ count: "0" });
    expect(await world.alerts("freeze")).toHaveLength(250);
  });

  test("whose shards are refused in part counts them, and leaves their feeds to the next", async () => {
    await addFeeds(250);
    const some = { ...ports(), handOutShards: async () => 1 };
    const counts = await collectHistory(some, world.clock());
    expect(counts).toMatchObject({ polled: 100, shards_handed_out: 1, shards_refused: 1 });
    expect(await collectHistory(ports(), world.clock())).toMatchObject({ polled: 100 });
  });

  test("whose shards are all refused judges all the same, and fails, so that somebody hears of it", async () => {
    await addFeeds(150);
    const none = { ...ports(), handOutShards: async () => 0 };
    await expect(collectHistory(none, world.clock())).rejects.toThrow("feeds: None of 1 shards");
    expect(await world.alerts("freeze")).toHaveLength(100);
  });

  test("with more homes than one judges hands shards out, and each home is judged once", async () => {
    await world.database.query(
      `with home as (
         insert into households (id, name, plan, created_at)
         select 'hh_' || n, 'Home', 'free', now() from generate_series(1, 2 * $1::integer) n returning id)
       insert into devices (id, household_id, type, name, space, created_at)
       select 'dev_' || id, id, 'push', 'Node', '', now() from home`,
      [LIMITS.judgeShardHomes],
    );
    let homes = 0;
    const handOutShards = async (shards: number, tick: Date) => {
      const judged = await Promise.all(Array.from({ length: shards }, () => collectShard(ports(), tick)));
      homes += judged.reduce((sum, shard) => sum + (shard.homes ?? 0), 0);
      return shards;
    };
    const counts = await collectHistory({ ...ports(), handOutShards }, world.clock());
    expect(counts.shards_handed_out).toBe(2);
    expect(homes + (counts.homes ?? 0)).toBe(2 * LIMITS.judgeShardHomes + 1);
  });

  test("holds what push devices did not say again, and counts it", async () => {
    await world.post({ temp1: 41 });
    const tick = new Date(world.clock().getTime() + 1_800_000);
    world.clock.set(tick);
    expect(await collectHistory(ports(), tick)).toMatchObject({ held: 1 });
  });

  test.each([
    ["claiming feeds", "feed.json_root", { freeze: 0, held: 1 }],
    ["holding values", "hold_values", { freeze: 1, held: 0 }],
    ["judging homes", "household_looks look set", { freeze: 0, held: 1 }],
  ])("that fails at %s does the rest of its work, and is a failed one", async (_, about, done) => {
    await world.post({ temp1: 41 });
    await addFeeds(1);
    const tick = new Date(world.clock().getTime() + 1_800_000);
    world.clock.set(tick);
    world.database.failNext({ kind: "pg_error", code: "22012" }, about);
    await expect(collectHistory(ports(), tick)).rejects.toThrow();
    expect(await world.alerts("freeze")).toHaveLength(done.freeze);
    expect(await world.database.query("select from held_values")).toHaveLength(done.held);
  });
});

describe("collecting by hand", () => {
  test("polls feeds that were polled in this tick, and those that are left alone because they fail", async () => {
    await addFeeds(2);
    await collectHistory(ports(), world.clock());
    await world.database.query(
      "update pull_feeds set failures_in_row = 5, next_poll_at = now() + interval '4 h' where id = 'f0'",
    );
    expect(await collectHistory(ports(), world.clock())).toMatchObject({ polled: 0 });
    expect(await collectHistory(ports(), world.clock(), "manual")).toMatchObject({ polled: 2, answered: 2 });
  });

  test("leaves alone what is disabled, and what another poller is at", async () => {
    await addFeeds(2);
    await collectHistory(ports(), world.clock());
    await world.database.query("update pull_feeds set enabled = false where id = 'f0'");
    await world.database.query(
      "update pull_feeds set lease_until = $1::timestamptz + interval '1 min' where id = 'f1'",
      [world.clock()],
    );
    expect(await collectHistory(ports(), world.clock(), "manual")).toMatchObject({ polled: 0 });
  });
});
