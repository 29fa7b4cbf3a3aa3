import { Client } from "pg";
import { beforeEach, expect, test } from "vitest";
import { claimDueChecks, settleChecks } from "../../../lib/alerts/commit-changes.queries.ts";
import { judgeDueHomes } from "../../../lib/alerts/judge-homes.actions.ts";
import { openTestDatabase } from "../../support/database.ts";
import { addHome } from "../../support/fixtures.ts";
import { testServices } from "../../support/services.ts";

const NOW = new Date("2026-11-20T10:00:00Z");
const LATER = new Date("2026-11-20T10:15:00Z");
const ASKED_FOR = new Date(0);

let home: string;
const database = await openTestDatabase();
const services = testServices(database);
beforeEach(async () => {
  await database.query("delete from households");
  home = await addHome(database);
});

const claim = (dueBy = ASKED_FOR) =>
  claimDueChecks(services.db, {
    dueBy,
    leaseUntil: new Date(NOW.getTime() + 300_000),
    limit: 50,
    except: [],
  });
const settle = async (checks: Awaited<ReturnType<typeof claim>>) =>
  services.db("repeatable", (queries) =>
    queries.execute(settleChecks(checks.map((check) => ({ ...check, dueAt: LATER })))),
  );

test("a home is claimed once, and again when it is due", async () => {
  const [claims, others] = await Promise.all([claim(NOW), claim(NOW)]);
  expect([...claims, ...others]).toMatchObject([{ householdId: home }]);
  await settle([...claims, ...others]);
  expect(await claim(new Date(LATER.getTime() - 1))).toEqual([]);
  expect(await claim(LATER)).toMatchObject([{ householdId: home }]);
});

test("a home whose check a clock set that was a year ahead is due", async () => {
  await database.query("update household_checks set due_at = '2027-11-20T10:00:00Z'");
  expect(await claim(NOW)).toMatchObject([{ householdId: home }]);
  expect(await claim(NOW)).toEqual([]);
});

test("a home that somebody asks for while it is settled is left to who asks, at once", async () => {
  const checks = await claim();
  const poller = new Client({ connectionString: database.connectionString });
  await poller.connect();
  await poller.query("begin");
  await poller.query("select request_check($1)", [home]);
  // If this waited for the poller, it would then hold the row at the moment in which the poller claims it.
  await settle(checks);
  await poller.query("commit");
  await poller.end();
  expect(await claim()).toMatchObject([{ householdId: home }]);
});

test("a home that somebody is just writing of keeps no tick waiting, and is judged by the next one", async () => {
  const other = new Client({ connectionString: database.connectionString });
  await other.connect();
  await other.query("begin");
  await other.query("select from household_checks where household_id = $1 for update", [home]);
  const judge = () => judgeDueHomes({ ...services, forecast: async () => null }, NOW);
  expect(await judge()).toMatchObject({ homes: 0 });
  await other.query("commit");
  await other.end();
  expect(await judge()).toMatchObject({ homes: 1 });
});
