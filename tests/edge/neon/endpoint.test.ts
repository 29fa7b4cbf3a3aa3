import { type NeonQueryFunction, neon, neonConfig } from "@neondatabase/serverless";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../support/database.ts";
import { startSqlEndpoint } from "./endpoint.ts";
import type { SqlFault } from "./faults.ts";

type Driver = NeonQueryFunction<false, false>;

/** By its real connections. */
function open(url: string, endpoint: string): Driver {
  neonConfig.fetchEndpoint = endpoint;
  neonConfig.fetchFunction = undefined;
  return neon(url);
}

async function failureOf(work: Promise<unknown>): Promise<Error> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error)) throw new Error("The call was expected to fail");
  return error;
}

const FAULTS: [SqlFault, RegExp, rowsAfter: number][] = [
  [{ kind: "refuse" }, /HTTP status 500.*Couldn't connect to compute node/, 0],
  [{ kind: "reset_before" }, /Error connecting to database/, 0],
  [{ kind: "reset_after" }, /Error connecting to database/, 1],
  [{ kind: "too_many_requests" }, /HTTP status 429/, 0],
  [{ kind: "control_plane_failure" }, /HTTP status 500.*Control plane request failed/, 0],
  [{ kind: "bad_gateway_html" }, /HTTP status 502.*html/, 0],
  [{ kind: "ok_html" }, /JSON/, 0],
  [{ kind: "pg_error", code: "40001" }, /Injected error 40001/, 0],
];

describe("Neon's driver", () => {
  let database: TestDatabase;
  let sql: Driver;

  beforeAll(async () => {
    database = await openTestDatabase();
    sql = open(database.connectionString, database.fetchEndpoint);
    await sql`create table jar (id int primary key, note text)`;
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await database.query("truncate jar");
    database.resetCalls();
  });

  const noteCount = async () => (await database.query("select 1 from jar")).length;

  test("every kind of value arrives as the driver expects it", async () => {
    const rows = await sql`select 1::int4 as whole, 9007199254740993::int8 as long, 0.5::float8 as half,
    'NaN'::float8 as nan, ${Number.POSITIVE_INFINITY}::float8 as endless, 12.30::numeric as exact, true as yes,
    null::text as nothing, 'häuschen 🏠' as text, ${[1.5, null, 3]}::float8[] as numbers,
    array['a,b', null, '"c"', 'NULL', '{}', 'a\\b', ''] as words, '{}'::text[] as none,
    array[[1, 2], [3, 4]] as table, ${['x"y', null, "NULL"]}::text[] as sent, ${Buffer.from([0, 255, 92])}::bytea as bytes,
    '{"a":[1,null]}'::jsonb as json, '2026-02-03T04:05:06.789Z'::timestamptz as moment`;
    // drizzle leaves times as text, for the whole process once it has spoken through this driver.
    const told = rows.map((row) => ({
      ...row,
      bytes: new Uint8Array(row.bytes),
      moment: new Date(row.moment),
    }));
    expect(told).toEqual([
      {
        whole: 1,
        long: "9007199254740993",
        half: 0.5,
        nan: Number.NaN,
        endless: Number.POSITIVE_INFINITY,
        exact: "12.30",
        yes: true,
        nothing: null,
        text: "häuschen 🏠",
        numbers: [1.5, null, 3],
        words: ["a,b", null, '"c"', "NULL", "{}", "a\\b", ""],
        none: [],
        table: [
          [1, 2],
          [3, 4],
        ],
        sent: ['x"y', null, "NULL"],
        bytes: new Uint8Array([0, 255, 92]),
        json: { a: [1, null] },
        moment: new Date("2026-02-03T04:05:06.789Z"),
      },
    ]);
  });

  test("full results and array mode tell the command, the count and the fields", async () => {
    await sql`insert into jar values (1, 'a'), (2, null)`;
    const full = await sql.query("select id, note from jar order by id", [], {
      fullResults: true,
      arrayMode: true,
    });
    expect(full).toMatchObject({ command: "SELECT", rowCount: 2, rowAsArray: true });
    expect(full.rows).toEqual([
      [1, "a"],
      [2, null],
    ]);
    expect(full.fields.map(({ name, dataTypeID }) => [name, dataTypeID])).toEqual([
      ["id", 23],
      ["note", 25],
    ]);
  });

  test("a transaction is one call, and all of it or nothing", async () => {
    const [first, second] = await sql.transaction([
      sql`insert into jar values (1) returning id`,
      sql`select 2 as two`,
    ]);
    expect([first, second]).toEqual([[{ id: 1 }], [{ two: 2 }]]);
    expect(database.calls()).toBe(1);
    const error = await failureOf(
      sql.transaction([sql`insert into jar values (2)`, sql`insert into jar values (1)`]),
    );
    expect(error).toMatchObject({ code: "23505", constraint: "jar_pkey", severity: "ERROR", table: "jar" });
    expect(await noteCount()).toBe(1);
  });

  test("the options of a transaction reach Postgres", async () => {
    const asked = [sql`select current_setting('transaction_isolation') as level`];
    const [rows] = await sql.transaction(asked, {
      isolationLevel: "Serializable",
      readOnly: true,
      deferrable: true,
    });
    expect(rows).toEqual([{ level: "serializable" }]);
    const refused = sql.transaction([sql`insert into jar values (9)`], { readOnly: true });
    expect(await failureOf(refused)).toMatchObject({ code: "25006" });
  });

  test("Postgres' refusals keep their fields and do not spoil the connection", async () => {
    const refusals: [Promise<unknown>, string][] = [
      [sql`select 1/0`, "22012"],
      [sql`select * from no_such_table`, "42P01"],
      [sql`select ${"\u0000"}::text`, "22021"],
      [sql`select 1; select 2`, "42601"],
    ];
    for (const [work, code] of refusals) {
      const error = await failureOf(work);
      expect(error).toMatchObject({ code });
    }
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  });

  test("each connection string reaches its own database, and a wrong one is refused", async () => {
    const other = await openTestDatabase();
    const elsewhere = open(other.connectionString, database.fetchEndpoint);
    expect(await elsewhere`select to_regclass('jar') as jar`).toEqual([{ jar: null }]);
    await other.close();
    const nowhere = new URL(database.connectionString);
    nowhere.pathname = "/never_made";
    expect(await failureOf(open(nowhere.href, database.fetchEndpoint)`select 1`)).toMatchObject({
      code: "3D000",
    });
    const stranger = new URL(database.connectionString);
    stranger.password = "wrong";
    expect(await failureOf(open(stranger.href, database.fetchEndpoint)`select 1`)).toMatchObject({
      code: "28P01",
    });
  });

  test("two hundred calls at once are all answered", async () => {
    const all = await Promise.all(Array.from({ length: 200 }, (_, n) => sql`select ${n}::int as n`));
    expect(all.map((rows) => rows[0]?.n)).toEqual(Array.from({ length: 200 }, (_, n) => n));
  });

  test.each(FAULTS)(
    "the fault %o looks as it does at Neon's and happens once",
    async (fault, message, rowsAfter) => {
      database.failNext(fault);
      expect((await failureOf(sql`insert into jar values (1)`)).message).toMatch(message);
      expect(await noteCount()).toBe(rowsAfter);
      expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
      expect(database.calls()).toBe(2);
    },
  );

  test("a delayed call is slow and right", async () => {
    database.failNext({ kind: "delay", ms: 150 });
    const before = performance.now();
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
    expect(performance.now() - before).toBeGreaterThan(140);
  });

  test("a call without its connection string is refused", async () => {
    const answer = await fetch(database.fetchEndpoint, {
      method: "POST",
      body: '{"query":"select 1","params":[]}',
    });
    expect(answer.status).toBe(400);
  });

  test("a server that can't be reached is reported as Neon reports it", async () => {
    const endpoint = await startSqlEndpoint({ connectionString: "postgresql://a:b@127.0.0.1:9/c" });
    const headers = { "neon-connection-string": database.connectionString };
    const answer = await fetch(endpoint.url, {
      method: "POST",
      headers,
      body: '{"query":"select 1","params":[]}',
    });
    expect([answer.status, await answer.text()]).toEqual([
      500,
      expect.stringContaining("Couldn't connect to compute"),
    ]);
    await endpoint.stop();
  });
});
