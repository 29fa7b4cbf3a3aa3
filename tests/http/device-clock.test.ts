import { beforeEach, describe, expect, test } from "vitest";
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

async function send(body: string): Promise<unknown> {
  const answer = await ingestApp(house.services).request(`/api/ingest/${device.ingestKey}`, {
    method: "POST",
    body,
  });
  expect(answer.status).toBe(200);
  return answer.json();
}

type Form = (celsius: number, atMs: number) => string;
const SENML: Form = (v, atMs) => JSON.stringify([{ n: "pipe", u: "Cel", v, t: atMs / 1_000 }]);
const RECORDED_AT: Form = (v, atMs) =>
  JSON.stringify({
    recorded_at: new Date(atMs).toISOString(),
    sensors: [{ key: "pipe", kind: "temperature", unit: "°C", value: v }],
  });

/** Posts a temperature in °C under the device's own time, which is off by `offMs`. */
const post = (celsius: number, offMs: number): Promise<unknown> =>
  send(SENML(celsius, house.clock().getTime() + offMs));

const tick = () => runJob(house.services, "collect-history", { trigger: "clock", at: house.clock() });

/** Posts and ticks every 15 minutes. */
async function goOn(minutes: number, celsius: number | null, offMs: number): Promise<void> {
  for (let gone = 0; gone < minutes; gone += 15) {
    house.clock.advance(15 * MINUTE_MS);
    if (celsius !== null) await post(celsius, offMs);
    await tick();
  }
}

const recordedAt = async () => {
  const rows = await house.database.sql<{ recorded_at: Date }>`
    select recorded_at from snapshots order by recorded_at`;
  return rows.map(({ recorded_at }) => recorded_at);
};
const known = async () => (await house.database.sql`select last_seen_at, latest_at from devices`)[0];
const alerts = () =>
  house.database.sql<{ kind: string; closed_at: Date | null }>`
    select kind, closed_at from alerts order by opened_at`;

/** Returns the clock's offset as the lists of devices show it. */
const shownOffset = async () => {
  const page = await listDevices(house.services, household, {});
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
});

describe("a device whose clock is two days behind", () => {
  test("keeps its own times until it was as late four times in a row, and then has ours", async () => {
    const times: Date[] = [];
    const open: number[] = [];
    await tick();
    for (let posts = 0; posts < 8; posts += 1) {
      house.clock.advance(15 * MINUTE_MS);
      times.push(new Date(house.clock().getTime() - (posts < 3 ? TWO_DAYS_MS : 0)));
      await post(1, -TWO_DAYS_MS);
      open.push((await alerts()).length);
      await tick();
    }
    expect(await shownOffset()).toEqual([-172_800]);
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
    const severity = await house.database.sql`select severity from alerts`;
    expect(severity).toEqual([{ severity: "warning" }]);
  });

  test.each([-TWO_DAYS_MS, 90_000])("stores once what it sends once more, %d ms off", async (offMs) => {
    for (let posts = 1; posts <= 6; posts += 1) {
      house.clock.advance(15 * MINUTE_MS);
      const said = SENML(posts, house.clock().getTime() + offMs);
      await send(said);
      house.clock.advance(5_000);
      await send(said);
      house.clock.advance(40_000);
      await send(said);
    }
    expect(await recordedAt()).toHaveLength(6);
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
});

describe("a house freezes whose device sticks at a time in the past", () => {
  /** Returns after how many posts the offset is reported, of at most twelve. */
  async function postsUntilTold(gapMs: number, own: (post: number) => number, form = SENML): Promise<number> {
    await tick();
    for (let posts = 1; posts <= 12; posts += 1) {
      house.clock.advance(gapMs);
      await send(form(-5 - posts / 10, own(posts)));
      await tick();
      if ((await alerts()).length > 0) return posts;
    }
    return Number.POSITIVE_INFINITY;
  }

  test.each<[string, number, string, Form]>([
    ["an hour", 3_600_000, "SenML", SENML],
    ["two years", 730 * 86_400_000, "SenML", SENML],
    ["a month", 30 * 86_400_000, "recorded_at", RECORDED_AT],
  ])("%s (%d ms) ago, told by %s", async (_ago, behindMs, _name, form) => {
    const stuck = house.clock().getTime() - behindMs;
    expect(await postsUntilTold(15 * MINUTE_MS, () => stuck, form)).toBeLessThanOrEqual(4);
    expect(await shownOffset()).not.toEqual([0]);
  });

  test("and falls ever further behind", async () => {
    const from = house.clock().getTime() - 3_600_000;
    const own = (posts: number) => from + posts * 5 * MINUTE_MS;
    expect(await postsUntilTold(15 * MINUTE_MS, own)).toBeLessThanOrEqual(4);
  });
});

test("a clock that sticks hides no leak, although the sensor was long dry", async () => {
  const wet = (value: boolean, atMs: number) =>
    send(JSON.stringify([{ n: "cellar/leak", vb: value, t: atMs / 1_000 }]));
  const stuck = house.clock().getTime() - TWO_DAYS_MS;
  for (let posts = 1; posts <= 8; posts += 1) {
    house.clock.advance(15 * MINUTE_MS);
    await wet(false, stuck);
  }
  house.clock.advance(15 * MINUTE_MS);
  await wet(true, stuck);
  expect(await alerts()).toEqual([{ kind: "leak", closed_at: null }]);
});

describe("a battery device that buffers", () => {
  const QUARTER_MS = 15 * MINUTE_MS;
  const records = (newestMs: number, celsius: (atMs: number) => number, count = 4) =>
    Array.from({ length: count }, (_, index) => newestMs - (count - 1 - index) * QUARTER_MS).map((atMs) => ({
      recorded_at: atMs,
      sensors: [{ key: "pipe", kind: "temperature", unit: "°C", value: celsius(atMs) }],
    }));
  const times = (count: number, newestMs: number) =>
    Array.from({ length: count }, (_, index) => new Date(newestMs - (count - 1 - index) * QUARTER_MS));

  test.each([0, 14])("an hour, its newest %d minutes old, keeps its times", async (minutes) => {
    for (let posts = 0; posts < 6; posts += 1) {
      house.clock.advance(60 * MINUTE_MS);
      await send(JSON.stringify(records(house.clock().getTime() - minutes * MINUTE_MS, (at) => at % 7)));
    }
    expect(await recordedAt()).toEqual(times(24, house.clock().getTime() - minutes * MINUTE_MS));
    expect(await shownOffset()).toEqual([null]);
  });

  test.each([
    ["as arrays", 96],
    ["reading by reading", 1],
  ])("a week comes back %s: nothing of it is now, and nothing alarms", async (_, size) => {
    const count = size === 1 ? 96 : 672;
    const newest = house.clock().getTime();
    const all = records(newest - QUARTER_MS, (at) => -5 + (at % 3), count);
    house.clock.advance(-4 * count * 1_000);
    await tick();
    for (let from = 0; from < count; from += size) {
      await send(JSON.stringify(all.slice(from, from + size)));
      house.clock.advance(size * 4_000 + (size === 1 ? 28_000 : 0));
      expect(await shownOffset()).toEqual([null]);
    }
    const alertsBefore = await alerts();
    expect(alertsBefore.filter(({ kind }) => kind === "freeze").length).toBeLessThanOrEqual(1);
    expect((await recordedAt()).length).toBe(count);
    expect((await recordedAt()).at(-1)).toEqual(new Date(newest - QUARTER_MS));
  });
});

describe("a reading that is older than a week", () => {
  const ago = (days: number) => house.clock().getTime() - days * 86_400_000;

  test("goes into history at its own time, is not the latest, and alarms nobody", async () => {
    for (const days of [8, 20, 89])
      expect(await send(RECORDED_AT(-20, ago(days)))).not.toHaveProperty("left_out");
    await tick();
    expect(await recordedAt()).toEqual([89, 20, 8].map((days) => new Date(ago(days))));
    expect(await known()).toEqual({ last_seen_at: house.clock(), latest_at: [null] });
    expect(await alerts()).toEqual([]);
  });

  test("is left out and counted where no tier reaches", async () => {
    expect(await send(RECORDED_AT(-20, ago(400)))).toEqual({
      ok: true,
      readings: 0,
      sensors_created: 1,
      left_out: 1,
    });
    expect(await recordedAt()).toEqual([]);
  });

  test("is now where its clock was never set", async () => {
    await send(RECORDED_AT(-20, Date.UTC(2000, 0)));
    expect(await recordedAt()).toEqual([house.clock()]);
    expect(await alerts()).toEqual([{ kind: "freeze", closed_at: null }]);
  });
});
