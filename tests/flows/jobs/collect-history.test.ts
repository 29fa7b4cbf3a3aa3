import { beforeEach, describe, expect, test } from "vitest";
import { collectHistory } from "../../../lib/jobs/collect-history.actions.ts";
import { showJobOverview } from "../../../lib/jobs/overview.actions.ts";
import { judgeShard, pollShard } from "../../../lib/jobs/run-job.actions.ts";
import type { FetchFeed, Forecast, HandOutShards } from "../../../lib/kernel/ports.ts";
import { type Alerts, openAlerts } from "../../support/alerts.ts";

let world: Alerts;
let handedOut: [string, number][];
beforeEach(async () => {
  world = await openAlerts();
  handedOut = [];
});

const freezing: FetchFeed = async () => ({
  kind: "ok",
  bytes: new TextEncoder().encode('{"temp1":33}'),
  etag: null,
});

const note: HandOutShards = async (work, shards) => {
  handedOut.push([work, shards]);
  return shards;
};
const none: HandOutShards = async () => 0;
const jobServices = () => ({ ...world.services, fetchFeed: freezing, edge: "none" as const });
const services = (handOutShards: HandOutShards = note) => ({ ...jobServices(), handOutShards });
/** Runs shards in parallel as they are handed out. */
const doing: HandOutShards = async (work, shards, tick) => {
  await note(work, shards, tick);
  const shard = work === "poll" ? pollShard : judgeShard;
  await Promise.all(Array.from({ length: shards }, () => shard(services(doing), tick)));
  return shards;
};

const addFeeds = (count: number) =>
  world.database.query(
    `with made as (
       insert into devices (id, household_id, type, name, space, created_at)
       select 'dev_feed_' || n, $1, 'pull', 'feed ' || n, '', now()
       from generate_series(0, $2::integer - 1) n returning id)
     insert into pull_feeds (household_id, id, device_id, name, url, enabled, created_at, updated_at)
     select $1, replace(id, 'dev_feed_', 'f'), id, 'Feed', 'https://feeds.example.org/x', true, now(), now()
     from made`,
    [world.home, count],
  );

describe("a tick", () => {
  test("shows operators a weather service that answers nothing, until it answers again", async () => {
    await world.database.sql`update households set latitude = 44, longitude = -70`;
    const faultsAfter = async (forecast: Forecast) => {
      await world.post({ temp1: 33 });
      world.clock.advance(15 * 60_000);
      await collectHistory({ ...services(), forecast }, world.clock());
      return (await showJobOverview(world.services)).faults.map(({ subject }) => subject);
    };
    expect(await faultsAfter(async () => null)).toEqual(["weather"]);
    const hours = [{ at: world.clock(), temperatureC: 9 }];
    expect(await faultsAfter(async () => hours)).toEqual([]);
  });

  test("leaves its feeds to shards, and what they say to shards that judge and send", async () => {
    await addFeeds(2);
    const counts = await collectHistory(services(doing), world.clock());
    expect(counts).toMatchObject({ shards_handed_out: 1, shards_refused: 0 });
    expect(counts).not.toHaveProperty("polled");
    expect(handedOut).toEqual([
      ["poll", 1],
      ["judge", 1],
    ]);
    expect(await world.alerts("freeze")).toHaveLength(2);
    expect(world.sent).toHaveLength(1);
  });

  test("with more feeds than a shard holds hands out several, which take all and miss no judgement", {
    timeout: 60_000,
  }, async () => {
    await addFeeds(250);
    await collectHistory(services(doing), world.clock());
    expect(handedOut[0]).toEqual(["poll", 3]);
    const [left] = await world.database.sql`select count(*) from pull_feeds where last_polled_at is null`;
    expect(left).toEqual({ count: "0" });
    expect(await world.alerts("freeze")).toHaveLength(250);
  });

  test("whose shards are refused in part counts them, and leaves their feeds to the next", async () => {
    await addFeeds(250);
    const counts = await collectHistory(
      services(async () => 1),
      world.clock(),
    );
    expect(counts).toMatchObject({ shards_handed_out: 1, shards_refused: 2 });
    expect(await collectHistory(services(), world.clock())).toMatchObject({ shards_handed_out: 3 });
  });

  test("polls one shard, evaluates and fails where all shards are refused, so that somebody learns of it", async () => {
    await addFeeds(150);
    await expect(collectHistory(services(none), world.clock())).rejects.toThrow("feeds: None of 1 shards");
    expect(await world.alerts("freeze")).toHaveLength(100);
  });

  test("holds what push devices did not say again, and counts it", async () => {
    await world.post({ temp1: 41 });
    const tick = new Date(world.clock().getTime() + 1_800_000);
    world.clock.set(tick);
    expect(await collectHistory(services(), tick)).toMatchObject({ carried: 1 });
  });

  test.each([
    ["claiming feeds", '"json_root"', { freeze: 0, carried: 1 }],
    ["carrying values forward", "carry_forward", { freeze: 1, carried: 0 }],
    ["judging homes", "household_checks due_check set", { freeze: 0, carried: 1 }],
  ])("that fails at %s does the rest of its work, and is a failed one", async (_, about, done) => {
    await world.post({ temp1: 41 });
    await addFeeds(1);
    const tick = new Date(world.clock().getTime() + 1_800_000);
    world.clock.set(tick);
    const times = about === "carry_forward" ? 2 : 1;
    for (let time = 0; time < times; time += 1)
      world.database.failNext({ kind: "pg_error", code: "22012" }, about);
    await expect(collectHistory(services(none), tick)).rejects.toThrow();
    expect(await world.alerts("freeze")).toHaveLength(done.freeze);
    expect(await world.database.sql`select from carried_values`).toHaveLength(done.carried);
  });
});

describe("collecting by hand", () => {
  test("polls feeds that were polled in this tick, and those that are left alone because they fail", async () => {
    await addFeeds(2);
    await collectHistory(services(none), world.clock());
    await world.database.sql`update pull_feeds set failures_in_row = 5,
      next_poll_at = ${world.clock()}::timestamptz + interval '4 h' where id = 'f0'`;
    expect(await collectHistory(services(none), world.clock())).toMatchObject({ polled: 0 });
    const all = { polled: 2, answered: 2 };
    expect(await collectHistory(services(), world.clock(), "manual")).toMatchObject(all);
  });

  test("leaves alone what is disabled, and what another poller is at", async () => {
    await addFeeds(2);
    await collectHistory(services(none), world.clock());
    await world.database.sql`update pull_feeds set enabled = false where id = 'f0'`;
    await world.database.sql`
      update pull_feeds set lease_until = ${world.clock()}::timestamptz + interval '1 min' where id = 'f1'`;
    expect(await collectHistory(services(), world.clock(), "manual")).toMatchObject({ polled: 0 });
  });
});
