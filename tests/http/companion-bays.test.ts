import { beforeEach, describe, expect, test } from "vitest";
import { ingestApp } from "../../functions/ingest/app.ts";
import { answerOf } from "../support/api.ts";
import { claimBay, openCompanion, type Phone } from "../support/companion.ts";
import { addDevice, type TestDevice } from "../support/fixtures.ts";
import { postTo } from "../support/readings.ts";

const HOUR_MS = 3_600_000;
const NOT_FOUND = { status: 404, body: { error: "Not found" } };

let home: string;
let phone: Phone;
let cellar: TestDevice;

const companion = await openCompanion();
beforeEach(async () => {
  companion.clock.set("2026-11-20T10:00:00Z");
  ({ home, phone } = await companion.newHome());
  cellar = await addDevice(companion.database, home, { space: "Cellar" });
});

const mood = (bayId: string, as: Phone | undefined = phone) =>
  answerOf(companion.tell("GET", `/api/bays/${bayId}/mood`, { phone: as }));
const setMood = (bayId: string, body: unknown, as: Phone = phone) =>
  answerOf(companion.tell("PUT", `/api/bays/${bayId}/mood`, { phone: as, body }));
const send = (device: TestDevice, body: object) => postTo(ingestApp(companion.services), device, body);

test("a mood follows the readings of the bay's space, in one call beside the guard's", async () => {
  const bay = await claimBay(companion, phone, { bay_id: "cellar", space: "cellar" });
  expect(await mood(bay)).toEqual({
    status: 200,
    body: {
      bay_id: "cellar",
      mood: "offline",
      source: "derived",
      reason: "No recent readings",
      override_until: null,
      updated_at: "2026-11-20T10:00:00.000Z",
    },
  });
  companion.clock.advance(60_000);
  await send(cellar, { temp1: 70, humidity1: 45 });
  companion.database.resetCalls();
  expect((await mood(bay)).body).toMatchObject({
    mood: "happy",
    reason: "All is well",
    updated_at: "2026-11-20T10:01:00.000Z",
  });
  expect(companion.database.calls()).toBe(2);
  await send(cellar, { temp1: 55 });
  expect((await mood(bay)).body).toMatchObject({ mood: "chilly", reason: "Only 55 °F" });
  await send(cellar, { flood1: true });
  expect((await mood(bay)).body).toMatchObject({ mood: "alarmed", reason: "Water at Leak sensor" });
});

/** The access token has expired since: returns a new pair of the same family. */
const renewed = async () => {
  const answer = await companion.tell("GET", "/api/pucks", { phone });
  const [accessToken, refreshToken] = ["X-SB-Access-Token", "X-SB-Refresh-Token"].map(
    (name) => answer.headers.get(name) ?? "",
  );
  return { phone: { ...phone, accessToken: accessToken ?? "", refreshToken: refreshToken ?? "" } };
};

describe("an override", () => {
  let bay: string;
  beforeEach(async () => {
    bay = await claimBay(companion, phone);
    await send(cellar, { temp1: 70 });
  });

  test("stands for its hours and ends by itself", async () => {
    const until = new Date(companion.clock().getTime() + 2 * HOUR_MS).toISOString();
    const { status, body } = await setMood(bay, { mood: "cozy", hours: 2 });
    const set = {
      bay_id: bay,
      mood: "cozy",
      source: "override",
      reason: "Set by hand",
      override_until: until,
    };
    expect([status, body]).toEqual([200, { ...set, updated_at: companion.clock().toISOString() }]);
    companion.clock.advance(2 * HOUR_MS - 1);
    await send(cellar, { temp1: 70 });
    const { phone: later } = await renewed();
    expect((await mood(bay, later)).body).toMatchObject({ mood: "cozy" });
    companion.clock.advance(1);
    expect((await mood(bay, later)).body).toMatchObject({
      mood: "happy",
      source: "derived",
      override_until: null,
    });
  });

  test("wins over a leak that is known, and not over its reminder", async () => {
    await send(cellar, { flood1: true });
    companion.clock.advance(1_000);
    expect((await setMood(bay, { mood: "cozy" })).body).toMatchObject({ mood: "cozy", source: "override" });
    companion.clock.advance(10 * 60_000);
    await send(cellar, { flood1: true });
    expect((await mood(bay)).body).toMatchObject({ mood: "alarmed", source: "derived" });
  });
});

describe("bays", () => {
  test("are listed with their moods, in one call", async () => {
    await claimBay(companion, phone, { bay_id: "hall", name: "Hall" });
    companion.clock.advance(1_000);
    await claimBay(companion, phone, { bay_id: "attic", space: "Attic" });
    companion.database.resetCalls();
    const { body } = await answerOf<{ bays: object[] }>(companion.tell("GET", "/api/bays", { phone }));
    expect(companion.database.calls()).toBe(2);
    expect(body.bays).toMatchObject([
      { bay_id: "hall", name: "Hall", space: null, created_at: "2026-11-20T10:00:00.000Z" },
      { bay_id: "attic", name: "attic", space: "Attic", mood: "offline", source: "derived" },
    ]);
  });

  test("can be deleted; the puck stays, and stands in none", async () => {
    const bay = await claimBay(companion, phone);
    const remove = () => answerOf(companion.tell("DELETE", `/api/bays/${bay}`, { phone }));
    expect(await remove()).toEqual({ status: 200, body: { ok: true } });
    expect(await remove()).toEqual(NOT_FOUND);
    const { body } = await answerOf(companion.tell("GET", "/api/pucks", { phone }));
    expect(body).toMatchObject({ pucks: [{ bay_id: null }] });
  });
});
