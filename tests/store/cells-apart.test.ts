import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { machineDoor } from "../../functions/_doors/door.ts";
import { overCells } from "../../functions/_platform/cells.ts";
import { ingestApp } from "../../functions/ingest/app.ts";
import { shareApp } from "../../functions/share/app.ts";
import { v1App } from "../../functions/v1/app.ts";
import { newSecret } from "../../lib/kernel/secret.ts";
import { foundCell } from "../../local/cells/found-cell.ts";
import { HOME_ROWS, whereOf } from "../../local/cells/home-rows.ts";
import { moveBetween } from "../../local/cells/move-between.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { apiPorts } from "../support/api.ts";
import { openCellApart } from "../support/cell-apart.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { addApiKey, addDevice, addHome, addMember, addShareLink } from "../support/fixtures.ts";
import { cryptoRandom, type TestClock, testClock } from "../support/ports.ts";
import { openWorld, type World } from "./rows/world.ts";

const NAMES = ["public", "attic"] as const;
type Name = (typeof NAMES)[number];
const OTHER: Record<Name, Name> = { public: "attic", attic: "public" };
/** Of the columns that a move itself changes, so that the home is judged at once where it is now. */
const CHANGED = ["body_shape", "deadband_low", "deadband_high", "deadband_version", "due_at", "asked"];
/** An instance asks once a second whether a home is leaving. */
const NOTICE = { announcedMs: 1_100, lateMs: 100 };

let database: TestDatabase;
let attic: Awaited<ReturnType<typeof openCellApart>>;
let cells: Record<Name, TestDatabase>;
let world: World;
beforeAll(async () => {
  database = await openTestDatabase();
  attic = await openCellApart(database, "attic");
  cells = { public: database, attic };
  world = await openWorld(database);
});
afterAll(async () => {
  await attic?.close();
  await database?.close();
});

const addressOf = (name: Name) => ({
  url: name === "public" ? database.connectionString : attic.url,
  schema: name,
});
const move = (home: string, to: Name, notice = { announcedMs: 0, lateMs: 0 }) =>
  moveBetween({ home, from: addressOf(OTHER[to]), to: addressOf(to) }, notice);

/** What a place holds of a home, table by table. */
async function held(home: string, name: Name): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const { table, key } of HOME_ROWS) {
    const rows = await cells[name].query<{ row: string }>(
      `select (to_jsonb(${table}) - $2::text[])::text as row from ${name}.${table}
       where ${whereOf({ table, key }, name)} order by 1`,
      [home, CHANGED],
    );
    if (rows.length > 0) found[table] = rows.map(({ row }) => row);
  }
  return found;
}

const placesOf = async (home: string) =>
  Promise.all(
    NAMES.map(
      async (name) => (await cells[name].query("select from households where id = $1", [home])).length,
    ),
  );
const traces = async () => [
  ...(await database.query("select from departures")),
  ...(await attic.query("select from departures")),
  ...(await attic.query("select from pg_namespace where nspname like 'arriving%'")),
  ...(await database.query("select from pg_namespace where nspname like 'arriving%'")),
];

describe("a cell in a database of its own", () => {
  test("numbers what it makes in a range that no cell of the first database has", async () => {
    await foundCell(database.connectionString, "beside");
    await foundCell(database.connectionString, "attic", { at: attic.url });
    const comments = await database.query<{ name: string; said: string }>(
      `select nspname as name, said from pg_namespace, obj_description(oid, 'pg_namespace') said
       where starts_with(said, 'hearthwatch cell') order by 2`,
    );
    expect(comments).toEqual([
      { name: "attic", said: "hearthwatch cell 1 in another database" },
      { name: "beside", said: "hearthwatch cell 2" },
    ]);
    const device = await addDevice(attic, await addHome(attic));
    const [row] = await attic.query<{ number: number }>("select number from devices where id = $1", [
      device.id,
    ]);
    expect(row?.number).toBe(Math.floor((2 ** 31 - 1) / 128) + 1);
  });

  test("is refused a name that the first database has", async () => {
    await expect(foundCell(database.connectionString, "attic")).rejects.toThrow(
      "already, in another database",
    );
  });
});

describe("a home that moves to another database", () => {
  test("takes every row along, leaves none behind, and is judged at once where it is now", async () => {
    const before = await held(world.home, "public");
    expect(Object.keys(before).length).toBeGreaterThan(25);
    expect(await move(world.home, "attic")).toMatchObject({ isThereAlready: false });
    expect(await held(world.home, "attic")).toEqual(before);
    expect(Object.keys(await held(world.home, "public"))).toEqual([]);
    expect(await database.query("select from removed_objects")).toEqual([]);
    const checks = await attic.query(
      "select due_at < now() as is_due from household_checks where household_id = $1",
      [world.home],
    );
    expect(checks).toEqual([{ is_due: true }]);
    const app = shareApp(apiPorts(attic, testClock("2026-11-20T10:05:00Z")));
    expect((await app.request(`/api/share/${world.tokens.share}/latest`)).status).toBe(200);
    expect(await move(world.home, "attic")).toEqual({ rows: 0, isThereAlready: true });
    await move(world.home, "public");
    expect(await held(world.home, "public")).toEqual(before);
    expect(await traces()).toEqual([]);
  });

  test("keeps values that JSON does not know, in more rows than a batch has", async () => {
    const home = await addHome(database);
    const { number } = await numbered(home);
    await database.query(
      `insert into snapshots (device_number, recorded_at, "values")
       select $1, '2026-11-20T00:00:00Z'::timestamptz + n * interval '1 second', array['-0', n / 3.0, null]::float8[]
       from generate_series(1, 1200) n`,
      [number],
    );
    const said = (name: Name) =>
      cells[name].query(
        `select recorded_at::text, "values"::text from snapshots where device_number = $1 order by 1`,
        [number],
      );
    const before = await said("public");
    await move(home, "attic");
    expect(await said("attic")).toEqual(before);
    expect(before[0]).toMatchObject({ values: "{-0,0.3333333333333333,NULL}" });
  });

  test("is refused where somebody else has an account of a member's address, and stays as it was", async () => {
    const home = await addHome(database);
    await addMember(database, home, "owner", "twice@example.com");
    await addMember(attic, await addHome(attic), "owner", "twice@example.com");
    await expect(move(home, "attic")).rejects.toThrow("another account of twice@example.com");
    expect([await placesOf(home), await traces()]).toEqual([[1, 0], []]);
  });

  test("is refused between places that have not sealed the same days", async () => {
    const home = await addHome(database);
    await attic.query("insert into sealed_days (is_only, before) values (true, '2026-11-01')");
    await expect(move(home, "attic")).rejects.toThrow("have not sealed the same days");
    await attic.query("delete from sealed_days");
    expect(await traces()).toEqual([]);
  });

  test("is refused while somebody else is moving it", async () => {
    const home = await addHome(database);
    const moving = move(home, "attic", { announcedMs: 500, lateMs: 0 });
    await sleep(250);
    await expect(move(home, "attic")).rejects.toThrow("Somebody else is moving");
    await moving;
  });

  test("is nowhere where its people have deleted it after a move was cut off", async () => {
    const home = await addHome(database);
    await attic.query(`create schema "arriving_${home}"`);
    await database.query("insert into departures (household_id, began_at) values ($1, now())", [home]);
    await database.query("delete from households where id = $1", [home]);
    await expect(move(home, "attic")).rejects.toThrow("has a home");
    expect([await placesOf(home), await traces()]).toEqual([[0, 0], []]);
  });
});

const numbered = async (home: string) => {
  const device = await addDevice(database, home);
  const [row] = await database.query<{ number: number }>("select number from devices where id = $1", [
    device.id,
  ]);
  return { ...device, number: row?.number ?? 0 };
};

/** Posts ever new values of each device until told to stop; answers those that were acknowledged, and other answers. */
function postAllTheTime(keys: string[], door: ReturnType<typeof overCells>, clock: TestClock) {
  const kept: number[] = [];
  const others: number[] = [];
  let isOver = false;
  const posting = keys.map(async (key, index) => {
    for (let value = index; !isOver; value += keys.length) {
      const url = `https://hearth.example.net/api/ingest/${key}`;
      const answer = await door(
        new Request(url, { method: "POST", body: JSON.stringify({ level1: value }) }),
      );
      if (answer.status === 200) kept.push(value);
      else others.push(answer.status);
      clock.advance(1_000);
      await sleep(5);
    }
  });
  const stop = async () => {
    isOver = true;
    await Promise.all(posting);
    return { kept: kept.toSorted((a, b) => a - b), others };
  };
  return { stop };
}

const doorOf = (
  clock: TestClock,
  appOf: (ports: ReturnType<typeof apiPorts>) => { fetch: ReturnType<typeof overCells> } = ingestApp,
  type: Parameters<typeof machineDoor>[0] = SECRET_TYPES.ingestKey,
  names: readonly Name[] = NAMES,
) =>
  overCells(
    names.map((name) => {
      const ports = apiPorts(cells[name], clock);
      return { app: appOf(ports), db: ports.db };
    }),
    machineDoor(type),
  );

const storedIn = async (name: Name, home: string) =>
  (
    await cells[name].query<{ value: number }>(
      `select "values"[1]::integer as value from snapshots
       where device_number in (select number from devices where household_id = $1) order by 1`,
      [home],
    )
  ).map(({ value }) => value);

describe("under load", () => {
  test("a home that moves to and fro keeps every post that was acknowledged, once, and refuses none", async () => {
    const clock = testClock("2026-11-20T12:00:00Z");
    const home = await addHome(database);
    const keys: string[] = [];
    for (let index = 0; index < 8; index += 1) keys.push((await addDevice(database, home)).ingestKey);
    // One half asks the deployment of the other cell, as instances that have never seen the home.
    const doors = [doorOf(clock), doorOf(clock, ingestApp, SECRET_TYPES.ingestKey, ["attic", "public"])];
    const halves = doors.map((door, half) =>
      postAllTheTime(
        keys.filter((_, index) => index % 2 === half),
        door,
        clock,
      ),
    );
    for (const to of ["attic", "public", "attic"] as const)
      expect(await move(home, to, NOTICE)).toMatchObject({ isThereAlready: false });
    await sleep(200);
    const notified = await Promise.all(halves.map(({ stop }) => stop()));
    expect(notified.flatMap(({ others }) => others)).toEqual([]);
    const kept = notified.flatMap(({ kept }) => kept);
    expect(kept.length).toBeGreaterThan(100);
    expect(await storedIn("attic", home)).toEqual(kept.toSorted((a, b) => a - b));
    expect(Object.keys(await held(home, "public"))).toEqual([]);
  });

  test("a verb that is killed, whenever it is, leaves the home in one place, and ends when it is called again", async () => {
    const clock = testClock("2026-11-20T12:00:00Z");
    const home = await addHome(database);
    const keys: string[] = [];
    for (let index = 0; index < 4; index += 1) keys.push((await addDevice(database, home)).ingestKey);
    const posts = postAllTheTime(keys, doorOf(clock), clock);
    const verb = () =>
      spawn(process.execPath, ["local/cells/cells.ts", "move", home, "--from", "public", "--to", "attic"], {
        env: { ...process.env, DATABASE_URL: database.connectionString, OTHER_DATABASE_URL: attic.url },
        stdio: "ignore",
      });
    const announced = async () =>
      (await database.query("select from departures where household_id = $1", [home])).length;
    // It gives 2.5 s of notice, and has a quarter of a second's work behind them.
    for (const afterMs of [0, 2_450, 2_550, 2_650]) {
      const running = verb();
      const ended = once(running, "exit");
      await expect.poll(announced, { timeout: 10_000, interval: 20 }).toBe(1);
      await sleep(afterMs);
      running.kill("SIGKILL");
      await ended;
      const [here, there] = await placesOf(home);
      expect(here === 1 && there === 1).toBe(false);
      await expect.poll(async () => (await attic.query(LOCKS)).length, { timeout: 10_000 }).toBe(0);
    }
    await move(home, "attic", NOTICE);
    await sleep(200);
    const { kept, others } = await posts.stop();
    expect(others.filter((status) => status !== 503)).toEqual([]);
    expect(await storedIn("attic", home)).toEqual(kept);
    expect([await placesOf(home), await traces()]).toEqual([[0, 1], []]);
  });
});

const LOCKS = "select from pg_locks where locktype = 'advisory'";

describe("a move that is cut off", () => {
  /** Holds the commit of the database with the home's new rows, until it is let go. */
  async function holdCommit(name: Name): Promise<Client> {
    await cells[name].query(`create function wait_here() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock_shared(77); return null; end'`);
    await cells[name].query(`create constraint trigger wait_here after insert or delete on households
      deferrable initially deferred for each row execute function wait_here()`);
    const holder = new Client({ connectionString: cells[name].connectionString });
    await holder.connect();
    await holder.query("select pg_advisory_lock(77)");
    return holder;
  }
  async function letGo(name: Name, holder: Client): Promise<void> {
    await holder.end();
    await cells[name].query("drop function wait_here cascade");
  }
  const cutOff = async (name: Name) =>
    (
      await cells[name].query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event = 'advisory' and query like 'commit%'`,
      )
    ).length > 0;

  test("before it is committed where the home was, has changed nothing", async () => {
    const { home } = world;
    const before = await held(home, "public");
    const holder = await holdCommit("public");
    const moving = move(home, "attic").catch((error: unknown) => error);
    await expect.poll(() => cutOff("public"), { timeout: 10_000 }).toBe(true);
    expect(await moving).toBeInstanceOf(Error);
    await letGo("public", holder);
    expect([await placesOf(home), await held(home, "public")]).toEqual([[1, 0], before]);
    await move(home, "attic");
    expect([await held(home, "attic"), await traces()]).toEqual([before, []]);
    await move(home, "public");
  });

  test("after that, tells its devices to come again, and is ended by the next call", async () => {
    const { home } = world;
    const before = await held(home, "public");
    const holder = await holdCommit("attic");
    const moving = move(home, "attic").catch((error: unknown) => error);
    await expect.poll(() => cutOff("attic"), { timeout: 10_000 }).toBe(true);
    expect(await moving).toBeInstanceOf(Error);
    await letGo("attic", holder);
    expect(await placesOf(home)).toEqual([0, 0]);
    const door = doorOf(testClock("2026-11-20T12:00:00Z"), shareApp, SECRET_TYPES.shareToken);
    const url = `https://hearth.example.net/api/share/${world.tokens.share}/latest`;
    const waits = await door(new Request(url));
    expect([waits.status, waits.headers.get("Retry-After")]).toEqual([503, "30"]);
    expect(await move(home, "attic")).toMatchObject({ isThereAlready: false });
    expect([await held(home, "attic"), await traces()]).toEqual([before, []]);
    await sleep(1_000);
    expect((await door(new Request(url))).status).toBe(200);
    await move(home, "public");
  });
});

describe("doors over two databases", () => {
  const clock = testClock("2026-11-20T12:00:00Z");
  const request = (path: string, init?: RequestInit) =>
    new Request(`https://hearth.example.net${path}`, init);
  const body = JSON.stringify({ level1: 7 });
  const post = (key: string) => request(`/api/ingest/${key}`, { method: "POST", body });

  test("a device, a share link and an API key of either are answered; what nobody knows is refused", async () => {
    const [ingest, share, v1] = [
      doorOf(clock),
      doorOf(clock, shareApp, SECRET_TYPES.shareToken),
      doorOf(clock, v1App, SECRET_TYPES.apiKey),
    ];
    for (const name of NAMES) {
      const home = await addHome(cells[name]);
      expect((await ingest(post((await addDevice(cells[name], home)).ingestKey))).status).toBe(200);
      const link = await addShareLink(cells[name], home);
      expect((await share(request(`/api/share/${link}/latest`))).status).toBe(200);
      const headers = { Authorization: `Bearer ${await addApiKey(cells[name], home)}` };
      expect((await v1(request("/api/v1/devices", { headers }))).status).toBe(200);
    }
    expect((await ingest(post(newSecret(SECRET_TYPES.ingestKey, cryptoRandom)))).status).toBe(401);
  });

  test("one that is down affects its own homes alone, which get an answer to try again", async () => {
    const known = doorOf(clock);
    const [fresh, atTheirs] = [
      doorOf(clock),
      doorOf(clock, ingestApp, SECRET_TYPES.ingestKey, ["attic", "public"]),
    ];
    const own = await addDevice(database, await addHome(database));
    const theirs = await addDevice(attic, await addHome(attic));
    expect((await known(post(theirs.ingestKey))).status).toBe(200);
    await database.query(`alter database ${attic.database} with allow_connections false`);
    await database.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [
      attic.database,
    ]);
    const answers = [];
    for (const [door, { ingestKey }] of [
      [fresh, own],
      [atTheirs, own],
      [fresh, theirs],
      [known, theirs],
      [atTheirs, theirs],
    ] as const) {
      const answer = await door(post(ingestKey));
      answers.push([answer.status, answer.headers.get("Retry-After")]);
    }
    await database.query(`alter database ${attic.database} with allow_connections true`);
    // SPEC has 500 for a database that fails under a known device; both say when to come again.
    expect(answers).toEqual([
      [200, null],
      [200, null],
      [503, "30"],
      [500, "5"],
      [500, "5"],
    ]);
    expect((await fresh(post(theirs.ingestKey))).status).toBe(200);
  });
});
