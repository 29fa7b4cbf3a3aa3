import { beforeEach, expect, test } from "vitest";
import { pagesApp } from "../../functions/pages/app.ts";
import { MINUTE_MS } from "../../lib/kernel/time.ts";
import { dispatch } from "../../lib/messages/dispatch.actions.ts";
import { addDevice, addHome, addMember, type TestDevice } from "../support/fixtures.ts";
import { type House, openHouse } from "../support/house.ts";

let house: House;
let home: string;
let washer: TestDevice;
let boiler: TestDevice;
// A tick evaluates every home, so each test has its own house.
beforeEach(async () => {
  house = await openHouse();
  home = await addHome(house.database, "A home", "free");
  await addMember(house.database, home);
  washer = await addDevice(house.database, home, { name: "Washer", space: "Cellar" });
  boiler = await addDevice(house.database, home, { name: "Boiler", space: "Attic" });
});

const wet = ({ ingestKey }: TestDevice) => house.post({ ingestKey }, { flood1: true });
const tick = () =>
  house.apps.cron.request("/api/cron/collect-history", {
    method: "POST",
    headers: { Authorization: `Bearer ${house.services.cronSecret}` },
  });
/** Returns the mails that an act causes, now and later. */
const mailsOf = async (act: () => unknown) => {
  house.sent.length = 0;
  await act();
  await dispatch(house.services);
  return house.sent.map(({ content }) => content.text ?? "");
};

async function bothAreWet(): Promise<void> {
  await wet(washer);
  house.clock.advance(MINUTE_MS);
  await mailsOf(() => wet(boiler));
}

test("a leak that is not alone is reminded of with all of them, by the tick, in one message", async () => {
  await bothAreWet();
  house.clock.advance(15 * MINUTE_MS);
  expect(await mailsOf(() => wet(washer))).toEqual([]);
  const notified = await mailsOf(tick);
  expect(notified).toHaveLength(1);
  expect(notified[0]).toMatch(/Cellar/);
  expect(notified[0]).toMatch(/Attic/);
});

test("the link of such a message names each alert that one press takes on, and takes on both", async () => {
  await bothAreWet();
  house.clock.advance(15 * MINUTE_MS);
  const [text = ""] = await mailsOf(tick);
  const path = /\/a\/[0-9A-Za-z]{22}\b/.exec(text)?.[0] ?? "";
  const headers = { "CF-Connecting-IP": "203.0.113.9" };
  const page = await (await pagesApp(house.services).request(path, { headers })).text();
  expect(page).toMatch(/was also about “Water leak: [^<]*(Attic|Cellar)\) is wet”.*covers all/);
  const pressed = await pagesApp(house.services).request(path, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(),
  });
  expect(pressed.headers.get("Location")).toBe(`${path}?done=acknowledged`);
  const after = await (await pagesApp(house.services).request(path, { headers })).text();
  expect(after).toMatch(/Message to .*Acknowledged by/s);
  expect(after).not.toContain("covers all");
  const open = await house.database.sql`
    select acknowledged_at is not null as taken from alerts where household_id = ${home}`;
  expect(open).toEqual([{ taken: true }, { taken: true }]);
});
