import { describe, expect, test } from "vitest";
import { pagesApp } from "../../functions/pages/app.ts";
import { addDevice, addHome, addMember, addShareLink } from "../support/fixtures.ts";
import { openHouse } from "../support/house.ts";
import { CRON_SECRET } from "../support/services.ts";

const house = await openHouse("2026-10-20T10:00:00Z");
const app = pagesApp(house.services);
const home = await addHome(house.database);
const device = await addDevice(house.database, home);
const owner = await addMember(house.database, home, "owner");
const token = await addShareLink(house.database, home, { scope: "history" });
const cookie = await house.as(owner);
const body = JSON.stringify({ temp1: 60, door1: true });
await house.apps.ingest.request(`/api/ingest/${device.ingestKey}`, { method: "POST", body });
const card = {
  places: { shutoff: "Behind the stove", breaker: "", boiler: "" },
  steps: { freeze: "", leak: "", power: "" },
  calls: [],
  is_shared: true,
};
await house.call("PUT", "/acts/emergency-card", { cookie, body: card });

async function callsOf(ask: () => Response | Promise<Response>) {
  house.database.resetCalls();
  const answer = await ask();
  const text = await answer.text();
  return { calls: house.database.calls(), status: answer.status, text, etag: answer.headers.get("ETag") };
}

const page = (path: string, headers: Record<string, string> = {}) =>
  callsOf(() => app.request(path, { headers: { Cookie: cookie, ...headers } }));

describe("what people look at most asks the database once", () => {
  test("the owner's home, changed or not since it asked before", async () => {
    const fresh = await page("/home");
    expect([fresh.status, fresh.calls]).toEqual([200, 1]);
    house.clock.advance(1_000);
    const held = await page("/home", { "If-None-Match": fresh.etag ?? "" });
    expect([held.status, held.calls]).toEqual([304, 1]);
  });

  test("the family's page with the emergency card", async () => {
    const { calls, status, text } = await page(`/s/${token}`);
    expect([status, calls]).toEqual([200, 1]);
    expect(text).toContain("Behind the stove");
  });

  test("a share link's newest readings", async () => {
    const { calls, status } = await callsOf(() => house.apps.share.request(`/api/share/${token}/latest`));
    expect([status, calls]).toEqual([200, 1]);
  });

  test("every other page asks once for who looks and where", async () => {
    const { calls, status } = await page("/devices/new");
    expect([status, calls]).toEqual([200, 1]);
  });
});

test("a reading asks the database once, and seven times until the mail that it brings has gone", async () => {
  const room = await addDevice(house.database, house.home);
  const callsOfPost = async (temp1: number): Promise<number> => {
    house.clock.advance(900_000);
    const { status, calls } = await callsOf(() => house.post(room, { temp1 }));
    expect(status).toBe(200);
    return calls;
  };
  for (const value of [60, 58]) await callsOfPost(value);
  expect(await callsOfPost(58)).toBe(1);
  for (const value of [50, 42]) await callsOfPost(value);
  const mailed = house.sent.length;
  const stored = await callsOfPost(34);
  const headers = { Authorization: `Bearer ${CRON_SECRET}` };
  const sent = await callsOf(() =>
    house.apps.cron.request("/api/cron/dispatch", { method: "POST", headers }),
  );
  expect(house.sent).toHaveLength(mailed + 1);
  expect(stored).toBe(2);
  expect(stored + sent.calls).toBeLessThanOrEqual(7);
});
