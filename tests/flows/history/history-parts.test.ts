import { beforeEach, expect, test } from "vitest";
import { partOf } from "../../../lib/history/buckets.ts";
import { openBuckets, sealBuckets } from "../../../lib/history/codec/bucket-chunk.ts";
import { ALL_DEVICES } from "../../../lib/history/device-day.ts";
import { behindDevice, readParts } from "../../../lib/history/read-months.queries.ts";
import { DAY_MS, type History, type HistoryDevice, openHistory, quarterHours } from "./history-home.ts";

/** A month that is not over: its days are sealed part by part, some days behind the clock. */

let history: History;
beforeEach(async () => {
  history = await openHistory("2026-11-20T10:30:00Z");
});

const DAYS = ["02", "05", "07", "10", "11", "12", "15"].map((day) => `2026-11-${day}`);
const RANGE = { from: new Date("2026-11-01T00:00:00Z"), to: new Date("2026-11-20T10:30:00Z") };

const filled = async (days = DAYS): Promise<HistoryDevice> => {
  const device = await history.device(["temperature", "door"]);
  for (const [place, day] of days.entries())
    await history.fill(
      device,
      quarterHours(day, (index) => [60 + place + (index % 30) / 10, index % 2], 5),
    );
  return device;
};

const read = async ({ sensors }: HistoryDevice, range = RANGE) => [
  await history.page(sensors, { ...range, resolution: "15m" }),
  await history.page(sensors, { ...range, resolution: "1h" }),
  await history.pages(sensors, { ...range, resolution: "15m" }, 83),
];

const stored = async ({ number }: HistoryDevice) => {
  const isOf = `device_number = ${number} and position = 1`;
  const chunks = (table: string) =>
    history.database.query<{ first: string }>(
      `select month::text as first from ${table} where ${isOf} order by month`,
    );
  return {
    quarters: await history.count("history_15m", isOf),
    hours: await history.count("history_1h", isOf),
    parts: (await chunks("history_15m_months")).map(({ first }) => first),
    months: (await chunks("history_1h_months")).map(({ first }) => first),
  };
};

test("a reading that comes late into a part in chunks is counted at once, and once", async () => {
  const device = await filled();
  await history.seal();
  await history.sealMonths();
  await history.fill(device, [[Date.parse("2026-11-07T03:01:30Z") * 1_000, [99, 1]]]);
  await history.seal();
  const late = await read(device);
  const own = late[0]?.find(
    ({ sensorId, recordedAt }) =>
      sensorId === device.first.sensorId && recordedAt.toISOString() === "2026-11-07T03:00:00.000Z",
  );
  expect(own?.bucket).toMatchObject({ count: 4, max: 99 });
  history.clock.set(new Date("2026-11-29T10:30:00Z"));
  await history.seal();
  await history.sealMonths();
  expect(await read(device)).toEqual(late);
  expect(await stored(device)).toMatchObject({ quarters: 0, hours: 0 });
});

/** As 0.1.0 sealed a month: all quarter hours of it in one chunk. */
async function inOneChunk(device: HistoryDevice, month: string): Promise<void> {
  for (const { position } of device.sensors) {
    const chunks = await history.database.query<{ chunk: string }>(
      `select encode(chunk, 'hex') as chunk from history_15m_months
       where device_number = $1 and position = $2 and date_trunc('month', month) = $3::date order by month`,
      [device.number, position, month],
    );
    const all = chunks.flatMap(({ chunk }) => openBuckets(Buffer.from(chunk, "hex")));
    await history.database.query(
      "delete from history_15m_months where device_number = $1 and position = $2",
      [device.number, position],
    );
    await history.database.query(
      "insert into history_15m_months (device_number, position, month, chunk) values ($1, $2, $3, decode($4, 'hex'))",
      [device.number, position, month, Buffer.from(sealBuckets(all)).toString("hex")],
    );
  }
}

test("a month that an earlier release sealed as one chunk reads the same, and so does what comes late into it", async () => {
  history.clock.set(new Date("2026-12-09T10:30:00Z"));
  const device = await filled();
  await history.seal();
  await history.sealMonths();
  const before = await read(device);
  const last = { from: new Date("2026-11-15T10:00:00Z"), to: RANGE.to };
  const lastBefore = await read(device, last);
  await inOneChunk(device, "2026-11-01");
  expect(await read(device)).toEqual(before);
  expect(await read(device, last)).toEqual(lastBefore);
  await history.fill(device, [[Date.parse("2026-11-15T12:01:30Z") * 1_000, [99, 1]]]);
  await history.seal();
  const late = await read(device);
  expect(JSON.stringify(late)).toContain('"max":99');
  history.clock.set(new Date("2026-12-20T10:30:00Z"));
  await history.seal();
  await history.sealMonths();
  expect(await stored(device)).toMatchObject({ quarters: 0, parts: ["2026-11-01", "2026-11-11"] });
  expect(await read(device)).toEqual(late);
});

test("a run that is a year behind seals every part, however many there are of a sensor", async () => {
  history.clock.set(new Date("2028-12-20T10:30:00Z"));
  const device = await history.device(["temperature"]);
  const other = await history.device(["temperature"]);
  const first = Date.UTC(2028, 0, 1) / DAY_MS;
  await history.database.query(
    "select ensure_history_month(('2028-01-01'::date + month * interval '1 month')::date) from generate_series(0, 11) month",
  );
  for (const [table, aDay] of [
    ["history_15m", 96],
    ["history_1h", 24],
  ] as const)
    await history.database.query(
      `insert into ${table} (device_number, position, bucket, readings, mean)
       select number, 1, (${first} + day) * ${aDay} + 7, 1, day
       from generate_series(0, 365) as day, unnest(array[$1, $2]::integer[]) as number where day < 340 or number = $1`,
      [device.number, other.number],
    );
  const ask = { tier: "15m", before: "2029-01-01", upTo: ALL_DEVICES.upTo, limit: 100 } as const;
  const { parts } = await readParts(history.services.db, { ...ask, after: behindDevice(0) });
  const days = parts.filter(({ number }) => number === device.number);
  expect(days).toHaveLength(72);
  for (const { firstDay, buckets } of days)
    for (const { bucket } of buckets)
      expect(partOf(new Date(bucket * 900_000).toISOString().slice(0, 10))).toBe(firstDay);
  await history.database.query("insert into sealed_days (before) values ('2028-12-14')");
  const range = { from: new Date("2028-01-01"), to: new Date("2028-12-20") };
  const before = await history.page([...device.sensors, ...other.sensors], { ...range, resolution: "15m" });
  expect(await history.sealMonths()).toMatchObject({ buckets: 4 * 340 + 2 * 5, unfinished: 0, dropped: 11 });
  expect(await history.page([...device.sensors, ...other.sensors], { ...range, resolution: "15m" })).toEqual(
    before,
  );
});
