import { setTimeout as sleep } from "node:timers/promises";
import type { SQLWrapper } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { Client } from "pg";
import { afterAll, beforeEach, expect, test } from "vitest";
import { ingestApp } from "../../functions/ingest/app.ts";
import { databaseOver, dbOf } from "../../lib/kernel/db.queries.ts";
import type { Queries } from "../../lib/kernel/statements.queries.ts";
import type { IngestCall } from "../../lib/readings/ingest.queries.ts";
import { ALONE, postsAlone, postsTogether } from "../../local/machine/posts-together.ts";
import { openSqlConnections } from "../../local/machine/sql-client.ts";
import { openTestDatabase } from "../support/database.ts";
import { addDevice, addHome, type TestDevice } from "../support/fixtures.ts";
import { testServices } from "../support/services.ts";

/** More than a batch holds. */
const DEVICES = 70;
const ROOM = { temp1: 68, humidity1: 40 };

let alone: ReturnType<typeof openSqlConnections>;
let calls: string[] = [];
/** The text of a call that is carried out, and whose answer is then lost, once. */
let lostAnswer: string | null = null;

beforeEach(() => {
  calls = [];
  lostAnswer = null;
});
afterAll(async () => {
  await connections.close();
  await alone.close();
});

function losing(queries: Queries): Queries {
  const execute = (statement: SQLWrapper) => {
    const { sql: text } = new PgDialect().sqlToQuery(statement.getSQL());
    const name = /record_\w+/.exec(text)?.[0] ?? "";
    calls.push(name);
    const answer = queries.execute(statement);
    if (name !== lostAnswer) return answer;
    lostAnswer = null;
    return answer.then(() => {
      throw new Error("The connection ended");
    });
  };
  return Object.assign(Object.create(queries), { execute });
}

const post = async ({ ingestKey }: { ingestKey: string }, body: object, headers = {}) =>
  app.request(`/api/ingest/${ingestKey}`, { method: "POST", body: JSON.stringify(body), headers });

const callOf = (place: number): IngestCall => ({
  keyHash: new Uint8Array([place >> 8, place & 255]),
  requestId: place,
  now: new Date(0),
  idempotencyKey: null,
  payload: { readings: [], health: {}, faultyKeys: [] },
});

const of = (place: number): TestDevice => devices[place] as TestDevice;

const storedOf = async ({ id }: TestDevice) => {
  const rows = await database.query<{ values: string }>(
    `select s."values"::text as values from snapshots s join devices d on d.number = s.device_number
     where d.id = $1 order by s.recorded_at`,
    [id],
  );
  return rows.map(({ values }) => values);
};

const database = await openTestDatabase();
const connections = openSqlConnections(database.connectionString);
alone = openSqlConnections(database.connectionString, ALONE);
const db = databaseOver(losing(connections.queries), { pause: async () => {} });
const postAlone = postsAlone(databaseOver(losing(alone.queries), { pause: (ms) => sleep(ms) }));
const app = ingestApp({ ...testServices(database), db, storePost: postsTogether(db, postAlone) });
const home = await addHome(database);
const devices = await Promise.all(Array.from({ length: DEVICES }, () => addDevice(database, home)));
// After its first two posts, a device's next one is a usual post.
for (let round = 0; round < 2; round += 1)
  for (const device of devices) expect((await post(device, ROOM)).status).toBe(200);

test("posts side by side are stored once each and answered as one alone, by fewer calls than posts", async () => {
  const alone = await post(of(0), { temp1: 69, humidity1: 41 });
  calls = [];
  const answers = await Promise.all(
    devices.slice(1).map((device, index) => post(device, { temp1: 64 + index / 20, humidity1: 42 })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(calls).toEqual(["record_usual_posts", "record_usual_posts"]);
  const [answer] = answers as [Response];
  const leftOf = ({ headers }: Response) => [
    headers.get("RateLimit-Policy"),
    headers.get("RateLimit")?.split(";t=")[0],
  ];
  expect(leftOf(answer)).toEqual(leftOf(alone));
  expect(await answer.json()).toEqual(await alone.json());
  for (const [index, device] of devices.slice(1).entries())
    expect((await storedOf(device)).slice(2)).toEqual([`{${64 + index / 20},42}`]);
  const [latest] = await database.query<{ latest: string }>(
    "select latest_values::text as latest from devices where id = $1",
    [of(DEVICES - 1).id],
  );
  expect(latest?.latest).toBe("{67.4,42}");
});

/** Runs `work` while another connection holds these devices; `letGo` releases them. */
async function whileHeld(
  held: readonly TestDevice[],
  work: (letGo: () => Promise<unknown>) => Promise<void>,
) {
  const holder = new Client({ connectionString: database.connectionString });
  await holder.connect();
  try {
    await holder.query("begin");
    const ids = held.map(({ id }) => id);
    await holder.query("select from devices where id = any($1) order by id for update", [ids]);
    await work(() => holder.query("commit"));
  } finally {
    await holder.end();
  }
}

test("while a lone post waits for its device, others are stored", async () => {
  await whileHeld([of(44)], async (letGo) => {
    const waiting = post(of(44), ROOM);
    await sleep(50);
    for (const place of [45, 46, 47]) expect((await post(of(place), ROOM)).status).toBe(200);
    await letGo();
    expect((await waiting).status).toBe(200);
  });
});

test("two posts of one device at the same moment are both stored", async () => {
  const before = (await storedOf(of(1))).length;
  const answers = await Promise.all([65, 66, 67].map((temp1) => post(of(1), { ...ROOM, temp1 })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const stored = (await storedOf(of(1))).slice(before);
  expect(stored.toSorted()).toEqual(["{65,40}", "{66,40}", "{67,40}"]);
});

test("an unusual post among them has the answer that it has alone, and keeps none from theirs", async () => {
  const unknown = { ingestKey: `${of(3).ingestKey.slice(0, -4)}AAAA` };
  const answers = await Promise.all([
    post(unknown, ROOM),
    post(of(3), { ...ROOM, co2: 700 }),
    post(of(4), { temp1: 20, humidity1: 40 }),
    post(of(5), ROOM, { "Idempotency-Key": "again" }),
    post(of(6), ROOM),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([401, 200, 200, 200, 200]);
  expect(await answers[1]?.json()).toEqual({ ok: true, readings: 3, sensors_created: 1 });
  const frozen = await database.query(
    `select state.kind from alert_states state join sensors sensor on sensor.id = state.subject
     where sensor.device_id = $1`,
    [of(4).id],
  );
  expect(frozen).toHaveLength(1);
});

test("a device that somebody holds keeps no other post waiting", async () => {
  await whileHeld([of(7)], async (letGo) => {
    const before = (await storedOf(of(7))).length;
    const waiting = post(of(7), { ...ROOM, temp1: 61 });
    const others = await Promise.all([8, 9, 10].map((place) => post(of(place), ROOM)));
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await Promise.race([waiting, sleep(50, "it waits")])).toBe("it waits");
    await letGo();
    expect((await waiting).status).toBe(200);
    expect((await storedOf(of(7))).slice(before)).toEqual(["{61,40}"]);
  });
});

test("a home whose devices are all held keeps no other home waiting, whatever it sends", async () => {
  const held = devices.slice(20, 40);
  await whileHeld(held, async (letGo) => {
    const waiting = held.map((device) => post(device, { ...ROOM, temp1: 62 }));
    await sleep(100);
    const usual = post(of(41), ROOM);
    const leak = post(of(42), { ...ROOM, flood1: true });
    const answered = Promise.all([usual, leak]).then((answers) => answers.map(({ status }) => status));
    expect(await Promise.race([answered, sleep(4_000, "they wait")])).toEqual([200, 200]);
    await letGo();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(held.map(() => 200));
  });
});

test("where the database refuses one post of a batch, that one alone is refused", async () => {
  await database.query(`create function refuse_one() returns trigger language plpgsql as $$
    begin raise exception 'refused' using errcode = '23514'; end $$`);
  await database.query(
    `create trigger refuse_one before update on devices for each row when (new.id = '${of(11).id}')
     execute function refuse_one()`,
  );
  try {
    const answers = await Promise.all([11, 12, 13].map((place) => post(of(place), ROOM)));
    expect(answers.map(({ status }) => status)).toEqual([500, 200, 200]);
  } finally {
    await database.query("drop trigger refuse_one on devices");
  }
});

test("a batch whose answer is lost on the way is stored once, and answered", async () => {
  const before = (await storedOf(of(14))).length;
  lostAnswer = "record_usual_posts";
  const answers = await Promise.all([14, 15].map((place) => post(of(place), { ...ROOM, temp1: 64 })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(lostAnswer).toBeNull();
  expect((await storedOf(of(14))).slice(before)).toEqual(["{64,40}"]);
});

test("nothing is acknowledged while the database does not answer", async () => {
  const down = openSqlConnections("postgresql://nobody@127.0.0.1:9/none");
  const db = databaseOver(down.queries, { pause: async () => {} });
  const broken = ingestApp({ ...testServices(database), db, storePost: postsTogether(db, postsAlone(db)) });
  const answers = await Promise.all(
    [16, 17].map((place) =>
      broken.request(`/api/ingest/${of(place).ingestKey}`, { method: "POST", body: JSON.stringify(ROOM) }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([500, 500]);
  await down.close();
});

test("a thousand posts wait for each other, and what comes beyond them goes by itself", async () => {
  let asked = 0;
  const stuck = dbOf(() => {
    asked += 1;
    return new Promise(() => undefined);
  });
  const store = postsTogether(stuck, postsAlone(stuck));
  for (let place = 0; place < 1_024; place += 1) void store(callOf(place));
  expect(asked).toBe(0);
  for (let place = 0; place < 10; place += 1) void store(callOf(2_000 + place));
  expect(asked).toBe(10);
});
