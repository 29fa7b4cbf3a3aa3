import { describe, expect, test } from "vitest";
import { ALL_DEVICES } from "../../../lib/history/device-day.ts";
import { commitParts } from "../../../lib/history/months.queries.ts";
import { behindDevice, readParts, type SensorPart } from "../../../lib/history/read-months.queries.ts";
import { sealMonths } from "../../../lib/history/seal-months.actions.ts";
import { type Db, dbOf } from "../../../lib/kernel/db.queries.ts";
import { sumReadings } from "../../../lib/reports/digest.queries.ts";
import type { SqlFault } from "../../edge/neon/faults.ts";
import { addHome } from "../../support/fixtures.ts";
import { everyKill, killedAt } from "../../support/killed.ts";
import { at, DAY_MS, type HistoryDevice, openHistory, quarterHours } from "./history-home.ts";

/** A month as it is tried at every call: how many readings there are changes none. */
const SPARSE = { everyMinutes: 120 };
/** Of four sensors: their month of hours, and quarter hours in the first and the last part of it. */
const CHUNKS = 4 * (1 + 2);

/** Every call is interrupted for a release, and each third in `npm test`. */
const STEP = process.env.RELEASE === "1" ? 1 : 3;

const history = await openHistory("2020-02-12T10:30:00Z");

let nextMonth = at("2020-01-01T00:00:00Z");

type Month = {
  devices: HistoryDevice[];
  month: string;
  range: { from: Date; to: Date };
  read: () => Promise<unknown[]>;
};

/** A month of its own for each test: two days of it are sealed, and the month is over for the late too. */
async function sealedDays({
  home,
  everyMinutes = 5,
}: {
  home?: string;
  everyMinutes?: number;
} = {}): Promise<Month> {
  const from = new Date(nextMonth);
  const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1));
  nextMonth = to.getTime();
  history.clock.set(new Date(to.getTime() + 9 * DAY_MS));
  const devices = [
    await history.device(["temperature", "door", "humidity"], home),
    await history.device(["temperature"], home),
  ];
  const month = from.toISOString().slice(0, 10);
  for (const device of devices)
    for (const day of [month, new Date(to.getTime() - DAY_MS).toISOString().slice(0, 10)])
      await history.fill(
        device,
        quarterHours(
          day,
          (index) =>
            [
              70 + Math.round(Math.sin(index / 9) * 73) / 10,
              index % 3 === 0 ? 1 : 0,
              index % 7 === 0 ? 45.5 : null,
            ].slice(0, device.sensors.length),
          everyMinutes,
        ),
      );
  await history.seal();
  const range = { from, to };
  const sensors = devices.flatMap((device) => device.sensors);
  const read = async () => [
    await history.page(sensors, { ...range, resolution: "15m" }),
    await history.page(sensors, { ...range, resolution: "1h" }),
    await history.page(sensors, { ...range, resolution: "1d" }),
  ];
  return { devices, month, range, read };
}

const rowsLeft = async ({ month, range }: Pick<Month, "month" | "range">) => {
  const isOfMonth = `date_trunc('month', month) = '${month}'`;
  const days = (date: Date) => date.getTime() / DAY_MS;
  const between = (aDay: number) =>
    `bucket >= ${days(range.from) * aDay} and bucket < ${days(range.to) * aDay}`;
  return {
    quarters: await history.count("history_15m", between(96)),
    hours: await history.count("history_1h", between(24)),
    chunks:
      (await history.count("history_15m_months", isOfMonth)) +
      (await history.count("history_1h_months", isOfMonth)),
  };
};

describe("a month whose days are sealed", () => {
  test("reads the same from its chunks, in both tiers and page by page, and its rows are gone", async () => {
    const month = await sealedDays();
    const { devices, range } = month;
    const sensors = devices.flatMap((device) => device.sensors);
    const before = await month.read();
    expect(await rowsLeft(month)).toMatchObject({ chunks: 0, quarters: 2 * (3 * 96 + 42) });
    const sealed = await history.sealMonths();
    expect(sealed).toMatchObject({ chunks: CHUNKS, refused: 0, unfinished: 0, dropped: 1 });
    expect(await rowsLeft(month)).toEqual({ quarters: 0, hours: 0, chunks: CHUNKS });
    expect(await month.read()).toEqual(before);
    for (const resolution of ["15m", "1h"] as const)
      expect(await history.pages(sensors, { ...range, resolution }, 61)).toEqual(
        before[resolution === "15m" ? 0 : 1],
      );
    const [noon, midnight] = [
      new Date(range.from.getTime() + DAY_MS / 2),
      new Date(range.from.getTime() + DAY_MS),
    ];
    const half = await history.page(sensors, { from: noon, to: midnight, resolution: "1h" });
    expect(half).toHaveLength(12 * 4);
    history.database.resetCalls();
    expect(await history.sealMonths()).toMatchObject({ chunks: 0, dropped: 0, unfinished: 0 });
    expect(history.database.calls()).toBe(1);
  });

  test("is sealed without the month behind it, of which days are open", async () => {
    const month = await sealedDays();
    const [device] = month.devices;
    if (device === undefined) throw new Error("no device");
    const day = month.range.to.toISOString().slice(0, 10);
    await history.fill(
      device,
      quarterHours(day, () => [70, 1, null]),
    );
    await history.seal();
    expect(await history.sealMonths()).toMatchObject({ chunks: CHUNKS });
    expect(await history.count("history_15m", `device_number = ${device.number}`)).toBe(2 * 96);
    expect(await history.count("history_15m_months", `device_number = ${device.number}`)).toBe(3 * 2);
  });

  test("is found sensor by sensor, each once, however few are asked for", async () => {
    const month = await sealedDays();
    const found: string[] = [];
    let after: SensorPart | null = behindDevice(ALL_DEVICES.after);
    while (after !== null) {
      const page = await readParts(history.services.db, {
        tier: "1h",
        before: history.clock().toISOString().slice(0, 8).concat("01"),
        after,
        upTo: ALL_DEVICES.upTo,
        limit: 1,
      });
      const own = page.parts.filter(({ number }) => month.devices.some((device) => device.number === number));
      found.push(...own.map(({ number, position }) => `${number} ${position}`));
      after = page.after;
    }
    expect(found).toEqual(
      month.devices.flatMap(({ number, sensors }) => sensors.map(({ position }) => `${number} ${position}`)),
    );
    await history.sealMonths();
  });

  test("is sealed once by two who seal at the same time, and read whole by whoever reads meanwhile", async () => {
    const month = await sealedDays();
    const before = await month.read();
    const runs = await Promise.all([
      history.sealMonths(),
      month.read(),
      history.sealMonths(),
      month.read(),
      history.sealMonths(),
      month.read(),
    ]);
    let sealed = 0;
    for (const run of runs) {
      if (Array.isArray(run)) expect(run).toEqual(before);
      else sealed += run.chunks;
    }
    expect(sealed).toBe(CHUNKS);
    expect(await month.read()).toEqual(before);
  });

  test("that is written to while it is sealed stays in its rows until the next run", async () => {
    const month = await sealedDays();
    const [device] = month.devices;
    const before = history.clock().toISOString().slice(0, 8).concat("01");
    const { after, upTo } = ALL_DEVICES;
    const ask = { tier: "1h", before, after: behindDevice(after), upTo, limit: 1 } as const;
    const { parts } = await readParts(history.services.db, ask);
    const [read] = parts;
    if (read === undefined || device === undefined) throw new Error("The month has no rows");
    await history.database.query(
      "update history_1h set readings = readings + 1 where device_number = $1 and position = 1",
      [device.number],
    );
    const one = { ...read, rows: read.buckets.length, chunk: new Uint8Array([1]) };
    expect(await commitParts(history.services.db, { tier: "1h", before, parts: [one] })).toEqual([]);
    expect(await rowsLeft(month)).toMatchObject({ chunks: 0 });
    expect(await history.sealMonths()).toMatchObject({ chunks: CHUNKS });
  });

  test("keeps carried-forward values beside what was said, and drops those that were said after all", async () => {
    const month = await sealedDays();
    const [device] = month.devices;
    const first = month.range.from.getTime() / 900_000;
    const carried =
      "insert into carried_values (device_number, from_bucket, to_bucket, position, value) values ($1, $2, $3, 1, 55)";
    await history.database.query(carried, [device?.number, first + 94, first + 97]);
    const before = await month.read();
    expect(JSON.stringify(before[0])).toContain('"count":0');
    await history.sealMonths();
    expect(await month.read()).toEqual(before);
  });
});

describe("a report's sums", () => {
  const sums = (db: Db, { devices, range: { from, to } }: Month) =>
    sumReadings(
      db,
      devices.flatMap(({ number, sensors }) =>
        sensors.map(({ sensorId, position }) => ({ id: sensorId, number, position, warning: 64 })),
      ),
      {
        period: { fromMs: from.getTime() + DAY_MS / 2, toMs: to.getTime() },
        dayStarts: [from.getTime(), from.getTime() + 2 * DAY_MS],
      },
    );
  const inOrder = (some: Awaited<ReturnType<typeof sums>>) => some.toSorted((a, b) => (a.id < b.id ? -1 : 1));

  test("are the same from rows, from chunks, and from a month that is sealed while they are made", async () => {
    const month = await sealedDays();
    const before = inOrder(await sums(history.services.db, month));
    expect(before).toHaveLength(4);
    expect(before[0]).toMatchObject({ daily: [{ day: 1 }, { day: 2 }], belowMs: expect.any(Number) });
    let calls = 0;
    const sealing = dbOf(async (kind, work) => {
      const answer = await history.services.db(kind, work);
      calls += 1;
      if (calls === 1) await history.sealMonths();
      return answer;
    });
    expect(inOrder(await sums(sealing, month))).toEqual(before);
    expect(calls).toBe(4);
    expect(await rowsLeft(month)).toMatchObject({ hours: 0 });
    expect(inOrder(await sums(history.services.db, month))).toEqual(before);
  });
});

test("what comes into a sealed month after all is read at once, stays when the month is sealed again, and is there once", async () => {
  const month = await sealedDays();
  const [device] = month.devices;
  if (device === undefined) throw new Error("no device");
  await history.sealMonths();
  const [quarters] = (await month.read()) as { bucket: { count: number } }[][];
  await history.fill(device, [
    [month.range.from.getTime() * 1_000 + 1_000_000, [99, null, null]],
    [(month.range.from.getTime() + 5 * DAY_MS) * 1_000, [98, null, null]],
  ]);
  await history.seal();
  const late = await month.read();
  expect(late[0]).toHaveLength((quarters?.length ?? 0) + 1);
  const of = (readings: unknown) =>
    (readings as { sensorId: string; bucket: unknown }[]).find(
      ({ sensorId }) => sensorId === device.first.sensorId,
    )?.bucket;
  expect(of(late[0])).toMatchObject({ count: 4, max: 99 });
  expect(of(late[1])).toMatchObject({ count: 13, max: 99 });
  expect(await rowsLeft(month)).toMatchObject({ chunks: CHUNKS });
  const next = await sealedDays();
  await history.sealMonths();
  // The quarter hour of the second part was alone in it.
  expect(await rowsLeft(month)).toMatchObject({ quarters: 0, hours: 0, chunks: CHUNKS + 1 });
  expect(await rowsLeft(next)).toMatchObject({ quarters: 0, hours: 0, chunks: CHUNKS });
  expect(await month.read()).toEqual(late);
});

describe("an interrupted sealing of months", () => {
  /** Done and not heard; or not done, which the database says or nobody does. */
  const DONE: SqlFault[] = [{ kind: "reset_after" }];
  const NOT_DONE: SqlFault[] = [{ kind: "pg_error", code: "22012" }, { kind: "reset_before" }];

  /** Three in a row, as often as a call is tried. */
  const failAt = (call: number, fault: SqlFault): void => {
    for (let before = 0; before < call; before += 1) history.database.failNext({ kind: "delay", ms: 0 });
    for (let tried = 0; tried < (fault.kind === "pg_error" ? 1 : 3); tried += 1)
      history.database.failNext(fault);
  };

  test.each([
    ["done and not heard", DONE],
    ["not done", NOT_DONE],
  ])("at any call that is %s neither loses nor doubles a bucket", async (_, faults) => {
    await sealedDays(SPARSE);
    history.database.resetCalls();
    await history.sealMonths();
    const calls = history.database.calls();
    expect(calls).toBeGreaterThan(6);
    for (let call = 0; call < calls; call += STEP) {
      const month = await sealedDays(SPARSE);
      const before = await month.read();
      failAt(call, faults[call % faults.length] ?? { kind: "reset_before" });
      const told = history.services.reports.length;
      const run = await history.sealMonths().catch((error: Error) => error);
      expect(run instanceof Error || history.services.reports.length > told, `call ${call}`).toBe(true);
      expect(await month.read(), `call ${call}`).toEqual(before);
      await history.sealMonths();
      expect(await month.read(), `call ${call}`).toEqual(before);
      expect(await rowsLeft(month), `call ${call}`).toEqual({ quarters: 0, hours: 0, chunks: CHUNKS });
    }
  });

  test("killed at any call neither loses nor doubles a bucket", async () => {
    let calls = 0;
    for (const kill of everyKill()) {
      const at = `${kill.moment} call ${kill.call}`;
      const month = await sealedDays(SPARSE);
      const before = await month.read();
      const { db, isKilled } = killedAt(history.services.db, kill);
      const sealing = await sealMonths({ ...history.services, db }).catch((error: Error) => error.message);
      expect(await month.read(), at).toEqual(before);
      if (!isKilled()) break;
      calls = kill.call;
      expect(sealing).toBe("killed");
      await history.sealMonths();
      expect(await month.read(), at).toEqual(before);
      expect(await rowsLeft(month), at).toEqual({ quarters: 0, hours: 0, chunks: CHUNKS });
    }
    expect(calls).toBeGreaterThan(5);
  });
});

test("what the codec can't hold, or a chunk that is damaged, keeps its rows, is told, and keeps nobody else", async () => {
  const month = await sealedDays();
  const [odd, other] = month.devices;
  await history.database.query(
    "update history_1h set high = 'Infinity' where device_number = $1 and position = 1",
    [odd?.number],
  );
  await history.database.query("insert into history_15m_months values ($1, $2, 1, '\\x00')", [
    other?.number,
    month.month,
  ]);
  expect(await history.sealMonths()).toMatchObject({ chunks: 10, refused: 2, unfinished: 0, dropped: 0 });
  expect(history.services.reports.slice(-2)).toMatchObject([
    { event: "month_not_sealed", tier: "15m", device: other?.number },
    { event: "month_not_sealed", tier: "1h", device: odd?.number },
  ]);
  expect(await rowsLeft(month)).toEqual({ quarters: 96, hours: 2 * 24, chunks: 11 });
  await history.database.query("delete from history_1h where device_number = $1", [odd?.number]);
  await history.database.query("delete from history_15m where device_number = $1", [other?.number]);
  await history.database.query("delete from history_15m_months where device_number = $1", [other?.number]);
});

test("months go with their home's plan, whole ones alone; of Pro's quarter hours the partitions", async () => {
  const own = await openHistory("2026-11-20T10:30:00Z");
  const free = await own.device(["temperature"], await addHome(own.database, "Cleo", "free"));
  const pro = await own.device(["temperature"], await addHome(own.database, "Ada", "pro"));
  for (const day of ["2025-09-15", "2025-10-10", "2025-11-25", "2026-10-05", "2026-10-25"])
    for (const device of [free, pro])
      await own.fill(
        device,
        quarterHours(day, (index) => [index]),
      );
  await own.seal();
  expect(await own.sealMonths()).toMatchObject({ chunks: 18, dropped: 4, unfinished: 0 });
  const left = async ({ number }: HistoryDevice) => [
    await own.count("history_15m_months", `device_number = ${number}`),
    await own.count("history_1h_months", `device_number = ${number}`),
  ];
  expect(await left(pro)).toEqual([5, 4]);
  const { from, to } = { from: new Date("2025-09-01T00:00:00Z"), to: new Date("2026-11-20T10:30:00Z") };
  const shown = await own.page(free.sensors, { from, to, resolution: "15m" });
  expect(await own.drop()).toMatchObject({ quarterMonths: 3, hourMonths: 2, unfinished: 0 });
  // October reaches into the 30 days of Free; the hours of November 2025 into its 365.
  expect(await left(free)).toEqual([2, 2]);
  // 400 days before now is the 16th of October 2025: September is gone, with its partition.
  expect(await left(pro)).toEqual([4, 4]);
  expect(await own.count("pg_class", "relname = 'history_15m_months_202509'")).toBe(0);
  expect(await own.page(free.sensors, { from, to, resolution: "15m" })).toEqual(shown);
  const counts = Map.groupBy(shown, ({ recordedAt }) => recordedAt.toISOString().slice(0, 10));
  expect([...counts].map(([day, { length }]) => [day, length])).toEqual([
    ["2025-09-15", 1],
    ["2025-10-10", 1],
    ["2025-11-25", 24],
    ["2026-10-05", 24],
    ["2026-10-25", 96],
  ]);
});
