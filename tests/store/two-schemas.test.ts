import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ingestApp } from "../../functions/ingest/app.ts";
import { apiPorts } from "../support/api.ts";
import { addDevice, addHome } from "../support/cast.ts";
import { openDatabaseAt, openTestDatabase, type TestDatabase } from "../support/database.ts";
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

test("no migration names a schema", () => {
  expect(migrations().filter((statement) => /"?public"?\./.test(statement))).toEqual([]);
});
