import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ingestApp } from "../../functions/ingest/app.ts";
import { shareApp } from "../../functions/share/app.ts";
import type { Job } from "../../lib/jobs/jobs.ts";
import { WORK } from "../../lib/jobs/registry.actions.ts";
import { runJob } from "../../lib/jobs/run-job.actions.ts";
import { apiPorts } from "../support/api.ts";
import { openDatabaseAt, openTestDatabase, type TestDatabase } from "../support/database.ts";
import { addDevice, addHome, addShareLink } from "../support/fixtures.ts";
import { jobPorts } from "../support/jobs.ts";
import { testClock } from "../support/ports.ts";

const FOLDER = path.resolve(import.meta.dirname, "../../drizzle");
const SCHEMAS = ["one", "two"];

const migrations = (): string[] => {
  const journal = JSON.parse(readFileSync(path.join(FOLDER, "meta/_journal.json"), "utf8"));
  return (journal as { entries: { tag: string }[] }).entries.flatMap(({ tag }) =>
    readFileSync(path.join(FOLDER, `${tag}.sql`), "utf8").split("--> statement-breakpoint"),
  );
};

let database: TestDatabase;
let installed: TestDatabase[];
beforeAll(async () => {
  database = await openTestDatabase();
  await database.query("drop schema public cascade");
  installed = await Promise.all(
    SCHEMAS.map(async (name) => {
      await database.query(`create schema ${name}`);
      const url = new URL(database.connectionString);
      url.searchParams.set("options", `-c search_path=${name}`);
      const own = await openDatabaseAt(url.href);
      for (const statement of migrations()) await own.query(statement);
      return own;
    }),
  );
});
afterAll(async () => {
  for (const own of installed) await own.close();
  await database.close();
});

test("the whole schema lives twice in one database, and takes posts in both", async () => {
  for (const [index, own] of installed.entries()) {
    const device = await addDevice(own, await addHome(own));
    const ports = apiPorts(own, testClock("2026-11-20T10:00:00Z"));
    const app = ingestApp(ports);
    for (let post = 0; post <= index; post += 1) {
      const body = JSON.stringify({ temp1: 60 + post });
      const answer = await app.request(`/api/ingest/${device.ingestKey}`, { method: "POST", body });
      expect(answer.status).toBe(200);
    }
  }
  const counted = await Promise.all(
    SCHEMAS.map((name) => database.query(`select count(*)::integer as posts from ${name}.snapshots`)),
  );
  expect(counted.flat()).toEqual([{ posts: 1 }, { posts: 2 }]);
});

test("a share link of one schema shows its readings and is unknown in the other", async () => {
  const shown = await Promise.all(
    installed.map(async (own) => {
      const [home] = await own.query<{ id: string }>("select id from households");
      const app = shareApp(apiPorts(own, testClock("2026-11-20T10:05:00Z")));
      const token = await addShareLink(own, home?.id ?? "");
      const answer = await app.request(`/api/share/${token}/latest`);
      const { readings } = (await answer.json()) as { readings: { value_num: number }[] };
      return { token, values: readings.map(({ value_num }) => value_num), app };
    }),
  );
  expect(shown.map(({ values }) => values)).toEqual([[60], [61]]);
  const [one, two] = shown;
  expect((await one?.app.request(`/api/share/${two?.token}/latest`))?.status).toBe(404);
});

test("every job of the clock runs in both, and each rolls up its own readings", async () => {
  // Posts get the database's own time: their hours are over for a clock that is days ahead of it.
  const daysAhead = new Date(Date.now() + 4 * 86_400_000);
  for (const own of installed) {
    const { ports } = jobPorts(own, testClock(daysAhead));
    for (const job of Object.keys(WORK) as Job[])
      expect(await runJob(ports, job, { trigger: "manual" })).toMatchObject({ kind: "ran" });
  }
  const rolled = await Promise.all(
    SCHEMAS.map((name) => database.query(`select max(readings) as readings from ${name}.history_1h`)),
  );
  expect(rolled.flat()).toEqual([{ readings: 1 }, { readings: 2 }]);
});

test("a trigger finds its own schema's tables, whatever the session that changes a row looks for", async () => {
  const checks = () =>
    Promise.all(SCHEMAS.map((name) => database.query(`select due_at from ${name}.household_checks`)));
  for (const name of SCHEMAS) await database.query(`update ${name}.household_checks set due_at = 'infinity'`);
  const [, two] = await checks();
  await database.query("update one.devices set enabled = false, name = 'Attic'");
  const [changed, untouched] = await checks();
  expect(changed).not.toEqual(two);
  expect(untouched).toEqual(two);
});

test("every function is bound to its schema, but for one of no tables and the one that a post calls", async () => {
  const unbound = await database.query(`
    select proname as name from pg_proc
    where pronamespace = 'one'::regnamespace and prosqlbody is null
      and not coalesce(array_to_string(proconfig, ' ') ~ 'search_path=(one|pg_catalog, pg_temp)', false)
    order by proname`);
  expect(unbound).toEqual([{ name: "is_within_deadband" }, { name: "record_readings" }]);
});

test("no migration names a schema", () => {
  expect(migrations().filter((statement) => /"?public"?\./.test(statement))).toEqual([]);
});
