import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { machineDoor } from "../../functions/_doors/door.ts";
import { inItsCell, overCells } from "../../functions/_platform/cells.ts";
import { ingestApp } from "../../functions/ingest/app.ts";
import { shareApp } from "../../functions/share/app.ts";
import { v1App } from "../../functions/v1/app.ts";
import { runJob } from "../../lib/jobs/run-job.actions.ts";
import { newSecret } from "../../lib/kernel/secret.ts";
import { foundCell, inSchema } from "../../local/cells/found-cell.ts";
import { HOME_ROWS, STAYS, whereOf } from "../../local/cells/home-rows.ts";
import { moveHome } from "../../local/cells/move-home.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { apiPorts } from "../support/api.ts";
import { openDatabaseAt, openTestDatabase, type TestDatabase } from "../support/database.ts";
import {
  addApiKey,
  addDevice,
  addHome,
  addMember,
  addShareLink,
  type TestDevice,
} from "../support/fixtures.ts";
import { jobPorts } from "../support/jobs.ts";
import { cryptoRandom, testClock } from "../support/ports.ts";
import { openWorld, type World } from "./rows/world.ts";

const NAMES = ["public", "second"] as const;
type Name = (typeof NAMES)[number];
const OTHER: Record<Name, Name> = { public: "second", second: "public" };
const TRUST = "create or replace function trusted_time(said timestamptz) returns timestamptz return said";
/** Of the columns that a move itself changes, so that the home is judged at once where it is now. */
const CHANGED = ["body_shape", "deadband_low", "deadband_high", "deadband_version", "due_at", "asked"];

let database: TestDatabase;
let cells: Record<Name, TestDatabase>;
let world: World;
beforeAll(async () => {
  database = await openTestDatabase();
  await foundCell(database.connectionString, "second");
  const second = await openDatabaseAt(inSchema(database.connectionString, "second"));
  await second.query(TRUST);
  cells = { public: database, second };
  world = await openWorld(database);
});
afterAll(async () => {
  await cells?.second.close();
  await database?.close();
});

const move = (home: string, to: Name) => moveHome(database.connectionString, { home, from: OTHER[to], to });

/** What a place holds of a home, table by table. */
async function held(home: string, name: Name): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const { table, key } of HOME_ROWS) {
    const rows = await database.query<{ row: string }>(
      `select (to_jsonb(${table}) - $2::text[])::text as row from ${name}.${table}
       where ${whereOf({ table, key }, name)} order by 1`,
      [home, CHANGED],
    );
    if (rows.length > 0) found[table] = rows.map(({ row }) => row);
  }
  return found;
}

describe("the list of a home's tables", () => {
  test("has every table of the schema once, or says why its rows stay", async () => {
    const tables = await database.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
         and not relispartition order by relname collate "C"`,
    );
    const listed = [...HOME_ROWS.map(({ table }) => table), ...Object.keys(STAYS)];
    expect(listed.toSorted()).toEqual(tables.map(({ name }) => name));
  });
});

describe("a cell that is founded", () => {
  test("numbers what it makes where no other cell does, also when it is founded once more", async () => {
    await foundCell(database.connectionString, "second");
    const device = await addDevice(cells.second, await addHome(cells.second));
    const [row] = await cells.second.query<{ number: number }>("select number from devices where id = $1", [
      device.id,
    ]);
    expect(row?.number).toBe(Math.floor((2 ** 31 - 1) / 128) + 1);
    const [sequences] = await database.query<{ last: number }>(
      `select max(nextval(format('second.%I', sequencename)::regclass))::float8 * 127 as last
       from pg_sequences where schemaname = 'second'`,
    );
    expect(sequences?.last).toBeLessThan(Number.MAX_SAFE_INTEGER);
  });

  test("is refused a name that is no plain word", async () => {
    await expect(foundCell(database.connectionString, "Second; drop")).rejects.toThrow(/can't be one/);
  });
});

describe("a home that moves", () => {
  test("takes every row along, leaves none behind, and is judged at once where it is now", async () => {
    const before = await held(world.home, "public");
    expect(Object.keys(before).length).toBeGreaterThan(25);
    expect(await move(world.home, "second")).toMatchObject({ isThereAlready: false });
    expect(await held(world.home, "second")).toEqual(before);
    expect(Object.keys(await held(world.home, "public"))).toEqual([]);
    expect(await database.query("select from public.removed_objects")).toEqual([]);
    const checks = await cells.second.query(
      "select due_at < now() as is_due from household_checks where household_id = $1",
      [world.home],
    );
    expect(checks).toEqual([{ is_due: true }]);
    const app = shareApp(apiPorts(cells.second, testClock("2026-11-20T10:05:00Z")));
    expect((await app.request(`/api/share/${world.tokens.share}/latest`)).status).toBe(200);
    expect(await move(world.home, "second")).toEqual({ rows: 0, isThereAlready: true });
    await move(world.home, "public");
    expect(await held(world.home, "public")).toEqual(before);
  });

  test("leaves the account of a member who has another home there", async () => {
    const [home, other] = [await addHome(database), await addHome(database)];
    const member = await addMember(database, home, "owner", "both@example.com");
    await database.query(
      "insert into memberships (household_id, user_id, role, created_at) values ($1, $2, 'owner', now())",
      [other, member.userId],
    );
    await move(home, "second");
    const [here, there] = await Promise.all(
      NAMES.map((name) => database.query(`select id from ${name}.users where email = 'both@example.com'`)),
    );
    expect([here, there]).toEqual([[{ id: member.userId }], [{ id: member.userId }]]);
    await move(other, "second");
    expect(await database.query("select from public.users where email = 'both@example.com'")).toEqual([]);
  });

  test("is refused where somebody else has an account of a member's address", async () => {
    const home = await addHome(database);
    await addMember(database, home, "owner", "twice@example.com");
    await addMember(cells.second, await addHome(cells.second), "owner", "twice@example.com");
    await expect(move(home, "second")).rejects.toThrow("another account of twice@example.com");
  });

  test("is refused between places that have not sealed the same days", async () => {
    const home = await addHome(database);
    await cells.second.query("insert into sealed_days (is_only, before) values (true, '2026-11-01')");
    await expect(move(home, "second")).rejects.toThrow("have not sealed the same days");
    await cells.second.query("delete from sealed_days");
    expect(await move(home, "second")).toMatchObject({ isThereAlready: false });
  });

  test("is whole where it was after the move was killed, and moves when it is called again", async () => {
    const { home } = world;
    const before = await held(home, "public");
    const blocker = new Client({ connectionString: database.connectionString });
    await blocker.connect();
    await blocker.query("begin");
    await blocker.query("select from outbox where household_id = $1 for update", [home]);
    const moving = move(home, "second").catch((error: unknown) => error);
    const killed = async () =>
      (
        await database.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and query like '%delete from \"public\".outbox%'",
        )
      ).length > 0;
    await expect.poll(killed, { timeout: 10_000 }).toBe(true);
    expect(await moving).toBeInstanceOf(Error);
    await blocker.query("rollback");
    await blocker.end();
    expect(await held(home, "public")).toEqual(before);
    await move(home, "second");
    expect(await held(home, "second")).toEqual(before);
    await move(home, "public");
  });
});

describe("under load", () => {
  const DEVICES = 8;
  let home: string;
  let devices: TestDevice[];
  beforeEach(async () => {
    home = await addHome(database);
    devices = await Promise.all(Array.from({ length: DEVICES }, () => addDevice(database, home)));
  });

  test("a home that moves to and fro keeps every post that was acknowledged, once, and refuses none", async () => {
    const clock = testClock("2026-11-20T12:00:00Z");
    const door = overCells(
      NAMES.map((name) => {
        const ports = apiPorts(cells[name], clock);
        return { app: ingestApp(ports), db: ports.db };
      }),
      machineDoor(SECRET_TYPES.ingestKey),
    );
    const kept: number[] = [];
    const others: number[] = [];
    let isOver = false;
    const posting = devices.map(async ({ ingestKey }, index) => {
      for (let value = index; !isOver; value += DEVICES) {
        const url = `https://hearth.example.net/api/ingest/${ingestKey}`;
        const answer = await door(
          new Request(url, { method: "POST", body: JSON.stringify({ level1: value }) }),
        );
        (answer.status === 200 ? kept : others).push(answer.status === 200 ? value : answer.status);
        clock.advance(1_000);
      }
    });
    for (const to of ["second", "public", "second"] as const) {
      await sleep(400);
      expect(await move(home, to)).toMatchObject({ isThereAlready: false });
    }
    await sleep(200);
    isOver = true;
    await Promise.all(posting);
    const stored = await database.query<{ value: number }>(
      `select "values"[1]::integer as value from second.snapshots
       where device_number in (select number from second.devices where household_id = $1) order by 1`,
      [home],
    );
    expect(others).toEqual([]);
    expect(kept.length).toBeGreaterThan(3 * DEVICES);
    expect(stored.map(({ value }) => value)).toEqual(kept.toSorted((a, b) => a - b));
    expect(Object.keys(await held(home, "public"))).toEqual([]);
  });

  test("a cell that is locked leaves the other's posts and jobs alone", async () => {
    const blocker = new Client({ connectionString: database.connectionString });
    await blocker.connect();
    await blocker.query("begin");
    await blocker.query(
      "lock table public.devices, public.households, public.job_runs in access exclusive mode",
    );
    const device = await addDevice(cells.second, await addHome(cells.second));
    const clock = testClock("2026-11-20T12:00:00Z");
    const app = ingestApp(apiPorts(cells.second, clock));
    const body = JSON.stringify({ temp1: 60 });
    expect((await app.request(`/api/ingest/${device.ingestKey}`, { method: "POST", body })).status).toBe(200);
    const { ports } = jobPorts(cells.second, clock);
    expect(await runJob(ports, "collect-history", { trigger: "manual" })).toMatchObject({ kind: "ran" });
    await blocker.query("rollback");
    await blocker.end();
  });
});

describe("doors over two cells", () => {
  const clock = testClock("2026-11-20T12:00:00Z");
  const doorOf = (
    appOf: (ports: ReturnType<typeof apiPorts>) => { fetch: ReturnType<typeof overCells> },
    type: Parameters<typeof machineDoor>[0],
  ) => {
    const places = NAMES.map((name) => {
      const ports = apiPorts(cells[name], clock);
      return { app: appOf(ports), db: ports.db };
    });
    const fetch = overCells(places, machineDoor(type));
    return async (path: string, init?: RequestInit) =>
      await fetch(new Request(`https://hearth.example.net${path}`, init));
  };
  const asked = (name: Name) => cells[name].calls();

  test("a device, a share link and an API key of either cell are answered; what nobody knows is refused", async () => {
    const [ingest, share, v1] = [
      doorOf(ingestApp, SECRET_TYPES.ingestKey),
      doorOf(shareApp, SECRET_TYPES.shareToken),
      doorOf(v1App, SECRET_TYPES.apiKey),
    ];
    for (const name of NAMES) {
      const home = await addHome(cells[name]);
      const { ingestKey } = await addDevice(cells[name], home);
      const body = JSON.stringify({ level1: 7 });
      expect((await ingest(`/api/ingest/${ingestKey}`, { method: "POST", body })).status).toBe(200);
      const header = { "X-Ingest-Key": ingestKey };
      const bridged = { method: "POST", headers: header, body: JSON.stringify({ message: { level1: 8 } }) };
      expect((await ingest("/api/ingest/mqtt", bridged)).status).toBe(200);
      const link = await addShareLink(cells[name], home);
      expect((await share(`/api/share/${link}/latest`)).status).toBe(200);
      const headers = { Authorization: `Bearer ${await addApiKey(cells[name], home)}` };
      expect((await v1("/api/v1/devices", { headers })).status).toBe(200);
    }
    const body = JSON.stringify({ level1: 7 });
    const nobodys = newSecret(SECRET_TYPES.ingestKey, cryptoRandom);
    expect((await ingest(`/api/ingest/${nobodys}`, { method: "POST", body })).status).toBe(401);
    expect((await ingest("/api/ingest/none", { method: "POST", body })).status).toBe(401);
  });

  test("a home of the first cell costs no call of the other, and one of the other's none of the first, once it is known", async () => {
    const door = doorOf(ingestApp, SECRET_TYPES.ingestKey);
    const body = JSON.stringify({ level1: 7 });
    for (const name of NAMES) {
      const { ingestKey } = await addDevice(cells[name], await addHome(cells[name]));
      const post = async () => (await door(`/api/ingest/${ingestKey}`, { method: "POST", body })).status;
      await post();
      cells[OTHER[name]].resetCalls();
      expect([await post(), asked(OTHER[name])]).toEqual([200, 0]);
    }
  });

  test("a secret of another type makes ingest ask no cell", async () => {
    const door = doorOf(ingestApp, SECRET_TYPES.ingestKey);
    const link = await addShareLink(cells.second, await addHome(cells.second));
    for (const name of NAMES) cells[name].resetCalls();
    const { status } = await door(`/api/ingest/${link}`, { method: "POST", body: '{"level1":7}' });
    expect([status, ...NAMES.map(asked)]).toEqual([401, 0, 0]);
  });

  test("a body that is too large is refused at once, though a copy of it is kept for another cell", async () => {
    const { ingestKey } = await addDevice(cells.second, await addHome(cells.second));
    const chunk = new Uint8Array(65_536).fill(32);
    const body = new ReadableStream({ pull: (controller) => controller.enqueue(chunk) });
    const init = { method: "POST", body, duplex: "half" };
    expect((await doorOf(ingestApp, SECRET_TYPES.ingestKey)(`/api/ingest/${ingestKey}`, init)).status).toBe(
      413,
    );
  });

  test("a cell that is down leaves the homes of the other alone, and tells nobody that they are unknown", async () => {
    const door = doorOf(ingestApp, SECRET_TYPES.ingestKey);
    const body = JSON.stringify({ level1: 7 });
    const own = await addDevice(database, await addHome(database));
    const { ingestKey } = await addDevice(cells.second, await addHome(cells.second));
    await cells.second.query("alter table second.devices rename to gone");
    expect((await door(`/api/ingest/${own.ingestKey}`, { method: "POST", body })).status).toBe(200);
    const refused = await door(`/api/ingest/${ingestKey}`, { method: "POST", body });
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "30"]);
    await cells.second.query("alter table second.gone rename to devices");
    expect((await door(`/api/ingest/${ingestKey}`, { method: "POST", body })).status).toBe(200);
  });

  test("a first cell that is down leaves the homes of the other alone", async () => {
    const { ingestKey } = await addDevice(cells.second, await addHome(cells.second));
    await database.query("alter table public.devices rename to gone");
    const answer = await doorOf(ingestApp, SECRET_TYPES.ingestKey)(`/api/ingest/${ingestKey}`, {
      method: "POST",
      body: '{"level1":7}',
    });
    await database.query("alter table public.gone rename to devices");
    expect(answer.status).toBe(200);
  });

  test("are as many as CELLS names, each with a database of its own, and one where it names none", () => {
    const built: (string | undefined)[] = [];
    const build = inItsCell(machineDoor(SECRET_TYPES.shareToken), (environment) => {
      built.push(environment.DATABASE_URL);
      return shareApp(apiPorts(database, clock));
    });
    const DATABASE_URL = "postgresql://a@one.example/a";
    build({ DATABASE_URL });
    build({ DATABASE_URL, CELLS: "postgresql://b@two.example/b, postgresql://c@two.example/c" });
    expect(built).toEqual([
      DATABASE_URL,
      DATABASE_URL,
      "postgresql://b@two.example/b",
      "postgresql://c@two.example/c",
    ]);
  });
});
