import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { type Db, databaseOver } from "../../lib/kernel/db.queries.ts";
import { findOwnPage } from "../../lib/sharing/home-page/home-page.queries.ts";
import { findFamilyPage } from "../../lib/sharing/shared-page.queries.ts";
import { openSqlConnections } from "../../local/machine/sql-client.ts";
import { openTestDatabase } from "../support/database.ts";

const database = await openTestDatabase();
const connections = openSqlConnections(database.connectionString);
const db: Db = databaseOver(connections.queries, { pause: async () => {} });
beforeEach(() =>
  database.query(`create or replace function doubled(n integer) returns integer language sql
    return n * 2`),
);
afterAll(() => connections.close());

const doubled = async (n: number) => {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ answer: number }>(sql`select doubled(${n}::integer) as answer`),
  );
  return rows[0]?.answer;
};
const kept = async (text: string) => {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ statement: string }>(
      sql`select statement from pg_prepared_statements where position(${text} in statement) > 0 and name <> ''`,
    ),
  );
  return rows.map(({ statement }) => statement);
};

test("the call of a stored function is parsed once in a connection, and answers by its values", async () => {
  expect([await doubled(1), await doubled(2), await doubled(21)]).toEqual([2, 4, 42]);
  expect(await kept("doubled(")).toEqual(["select doubled($1::integer) as answer"]);
});

test("a function that is replaced, or made anew, answers as the new one", async () => {
  await doubled(1);
  await database.query(
    "create or replace function doubled(n integer) returns integer language sql return n * 3",
  );
  expect(await doubled(7)).toBe(21);
  await database.query("drop function doubled(integer)");
  await database.query("create function doubled(n integer) returns integer language sql return n * 4");
  expect(await doubled(7)).toBe(28);
});

test("whatever is more than a call is planned by its values each time", async () => {
  await db("repeatable", (queries) => queries.execute(sql`select id from households where id = ${"hh_1"}`));
  expect(await kept("from households")).toEqual([]);
});

test("the pages of a home and of a link are parsed once in a connection, whatever the quarter hour", async () => {
  const now = new Date("2026-11-26T10:14:00Z");
  for (const at of [now, now, new Date(now.getTime() + 15 * 60_000)]) {
    expect(await findOwnPage(db, "nobody's", at)).toBeNull();
    expect(await findFamilyPage(db, "nobody's", at)).toBeNull();
  }
  expect([await kept('update "sessions"'), await kept("share_links link")]).toEqual([
    [expect.any(String)],
    [expect.any(String)],
  ]);
});
