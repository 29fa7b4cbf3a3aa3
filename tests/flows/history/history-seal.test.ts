import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compactDays } from "../../../lib/history/compact.actions.ts";
import { dbOf } from "../../../lib/kernel/db.queries.ts";
import { everyKill, killedAt } from "../../support/killed.ts";
import { at, DAY_MS, type HistoryDevice, openHistory } from "./history-home.ts";

const history = await openHistory();

const DAY_MICROS = DAY_MS * 1_000;
let nextDay = at("2026-01-01T00:00:00Z");

/** Returns a new day at each call, nine days before now: closed, and not before the watermark. */
function freshDay(): { day: string; startMs: number; range: { from: Date; to: Date } } {
  const startMs = nextDay;
  nextDay += DAY_MS;
  history.clock.set(new Date(startMs + 9 * DAY_MS));
  const range = { from: new Date(startMs), to: new Date(startMs + DAY_MS) };
  return { day: new Date(startMs).toISOString().slice(0, 10), startMs, range };
}

const bits = (readings: { sensorId: string; value: number; place: { atMicroseconds: string } }[]) =>
  readings.map(({ sensorId, value, place }) => `${sensorId} ${place.atMicroseconds} ${value}`);

const value = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e18, max: 1e18 }),
  fc.integer({ min: -400, max: 1_200 }).map((tenths) => tenths / 10),
  fc.integer({ min: -40, max: 85 }).map((celsius) => celsius * 1.8 + 32),
  fc.constantFrom(0, 1, 0.1 + 0.2, 5e-324, 1e18, -1e18, 2 ** 53 + 2, 85, -127),
);
const snapshots = fc.uniqueArray(
  fc.tuple(
    fc.oneof(
      fc.integer({ min: 0, max: DAY_MICROS - 1 }),
      fc.integer({ min: 0, max: 95 }).map((quarter) => quarter * 900_000_000),
      fc.constantFrom(0, 1, DAY_MICROS - 1),
    ),
    fc.tuple(fc.option(value), fc.option(value), fc.constantFrom(0, 1, null)),
  ),
  { minLength: 1, maxLength: 60, selector: ([micros]) => micros },
);

test("a sealed day reads as before, bit for bit, whatever was in it", async () => {
  const devices = [
    await history.device(["temperature", "humidity", "door"]),
    await history.device(["temperature", "humidity", "door"]),
  ];
  const sensors = devices.flatMap((device) => device.sensors);
  await fc.assert(
    fc.asyncProperty(fc.array(snapshots, { minLength: 2, maxLength: 2 }), async (series) => {
      const { startMs, range } = freshDay();
      const expected: string[] = [];
      for (const [index, device] of devices.entries()) {
        const rows = series[index] ?? [];
        await history.fill(
          device,
          rows.map(([micros, values]) => [startMs * 1_000 + micros, values]),
        );
        for (const [micros, values] of rows)
          for (const [place, sent] of values.entries())
            if (sent !== null)
              expected.push(`sen_${device.number}_${place + 1} ${startMs * 1_000 + micros} ${sent}`);
      }
      const before = await history.page(sensors, range);
      expect(bits(before).toSorted()).toEqual(expected.toSorted());
      const sealed = await history.compact();
      expect(sealed).toMatchObject({ readings: expected.length, unfinished: 0, days: 1 });
      const after = await history.page(sensors, range);
      expect(after).toEqual(before);
      expect(await history.pages(sensors, range, 7)).toEqual(before);
    }),
    { numRuns: 15 },
  );
  expect(await history.count("snapshots")).toBe(0);
});

test("killed at any of its calls, a seal neither loses nor doubles a reading, and the next goes on", async () => {
  let calls = 0;
  for (const kill of everyKill()) {
    const { devices, range, day } = await filledDay();
    const sensors = devices.flatMap((device) => device.sensors);
    const read = async () => [
      await history.page(sensors, range),
      await history.page(sensors, { ...range, resolution: "1h" }),
    ];
    const before = await read();
    const { db, isKilled } = killedAt(history.services.db, kill);
    const sealing = await compactDays({ ...history.services, db }).catch((error: Error) => error.message);
    expect(await read(), `${kill.moment} call ${kill.call}`).toEqual(before);
    if (!isKilled()) break;
    calls = kill.call;
    expect(sealing).toBe("killed");
    await history.compact();
    expect(await read(), `${kill.moment} call ${kill.call}`).toEqual(before);
    expect(await history.count("history_chunks", `day = '${day}'`)).toBe(3);
  }
  expect(calls).toBeGreaterThan(4);
  expect(await history.count("snapshots")).toBe(0);
});

/** Adds two devices with readings on a closed day, a new one at each call. */
async function filledDay() {
  const { day, range } = freshDay();
  const devices = [await history.device(["temperature", "door"]), await history.device(["temperature"])];
  for (const device of devices)
    await history.fillDay(device, day, (index) =>
      [20 + index / 10, index % 2].slice(0, device.sensors.length),
    );
  return { devices, range, day };
}

test("a device whose day the database refuses keeps nobody else, and is tried again", async () => {
  const { devices, range, day } = await filledDay();
  const heavy = await history.device();
  await history.fill(
    heavy,
    Array.from({ length: 9_000 }, (_, second) => [
      (range.from.getTime() + second * 1_000) * 1_000,
      [Math.sin(second) * 1e9],
    ]),
  );
  const sensors = [...devices, heavy].flatMap((device) => device.sensors);
  const before = await history.page(sensors, range);
  await history.database.query(
    `alter table history_1d add constraint odd check (device_number <> ${heavy.number}) not valid`,
  );
  expect(await history.compact()).toMatchObject({ sealed: 2, days: 0 });
  expect(history.services.reports.at(-1)).toMatchObject({ event: "history_batch_failed", day });
  expect(await history.page(sensors, range)).toEqual(before);
  await history.database.sql`alter table history_1d drop constraint odd`;
  expect(await history.compact()).toMatchObject({ sealed: 1, days: 1, readings: 9_000 });
  expect(await history.page(sensors, range)).toEqual(before);
});

test.each([9, 1])(
  "a device of many sensors that posts all day long is compacted sensor by sensor, %i days on",
  async (daysOn) => {
    const { range } = freshDay();
    const heavy = await history.device(Array<string>(64).fill("temperature"));
    const sensors = heavy.sensors.filter(({ position }) => [1, 7, 64].includes(position));
    await history.fillDay(heavy, range.from.toISOString().slice(0, 10), () => [1]);
    await history.database.sql`
    insert into snapshots (device_number, recorded_at, "values")
    select ${heavy.number}, ${range.from}::timestamptz + n * interval '12.0007 seconds',
      (select array_agg(case when i = 7 and n % 3 = 0 then null else i + n / 8.0 end order by i) from generate_series(1, 64) i)
    from generate_series(1, 7000) n`;
    const at = { ...range, resolution: "1h" as const };
    const before = await history.page(sensors, at);
    history.clock.set(new Date(range.from.getTime() + daysOn * DAY_MS));
    await history.compact();
    expect(await history.page(sensors, at)).toEqual(before);
    expect(await history.count("history_1h_chunks", `device_number = ${heavy.number}`)).toBe(64);
  },
);

describe.each([9, 1])("a reading of a day %i days ago that comes while it is compacted", (daysAgo) => {
  test.each([
    ["is kept", (device: HistoryDevice, atMicros: number) => history.fill(device, [[atMicros + 1, [99, 1]]])],
    [
      "is kept where it changes another",
      ({ number }: HistoryDevice) =>
        history.database.sql`
          update snapshots set "values" = array[99, 1]::float8[]
          where (device_number, recorded_at) = ( select device_number, min(recorded_at) from snapshots
          where device_number = ${number} group by 1)`,
    ],
  ])("%s, and the next run has it", async (_, write) => {
    const { devices, range } = await filledDay();
    history.clock.set(new Date(range.from.getTime() + daysAgo * DAY_MS));
    const [device] = devices;
    if (device === undefined) return;
    let isLate = false;
    const db = dbOf(async (kind, work) => {
      const answer = await history.services.db(kind, work);
      if (!isLate && JSON.stringify(answer).includes("written_by")) {
        isLate = true;
        await write(device, range.from.getTime() * 1_000);
      }
      return answer;
    });
    const read = () => history.page([device.first], { ...range, resolution: "1h" });
    await compactDays({ ...history.services, db });
    const before = await read();
    expect(before[0]?.bucket?.max).toBe(99);
    await history.compact();
    expect(await read()).toEqual(before);
    history.clock.set(new Date(range.from.getTime() + 9 * DAY_MS));
    await history.compact();
    expect(await read()).toEqual(before);
  });
});

test("two that seal at once do each device's day once", async () => {
  const { devices, range } = await filledDay();
  const sensors = devices.flatMap((device) => device.sensors);
  const before = await history.page(sensors, range);
  const runs = await Promise.all([history.compact(), history.compact(), history.compact()]);
  expect(runs.reduce((sum, { readings }) => sum + readings, 0)).toBe(before.length);
  expect(await history.page(sensors, range)).toEqual(before);
});

test.each([97, 1])(
  "what comes into a day after all joins what was sealed, with %i readings kept",
  async (kept) => {
    const { devices, range, day } = await filledDay();
    const [device] = devices;
    if (device === undefined) return;
    await history.compact();
    // Free cuts the readings of a day before its buckets.
    if (kept === 1)
      await history.database
        .sql`delete from history_chunks where device_number = ${device.number} and position = 1`;
    const late: [number, (number | null)[]][] = [[(range.from.getTime() + 60_000) * 1_000, [99, null]]];
    for (const _ of ["first", "sent again"]) {
      await history.fill(device, late);
      expect(await history.page([device.first], range)).toHaveLength(kept);
      expect(await history.compact()).toMatchObject({ readings: 1, sealed: 1 });
      expect(await history.page([device.first], range)).toHaveLength(kept);
      for (const [index, resolution] of (["15m", "1h", "1d"] as const).entries()) {
        const [first] = await history.page([device.first], { ...range, resolution });
        expect(first?.bucket).toMatchObject({ count: [2, 5, 97][index], max: 99, min: 20 });
      }
    }
    expect(await history.count("snapshots")).toBe(0);
    expect(await history.count("history_chunks", `day = '${day}'`)).toBe(3);
  },
);

test("a device that goes takes its chunks and buckets with it", async () => {
  const [gone, kept] = (await filledDay()).devices;
  await history.compact();
  expect((await history.call("DELETE", `devices/${gone?.id}`)).status).toBeLessThan(300);
  for (const table of ["history_chunks", "history_15m_chunks", "history_1h_chunks", "history_1d"]) {
    expect(await history.count(table, `device_number = ${gone?.number}`)).toBe(0);
    expect(await history.count(table, `device_number = ${kept?.number}`)).toBeGreaterThan(0);
  }
});
