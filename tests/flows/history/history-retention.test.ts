import { expect, test } from "vitest";
import { changePlan } from "../../../lib/people/households.queries.ts";
import { addHome } from "../../support/fixtures.ts";
import { at, DAY_MS, type HistoryDevice, openHistory } from "./history-home.ts";

const NOW = "2026-11-20T10:30:00Z";
const AGES = [1, 12, 40, 100, 380, 430];

const history = await openHistory("2026-11-10T08:00:00Z");
const { database } = history;
const home = async (plan: "pro" | "free", set = ""): Promise<HistoryDevice> => {
  const id = await addHome(database, "Home", plan);
  if (set !== "") await database.query(`update households set ${set} where id = $1`, [id]);
  return history.device(["temperature"], id);
};
const downgradedHome = await addHome(database, "Home", "pro");
const actor = { type: "user", id: "usr_ada", ip: null } as const;
await changePlan(history.services.db, { householdId: downgradedHome, actor, at: history.clock() }, "free");
const homes: Record<"pro" | "free" | "downgraded" | "trial" | "tried", HistoryDevice> = {
  pro: await home("pro"),
  free: await home("free"),
  downgraded: await history.device(["temperature"], downgradedHome),
  trial: await home("free", "trial_ends_at = '2026-11-25'"),
  tried: await home("free", "trial_ends_at = '2026-10-01'"),
};
history.clock.set(NOW);
for (const age of AGES) {
  const day = new Date(at(NOW) - age * DAY_MS).toISOString().slice(0, 10);
  for (const device of Object.values(homes)) await history.fillDay(device, day, (index) => [index]);
}
await history.compact();

const left = async ({ number }: HistoryDevice) => {
  const [row] = await history.database.sql<Record<string, number>>`
    select (select count(*) from history_chunks
    where device_number = ${number})::integer as raw, (select count(*) from history_15m_chunks
    where device_number = ${number})::integer as quarters, (select count(*) from history_1h_chunks
    where device_number = ${number})::integer as hours, (select count(*) from history_1d
    where device_number = ${number})::integer as days`;
  return [row?.raw, row?.quarters, row?.hours, row?.days];
};

test("a sealed day is in every tier; the readings of the day before now are still hot", async () => {
  expect(await left(homes.pro)).toEqual([5, 6, 6, 6]);
});

test("each home is cut to what its plan keeps; a trial and the days of grace count as Pro", async () => {
  const dropped = await history.drop();
  expect(dropped.homes).toBeGreaterThanOrEqual(5);
  // Free keeps raw 10 days, quarters 30, hours 365. The newest day isn't in a chunk of readings yet.
  expect(await left(homes.free)).toEqual([0, 2, 4, 6]);
  expect(await left(homes.tried)).toEqual([0, 2, 4, 6]);
  // Pro keeps raw 90 days and quarters 400, and loses whole months: the end of August is 80 days ago.
  for (const home of [homes.pro, homes.downgraded, homes.trial])
    expect(await left(home)).toEqual([3, 5, 6, 6]);
  expect(dropped.months).toBeGreaterThanOrEqual(3);
  expect(await history.drop()).toMatchObject({ homes: 0, chunks: 0, quarters: 0, hours: 0, months: 0 });
});

test("what is no longer kept in a resolution is answered in the next coarser one", async () => {
  const from = new Date(at(NOW) - 500 * DAY_MS);
  const items = await history.page(homes.free.sensors, { from, to: new Date(NOW) });
  const perDay = Object.groupBy(items, ({ recordedAt }) => recordedAt.toISOString().slice(0, 10));
  const counts = Object.values(perDay).map((day) => day?.length);
  expect(counts).toEqual([1, 1, 24, 24, 96, 96]);
  expect(items.map(({ recordedAt }) => recordedAt.getTime())).toEqual(
    items.map(({ recordedAt }) => recordedAt.getTime()).toSorted((a, b) => a - b),
  );
  const newest = await history.pages(homes.free.sensors, { from, to: new Date(NOW) }, 31);
  expect(newest).toEqual(items);
});

test("30 days after its downgrade a home is cut like any Free one", async () => {
  history.clock.set("2026-12-10T07:59:00Z");
  await history.drop();
  expect(await left(homes.downgraded)).toEqual([2, 5, 6, 6]);
  history.clock.set("2026-12-11T08:01:00Z");
  expect(await history.drop()).toMatchObject({ unfinished: 0 });
  expect(await left(homes.downgraded)).toEqual([0, 1, 4, 6]);
  history.clock.set(NOW);
});

test("an interrupted cut goes on where it stopped", async () => {
  const other = await openHistory(NOW);
  const free = await other.device(["temperature"], await addHome(other.database, "Cleo", "free"));
  await other.fillDay(free, "2026-10-01", (index) => [index]);
  await other.compact();
  for (let call = 0; call < 3; call += 1) {
    for (let before = 0; before < call; before += 1) other.database.failNext({ kind: "delay", ms: 0 });
    other.database.failNext({ kind: "pg_error", code: "22012" });
    await expect(other.drop()).rejects.toThrow();
  }
  await other.drop();
  expect(await other.count("history_15m_chunks")).toBe(0);
  expect(await other.count("history_chunks")).toBe(0);
  expect(await other.count("history_1h_chunks")).toBe(1);
});
