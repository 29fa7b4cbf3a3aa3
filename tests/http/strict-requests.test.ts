import { describe, expect, test } from "vitest";
import { shareApp } from "../../functions/share/app.ts";
import { answerOf, openApi } from "../support/api.ts";
import { addDevice, addShareLink } from "../support/fixtures.ts";

const api = await openApi();
const device = await addDevice(api.database, api.home);

const ask = (method: string, path: string, body?: unknown) =>
  answerOf<{ error?: string }>(api.call(method, path, body === undefined ? {} : { body }));

describe("a query", () => {
  test("may name days: their midnights in UTC", async () => {
    const { status, body } = await ask("GET", "readings?from=2026-11-18&to=2026-11-19");
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ from: "2026-11-18T00:00:00.000Z", to: "2026-11-19T00:00:00.000Z" }),
    ]);
  });

  test("may hold a cache buster, and moments in epoch milliseconds", async () => {
    const from = Date.parse("2026-11-19T10:00:00Z");
    const { status, body } = await ask("GET", `readings?_=17&from=${from}&to=${from + 1_000}`);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ from: "2026-11-19T10:00:00.000Z", to: "2026-11-19T10:00:01.000Z" }),
    ]);
    const token = await addShareLink(api.database, api.home, { scope: "history" });
    const shared = await shareApp(api.services).request(`/api/share/${token}/readings?from=${from}`);
    expect(await shared.json()).toMatchObject({ from: "2026-11-19T10:00:00.000Z" });
    const second = await shareApp(api.services).request(`/api/share/${token}/readings?from=1763546400`);
    expect(second.status).toBe(400);
  });
});

test("does not report a door that was open before a vacation began as opened, but one opened during it", async () => {
  const rules = () =>
    api.database.sql<{ closed_at: Date | null }>`
      select title, closed_at from alerts where household_id = ${api.home} and kind = 'rule'`;
  const say = async (door1: boolean) => {
    api.clock.advance(60_000);
    expect((await api.post(device, { door1 })).status).toBe(200);
  };
  await say(true);
  await ask("POST", "quiet", { action: "vacation" });
  await say(true);
  await say(true);
  expect(await rules()).toEqual([]);
  await say(false);
  await say(true);
  expect(await rules()).toMatchObject([{ closed_at: null }]);
});

test("what is escaped is decoded once, in a path and in a query", async () => {
  const once = (text: string) => text.replace(/./g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  const twice = (text: string) => encodeURIComponent(once(text));
  const status = async (path: string) => (await ask("GET", path)).status;
  expect([await status(`devices/${once(device.id)}`), await status(`devices/${twice(device.id)}`)]).toEqual([
    200, 404,
  ]);
  expect([await status(`alerts?limit=${once("5")}`), await status(`alerts?limit=${twice("5")}`)]).toEqual([
    200, 400,
  ]);
});
