import { beforeEach, describe, expect, test } from "vitest";
import { ingestApp } from "../../../functions/ingest/app.ts";
import { runJob } from "../../../lib/jobs/run-job.actions.ts";
import { addFeed, type FakeFeeds, fakeFeeds, feedAnswer } from "../../support/feeds.ts";
import { addDevice, addHome, addMember, type TestDevice } from "../../support/fixtures.ts";
import { type JobHouse, openJobs, runsOf } from "../../support/jobs.ts";
import { postTo } from "../../support/readings.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let house: JobHouse;
let home: string;
let device: TestDevice;
let feeds: FakeFeeds;
beforeEach(async () => {
  house = await openJobs("2026-11-20T10:00:01Z");
  home = await addHome(house.database);
  await addMember(house.database, home, "owner", "ada@example.com");
  device = await addDevice(house.database, home);
  for (const id of ["den", "study", "hall"]) await addFeed(house.database, home, id);
  feeds = fakeFeeds({}, feedAnswer({ temp1: 50 }));
});

/** The platform's clock calls, for the present moment or an earlier one. */
const fires = (at: Date = house.clock()) =>
  runJob({ ...house.services, fetchFeed: feeds }, "collect-history", { trigger: "clock", at });
const post = (body: unknown) => postTo(ingestApp(house.services), device, body);
/** Its posts were regular, so that its silence can be told from its habits. */
const becomeRegular = () =>
  house.database.query("update devices set recent_gaps = array_fill(300, array[20]) where id = $1", [
    device.id,
  ]);
const snapshots = async () => (await house.database.query("select 1 from snapshots")).length;
const alerts = (kind: string) => house.database.query("select * from alerts where kind = $1", [kind]);
const mails = () => house.sent.filter(({ recipient }) => recipient === "ada@example.com");

describe("a clock", () => {
  test("that fires twice, at once and again, has each feed polled and each alert told once", async () => {
    feeds = fakeFeeds({}, feedAnswer({ temp1: 33 }));
    await Promise.all([fires(), fires(), fires()]);
    house.clock.advance(2 * MINUTE_MS);
    await fires();
    expect([feeds.fetched.length, await snapshots()]).toEqual([3, 3]);
    expect(await alerts("freeze")).toHaveLength(3);
    // One message to one person names all three; each finding is told, and told once.
    expect(mails()).toHaveLength(1);
    const notified = await house.database.query("select 1 from findings where notified_at is not null");
    expect(notified).toHaveLength(3);
  });

  test("that fires late polls once for then and now, and is on time again with the next tick", async () => {
    await fires();
    house.clock.set("2026-11-20T10:32:10Z");
    const late = await Promise.all([fires(new Date("2026-11-20T10:15:00Z")), fires()]);
    expect(late.filter(({ kind }) => kind === "ran")).toHaveLength(1);
    expect(feeds.fetched).toHaveLength(6);
    house.clock.set("2026-11-20T10:45:00Z");
    await fires();
    expect(feeds.fetched).toHaveLength(9);
  });

  test("that is silent for a day polls each feed once, and blames nobody for its silence", async () => {
    await post({ temp1: 60 });
    await fires();
    house.clock.advance(DAY_MS);
    expect(await fires()).toMatchObject({ kind: "ran", counts: { polled: 3 } });
    expect(feeds.fetched).toHaveLength(6);
    expect(await runsOf(house, "collect-history")).toHaveLength(2);
    expect([await alerts("outage"), mails()]).toEqual([[], []]);
  });

  test("that is back tells in an hour of the device that has been silent all along, and of no feed", async () => {
    await post({ temp1: 60 });
    await becomeRegular();
    await fires();
    house.clock.advance(DAY_MS);
    for (let tick = 0; tick < 5; tick += 1) {
      await fires();
      house.clock.advance(15 * MINUTE_MS);
    }
    expect(await alerts("outage")).toMatchObject([{ device_id: device.id, closed_at: null }]);
    expect(mails()).toHaveLength(1);
  });
});
