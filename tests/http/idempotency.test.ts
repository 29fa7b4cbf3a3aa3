import { beforeEach, describe, expect, test } from "vitest";
import { headersFor } from "../support/answering.ts";
import { newPuck } from "../support/companion.ts";
import { DOCUMENT } from "../support/documented.ts";
import { addApiKey, addDevice } from "../support/fixtures.ts";
import { type Group, openHouse } from "../support/house.ts";
import { isObject, type Json } from "../support/json-schema.ts";
import { registration } from "../support/passkeys.ts";

const house = await openHouse();
const key = await addApiKey(house.database, house.home);
const device = await addDevice(house.database, house.home);
const deviceId = device.id;
const body = JSON.stringify({ temp1: 60 });
await house.apps.ingest.request(`/api/ingest/${device.ingestKey}`, { method: "POST", body });
const [sensor] = await house.database.sql<{ id: string }>`select id from sensors`;
const sensorId = sensor?.id ?? "";

type Operation = { group: Group; path: string; method: string; said: Json };

function groupOf({ tags }: Json): Group {
  const groups = DOCUMENT["x-tagGroups"] as { name: Group; tags: string[] }[];
  const found = groups.find((group) => group.tags.includes(String(tags)));
  return found?.name ?? "public";
}

const OPERATIONS: Operation[] = Object.entries(
  DOCUMENT.paths as Record<string, Record<string, Json>>,
).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, said]) => ({ path, method, said, group: groupOf(said) })),
);
const takesKey = ({ said }: Operation): boolean =>
  (said.parameters as Json[] | undefined)?.some(({ name }) => name === "Idempotency-Key") === true;

/** Posts of readings have their own receipts: tests/http/ingest.test.ts. */
const isPost = ({ group, path }: Operation): boolean => group === "ingest" || path.endsWith("/readings");
const ONCE = OPERATIONS.filter((one) => takesKey(one) && !isPost(one));

/** A body for each path, by its end. A new route that creates something needs one here. */
const BODIES: Record<string, () => object | Promise<object>> = {
  "/account/passkeys": () => registration(house, house.cookie),
  "/devices": () => ({ name: "Attic" }),
  "/rules": () => ({ sensor_id: sensorId, name: "Pipes", is: "below", value: 40 }),
  "/pull-setup": () => ({ feeds: [{ url: "https://barn.example.com/state.json" }] }),
  "/rotate-ingest-key": () => ({}),
  "/share-links": () => ({ scope: "history" }),
  "/pucks/register": () => {
    const { deviceId: device_id, secret } = newPuck();
    return { device_id, secret: secret.toString("hex") };
  },
};

const bodyFor = async (path: string): Promise<object> => {
  const end = Object.keys(BODIES).find((name) => path.endsWith(name)) ?? "";
  return (await BODIES[end]?.()) ?? {};
};

async function post(group: Group, path: string, body: object, idempotencyKey: string | null) {
  const answer = await house.apps[group].request(path.replace("{id}", deviceId), {
    method: "POST",
    headers: {
      "CF-Connecting-IP": "203.0.113.7",
      ...headersFor(group, house, key),
      ...(idempotencyKey === null ? {} : { "Idempotency-Key": idempotencyKey }),
    },
    body: JSON.stringify(body),
  });
  const said = (await answer.json()) as Json;
  return { status: answer.status, said, replayed: answer.headers.get("Idempotent-Replayed") };
}

test("every POST that makes something takes an Idempotency-Key", () => {
  const creating = OPERATIONS.filter(
    ({ method, said }) => method === "post" && isObject(said.responses) && "201" in said.responses,
  );
  expect(creating.length).toBeGreaterThan(4);
  expect(creating.filter((one) => !takesKey(one)).map(({ path }) => path)).toEqual([]);
});

describe.each(ONCE)("POST $path", ({ group, path }) => {
  test("sent again with its key is done once, and answered alike", async () => {
    const body = await bodyFor(path);
    const first = await post(group, path, body, path);
    expect(first).toMatchObject({ status: expect.toSatisfy((status) => [200, 201].includes(status)) });
    expect(first.replayed).toBeNull();
    expect(await post(group, path, body, path)).toEqual({ ...first, replayed: "true" });
    const other = await post(group, path, { ...body, name: "Another" }, path);
    expect([other.status, other.said.error]).toEqual([
      409,
      "This Idempotency-Key was already used for another request",
    ]);
    house.clock.advance(1_000);
  });
});

describe("a key", () => {
  const make = (body: object, idempotencyKey: string) => post("v1", "/api/v1/devices", body, idempotencyKey);
  const receipts = () => house.database.sql`select * from request_receipts where sealed_answer is not null`;

  beforeEach(() => house.database.sql`delete from request_receipts`);

  test("of a refused request is free for a better one", async () => {
    expect((await make({ name: "" }, "again")).status).toBe(400);
    expect((await make({ name: "Attic" }, "again")).status).toBe(201);
  });

  test("is its sender's own", async () => {
    await make({ name: "Attic" }, "mine");
    const other = await addApiKey(house.database, house.home);
    const headers = { Authorization: `Bearer ${other}`, "Idempotency-Key": "mine" };
    const body = JSON.stringify({ name: "Attic" });
    const answer = await house.apps.v1.request("/api/v1/devices", { method: "POST", headers, body });
    expect([answer.status, answer.headers.get("Idempotent-Replayed")]).toEqual([201, null]);
    expect(await receipts()).toHaveLength(2);
  });

  test("pushes out the oldest of its home beyond five hundred, and of no other home", async () => {
    const { sql } = house.database;
    const older = (home: string) => sql`
      insert into request_receipts (household_id, key_hash, request_hash, attempt, status, sealed_answer, created_at)
      select ${home}, sha256(age::text::bytea), '', age, 201, '', ${house.clock()}::timestamptz - age * interval '1 s'
      from generate_series(1, 600) age`;
    await Promise.all([house.home, house.otherHome].map(older));
    const answers = [await make({ name: "Attic" }, "newest"), await make({ name: "Attic" }, "newest")];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const kept =
      await sql`select household_id, count(*)::integer, max(attempt::integer) filter (where attempt ~ '^\\d+$')
      from request_receipts group by household_id`;
    expect(kept).toContainEqual({ household_id: house.home, count: 500, max: 499 });
    expect(kept).toContainEqual({ household_id: house.otherHome, count: 600, max: 600 });
  });

  test("whose request never came to an end says so, at first that it may yet", async () => {
    await make({ name: "Attic" }, "lost");
    await house.database.sql`update request_receipts set status = null, sealed_answer = null`;
    expect((await make({ name: "Attic" }, "lost")).said.error).toContain("in progress");
    house.clock.advance(61_000);
    const late = await make({ name: "Attic" }, "lost");
    expect([late.status, late.said.error]).toEqual([409, expect.stringContaining("is unknown")]);
  });
});

test("an empty Idempotency-Key is refused wherever one is read", async () => {
  const answer = await post("v1", "/api/v1/devices", { name: "Attic" }, "");
  expect([answer.status, answer.said]).toEqual([
    400,
    { error: "Idempotency-Key is empty: send a value or no header" },
  ]);
});
