import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ingestApp } from "../../functions/ingest/app.ts";
import { listDevices } from "../../lib/devices/devices.actions.ts";
import { runJob } from "../../lib/jobs/run-job.actions.ts";
import { addDevice, addHome, type TestDevice } from "../support/fixtures.ts";
import { type JobHouse, openJobs } from "../support/jobs.ts";

const MINUTE_MS = 60_000;
const TWO_DAYS_MS = 48 * 60 * MINUTE_MS;

let house: JobHouse;
let household: string;
let device: TestDevice;
beforeEach(async () => {
  house = await openJobs("2026-11-20T10:00:00Z");
  household = await addHome(house.database);
  device = await addDevice(house.database, household);
});
afterEach(() => house.database.close());

/** A temperature in °C under the device's own time, which is off by so much. */
async function post(celsius: number, offMs: number): Promise<void> {
  const t = (house.clock().getTime() + offMs) / 1_000;
  const body = JSON.stringify([{ n: "pipe", u: "Cel", v: celsius, t }]);
  const answer = await ingestApp(house.ports).request(`/api/ingest/${device.ingestKey}`, {
    method: "POST",
    body,
  });
  expect(answer.status).toBe(200);
}

const tick = () => runJob(house.ports, "collect-history", { trigger: "clock", at: house.clock() });

/** Posts and ticks every 15 minutes. */
async function goOn(minutes: number, celsius: number | null, offMs: number): Promise<void> {
  for (let gone = 0; gone < minutes; gone += 15) {
    house.clock.advance(15 * MINUTE_MS);
    if (celsius !== null) await post(celsius, offMs);
    await tick();
  }
}

const recordedAt = async () => {
  const rows = await house.database.query<{ recorded_at: Date }>(
    "select recorded_at from snapshots order by recorded_at",
  );
  return rows.map(({ recorded_at }) => recorded_at);
};
const known = async () => (await house.database.query("select last_seen_at, latest_at from devices"))[0];
const alerts = () =>
  house.database.query<{ kind: string; closed_at: Date | null }>(
    "select kind, closed_at from alerts order by opened_at",
  );

/** The offset of its clock as the lists of devices show it. */
const shownOffset = async () => {
  const page = await listDevices(house.ports, household, {});
  return page.ok ? page.value.devices.map(({ clock_offset_seconds }) => clock_offset_seconds) : [];
};

describe("a device whose clock is two days ahead", () => {
  test("is shown with that once four posts in a row were, until one is right", async () => {
    for (const expected of [null, null, null, 172_800]) {
      await goOn(15, 20, TWO_DAYS_MS);
      expect(await shownOffset()).toEqual([expected]);
    }
    await goOn(15, 20, 0);
    expect(await shownOffset()).toEqual([null]);
  });

  test("is stored as it is received, and judged as any other", async () => {
    await post(1, TWO_DAYS_MS);
    expect(await recordedAt()).toEqual([house.clock()]);
    expect(await known()).toEqual({ last_seen_at: house.clock(), latest_at: [house.clock()] });
    expect(await alerts()).toEqual([{ kind: "freeze", closed_at: null }]);
    await goOn(60, 20, TWO_DAYS_MS);
    expect(await alerts()).toEqual([{ kind: "freeze", closed_at: expect.any(Date) }]);
  });

  test("is missed as soon as any other when it falls silent", async () => {
    await tick();
    await goOn(4 * 60, 20, TWO_DAYS_MS);
    expect(await alerts()).toEqual([]);
    await goOn(7 * 60, null, 0);
    expect(await alerts()).toEqual([{ kind: "outage", closed_at: null }]);
  });
});

describe("a device whose clock is two days behind", () => {
  test("is shown with that once four posts in a row were", async () => {
    await goOn(45, 20, -TWO_DAYS_MS);
    expect(await shownOffset()).toEqual([null]);
    await goOn(15, 20, -TWO_DAYS_MS);
    expect(await shownOffset()).toEqual([-172_800]);
  });

  test("keeps its own times, and is judged by ours once it was as late four times in a row", async () => {
    const times: Date[] = [];
    const open: number[] = [];
    await tick();
    for (let posts = 0; posts < 8; posts += 1) {
      house.clock.advance(15 * MINUTE_MS);
      times.push(new Date(house.clock().getTime() - TWO_DAYS_MS));
      await post(1, -TWO_DAYS_MS);
      open.push((await alerts()).length);
      await tick();
    }
    expect(await recordedAt()).toEqual(times);
    expect(await known()).toEqual({ last_seen_at: house.clock(), latest_at: [times.at(-1)] });
    expect(open).toEqual([0, 0, 0, 1, 1, 1, 1, 1]);
    expect(await alerts()).toEqual([{ kind: "freeze", closed_at: null }]);
  });

  test("neither ends nor worsens what readings of now have shown before that is certain", async () => {
    await post(2.5, 0);
    const [opened] = await alerts();
    expect(opened).toEqual({ kind: "freeze", closed_at: null });
    await goOn(30, 20, -TWO_DAYS_MS);
    await goOn(15, -15, -TWO_DAYS_MS);
    expect(await alerts()).toEqual([opened]);
    const severity = await house.database.query("select severity from alerts");
    expect(severity).toEqual([{ severity: "warning" }]);
  });

  test("has its cooling foreseen by our clock", async () => {
    await tick();
    for (let celsius = 12; celsius > 5; celsius -= 0.5) await goOn(15, celsius, -TWO_DAYS_MS);
    expect((await alerts()).map(({ kind }) => kind)).toContain("time_to_freeze");
  });

  test("is missed when it falls silent, and not before", async () => {
    await tick();
    await goOn(60, 20, -TWO_DAYS_MS);
    expect(await alerts()).toEqual([]);
    await goOn(7 * 60, null, 0);
    expect(await alerts()).toEqual([{ kind: "outage", closed_at: null }]);
    await goOn(15, 20, -TWO_DAYS_MS);
    expect(await alerts()).toEqual([{ kind: "outage", closed_at: expect.any(Date) }]);
  });
});

describe("a device whose clock sticks while its house cools", () => {
  /** Every 15 minutes a reading that is a little colder, by a clock that loses so much of each minute. */
  async function cool(posts: number, lossShare: number, from = 3): Promise<void> {
    const start = house.clock().getTime();
    for (let index = 1; index <= posts; index += 1) {
      house.clock.advance(15 * MINUTE_MS);
      await post(from - index * 0.3, -lossShare * (house.clock().getTime() - start));
      await tick();
    }
  }

  test.each([
    ["stands still", 1],
    ["runs only while it is awake", 0.98],
    ["loses a third of each hour", 1 / 3],
  ])("is judged by ours at the latest with the fourth post where it %s", async (_, lossShare) => {
    await goOn(45, 20, 0);
    await cool(4, lossShare);
    expect(await alerts()).toContainEqual({ kind: "freeze", closed_at: null });
    await goOn(7 * 60, null, 0);
    expect((await alerts()).map(({ kind }) => kind)).toContain("outage");
  });

  test("is shown with it, also where every other reading is the same as before", async () => {
    await goOn(45, 20, 0);
    const stuckAt = house.clock().getTime();
    for (let posts = 1; posts <= 8; posts += 1) {
      house.clock.advance(15 * MINUTE_MS);
      await post(10 - Math.floor(posts / 2), stuckAt - house.clock().getTime());
    }
    expect(await shownOffset()).toEqual([-7_200]);
    expect(await recordedAt()).toHaveLength(3 + 5);
  });
});

describe("readings that are late although the clock is right", () => {
  test("open nothing when a queue comes after hours without a network", async () => {
    await goOn(60, 20, 0);
    house.clock.advance(180 * MINUTE_MS);
    for (let minutesBehind = 179; minutesBehind > 60; minutesBehind -= 15) {
      house.clock.advance(MINUTE_MS);
      await post(1, -minutesBehind * MINUTE_MS);
    }
    await tick();
    expect((await alerts()).map(({ kind }) => kind)).not.toContain("freeze");
  });

  test("open nothing when a day's backlog comes post by post", async () => {
    await tick();
    for (let minutesBehind = 24 * 60; minutesBehind > 60; minutesBehind -= 15) {
      house.clock.advance(MINUTE_MS);
      await post(1, -minutesBehind * MINUTE_MS);
    }
    await tick();
    expect(await alerts()).toEqual([]);
  });

  test("open nothing when the same reading is sent again and again", async () => {
    const at = house.clock().getTime() - 60 * MINUTE_MS;
    for (let posts = 0; posts < 12; posts += 1) {
      house.clock.advance(5 * MINUTE_MS);
      await post(1, at - house.clock().getTime());
    }
    await tick();
    expect(await alerts()).toEqual([]);
  });

  test("open nothing when they come in a burst", async () => {
    for (let posts = 0; posts < 20; posts += 1) {
      house.clock.advance(1_000);
      await post(1, -TWO_DAYS_MS);
    }
    await tick();
    expect(await alerts()).toEqual([]);
  });
});
