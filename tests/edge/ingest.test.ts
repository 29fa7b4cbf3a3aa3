import { afterAll, describe, expect, test } from "vitest";
import { newSecret } from "../../lib/kernel/secret.ts";
import { LIMITS } from "../../schema/limits.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { addDevice, addHome, addShareLink } from "../support/fixtures.ts";
import { openTestRedis, type TestRedis } from "../support/redis.ts";
import { cryptoRandom } from "../support/services.ts";
import { serveGroups } from "./served-groups.ts";

const ASKS_MAX = 3;
const CLOSED = /^(EPIPE|ECONNRESET|UND_ERR_SOCKET)$/;

let database: TestDatabase;
let redis: TestRedis;

[database, redis] = await Promise.all([openTestDatabase(), openTestRedis()]);
const runtime = await serveGroups(["ingest", "share"], { database, redis });
const home = await addHome(database);
const device = await addDevice(database, home);
const shareToken = await addShareLink(database, home, { scope: "history" });
afterAll(async () => {
  await runtime?.stop();
  await redis?.close();
});

const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(`${runtime.url}/api/ingest${path}`, { method: "POST", body, headers });

type Latest = { readings: { key: string; device: string; value_num: number; unit: string | null }[] };
async function latestOf(name: string): Promise<Record<string, [number, string | null]>> {
  const answer = await fetch(`${runtime.url}/api/share/${shareToken}/latest`);
  expect(answer.status).toBe(200);
  const { readings } = (await answer.json()) as Latest;
  const own = readings.filter((reading) => reading.device === name);
  return Object.fromEntries(own.map(({ key, value_num, unit }) => [key, [value_num, unit]]));
}

describe("a sensor posts and a viewer reads, in the edge runtime", () => {
  const HOME_ASSISTANT = {
    state: "21.5",
    attributes: { unit_of_measurement: "°C", friendly_name: "Attic" },
  };
  const SENML = [
    { bn: "urn:dev:ow:10e2073a01080063:", n: "pipe", u: "Cel", v: 3.5 },
    { n: "air", u: "%RH", v: 61 },
  ];
  const TYPED = { sensors: [{ key: "tank", kind: "level", value: 60, unit: "%" }] };
  type Shown = [number, string | null];
  const STYLES: [string, unknown, Record<string, Shown>][] = [
    ["flat keys", { temp1: 38.5, door1: true }, { temp1: [38.5, "°F"], door1: [1, null] }],
    ["the classic temp object", { temp: { 1: { c: 4, f: 39.2, h: 50 } } }, { temp1: [39.2, "°F"] }],
    ["typed sensors", TYPED, { tank: [60, "%"] }],
    ["SenML", SENML, { pipe: [3.5, "°C"], air: [61, "%"] }],
    ["a Home Assistant entity", HOME_ASSISTANT, { attic: [21.5, "°C"] }],
  ];
  test.each(STYLES)("with %s", async (name, body, shown) => {
    const { ingestKey } = await addDevice(database, home, { name });
    const answer = await post(`/${ingestKey}`, JSON.stringify(body));
    expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ ok: true })]);
    expect(await latestOf(name)).toMatchObject(shown);
  });

  test("over the MQTT bridge", async () => {
    const { ingestKey } = await addDevice(database, home, { name: "Bridge" });
    const body = JSON.stringify({ topic: "cellar/node", payload: '{"temp1":36.5}' });
    const answer = await post("/mqtt", body, { "X-Ingest-Key": ingestKey });
    expect(await answer.json()).toEqual({ ok: true, readings: 1, sensors_created: 1 });
    expect(await latestOf("Bridge")).toEqual({ temp1: [36.5, "°F"] });
  });
});

describe("a refusal in the edge runtime is the contract's", () => {
  const chunked = () =>
    new ReadableStream({
      start(controller) {
        for (let sent = 0; sent <= LIMITS.ingestBodyBytesMax; sent += 1_024)
          controller.enqueue(new Uint8Array(1_024));
        controller.close();
      },
    });
  const send = (init: RequestInit & { duplex?: "half" }, path = `/api/ingest/${device.ingestKey}`) =>
    fetch(runtime.url + path, { method: "POST", ...init });
  const unknownKey = `/api/ingest/${newSecret(SECRET_TYPES.ingestKey, cryptoRandom)}`;
  const CASES: [string, number, string, () => Promise<Response>][] = [
    ["bad JSON", 400, "Invalid JSON", () => send({ body: "{" })],
    ["an empty body", 400, "Empty body", () => send({ body: "" })],
    ["nothing usable", 400, "No usable reading", () => send({ body: '{"temp1":"unavailable"}' })],
    ["no key", 400, "Missing device key", () => send({ body: "{}" }, "/api/ingest")],
    ["a malformed key", 401, "Invalid device key", () => send({ body: "{}" }, "/api/ingest/nope")],
    ["an unknown key", 401, "Invalid device key", () => send({ body: '{"temp1":1}' }, unknownKey)],
    [
      "65,537 bytes",
      413,
      "Payload too large",
      () => send({ body: " ".repeat(LIMITS.ingestBodyBytesMax + 1) }),
    ],
    ["an endless body", 413, "Payload too large", () => send({ body: chunked(), duplex: "half" })],
    ["GET", 405, "Method not allowed", () => send({ method: "GET" })],
    ["an unknown path", 404, "Not found", () => send({ body: "{}" }, "/api/nope")],
  ];
  // A runtime that answers before it has read all may close first: HTTP lets the sender see EPIPE then, and ask again.
  const asked = (ask: () => Promise<Response>, tries = ASKS_MAX): Promise<Response> =>
    ask().catch((error: TypeError) => {
      if (tries === 1 || !CLOSED.test(String((error.cause as NodeJS.ErrnoException)?.code))) throw error;
      return asked(ask, tries - 1);
    });
  test.each(CASES)("%s: %i", async (_, status, sentence, ask) => {
    const answer = await asked(ask);
    expect([answer.status, await answer.json()]).toEqual([
      status,
      { error: expect.stringContaining(sentence) },
    ]);
    expect(answer.headers.get("X-Request-Id")).toMatch(/^[\w-]{8,64}$/);
    if (status === 405) expect(answer.headers.get("Allow")).toBe("POST");
  });
});
