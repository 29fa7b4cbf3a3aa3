import { beforeEach, describe, expect, test } from "vitest";
import { ingestApp } from "../../functions/ingest/app.ts";
import { READING_LIMITS } from "../../lib/readings/limits.ts";
import type { ReceivedBody } from "../../lib/readings/received-body/received-body.ts";
import { bodyNotes } from "../../lib/readings/record-readings.actions.ts";
import { findReceived } from "../../lib/readings/shown.queries.ts";
import { LIMITS } from "../../schema/limits.ts";
import { openTestDatabase } from "../support/database.ts";
import { addDevice, addHome, type TestDevice } from "../support/fixtures.ts";
import { testClock, testServices } from "../support/services.ts";

let services: ReturnType<typeof testServices>;
let device: TestDevice;
const clock = testClock("2026-11-20T10:00:00Z");
/** Work after the answers, which waits until the test releases it. */
let waiting: (() => void)[] = [];
let background: Promise<unknown>[] = [];
let app: ReturnType<typeof ingestApp>;

const database = await openTestDatabase();
const home = await addHome(database);
beforeEach(async () => {
  device = await addDevice(database, home);
  services = testServices(database, clock);
  [waiting, background] = [[], []];
  const pause = () => new Promise<void>((resolve) => waiting.push(resolve));
  const notes = bodyNotes({ ...services, pause });
  const noteBody = (...args: Parameters<typeof notes>) => {
    const work = notes(...args);
    if (work !== null) background.push(work);
    return work;
  };
  app = ingestApp({ ...services, noteBody });
});

const post = (body: string | object, { key = device.ingestKey, path = "" } = {}) =>
  app.request(`/api/ingest/${key}${path}`, {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
const written = async (): Promise<ReceivedBody[]> => {
  for (const goOn of waiting.splice(0)) goOn();
  await Promise.all(background.splice(0));
  return findReceived(services.db, home, device.id, clock());
};

describe("the last bodies of a device", () => {
  test("are kept with what was made of each, newest first", async () => {
    await post({ temp1: 60, temperature: 21, battery: 80 });
    await post({ hello: "there" });
    await post("{oops");
    expect(await written()).toMatchObject([
      { status: 400, text: "{oops", error: expect.stringContaining("Invalid JSON"), sensors: [] },
      { status: 400, text: '{"hello":"there"}', error: expect.stringMatching(/^No usable reading/) },
      {
        status: 200,
        bytes: 42,
        error: null,
        readings: 2,
        sensors: [
          { key: "temp1", kind: "temperature", value: 60, unit: "°F", assumed: false },
          { key: "temperature", kind: "temperature", value: 21, unit: "°F", assumed: true },
        ],
      },
    ]);
  });

  test("are ten at most, and are gone after some days", async () => {
    for (let count = 0; count < 14; count += 1) await post(`{"n": ${count},}`);
    expect((await written()).map(({ text }) => text)).toEqual(
      Array.from({ length: READING_LIMITS.receivedBodiesMax }, (_, index) => `{"n": ${13 - index},}`),
    );
    const later = new Date(clock().getTime() + (READING_LIMITS.receivedBodyDays + 1) * 86_400_000);
    expect(await findReceived(services.db, home, device.id, later)).toEqual([]);
  });

  test("never hold a secret", async () => {
    const token = "hw_key_0123456789abcdefghijklmnopqrstuv012345";
    await post({ wifi_password: "hunter2", note: `bearer ${token}`, nested: { apiKey: 12345 }, ok: "yes" });
    await post(`PASSKEY=ABCDEF&mac=1&token=${token}`);
    const text = JSON.stringify(await written());
    for (const secret of ["hunter2", token, "12345", "ABCDEF"]) expect(text).not.toContain(secret);
    expect(text).toContain("bearer •••");
  });

  test("are noted of a steady device now and then, and at once when something is new", async () => {
    for (let count = 0; count < 5; count += 1) {
      await post({ temp1: 60 + count });
      clock.advance(60_000);
    }
    expect(await written()).toHaveLength(1);
    await post({ temp1: 60, humidity1: 40 });
    expect(await written()).toHaveLength(2);
    clock.advance(READING_LIMITS.receivedAgainMinutes * 60_000);
    await post({ temp1: 60 });
    expect(await written()).toHaveLength(3);
  });
});

test("a flood of refused bodies costs no database call before its answers, and one after all of them", async () => {
  database.resetCalls();
  for (let count = 0; count < 50; count += 1) expect((await post({ hello: "there" })).status).toBe(400);
  expect(database.calls()).toBe(0);
  expect(background).toHaveLength(1);
  await Promise.all([...waiting.splice(0).map((goOn) => goOn()), ...background.splice(0)]);
  expect(database.calls()).toBe(1);
});

test("a body that is far too large, or under a key that nobody has, is not noted", async () => {
  await post("x".repeat(LIMITS.ingestBodyBytesMax + 1));
  const stranger = await addDevice(database, home);
  await database.sql`delete from devices where id = ${stranger.id}`;
  await post({ hello: "there" }, { key: stranger.ingestKey });
  expect(await written()).toEqual([]);
});
