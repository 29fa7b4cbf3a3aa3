import { expect, test } from "vitest";
import { pagesApp } from "../../functions/pages/app.ts";
import { DAY_MS } from "../../lib/kernel/time.ts";
import type { ShareLinkList, ShareLinkWithToken } from "../../schema/wire/account/keys.ts";
import { addDevice } from "../support/fixtures.ts";
import { openHouse } from "../support/house.ts";

let cookie: string;
const tokens: Record<string, string> = {};

const make = async (name: string, wish: object) => {
  const answer = await house.call("POST", "/api/v1/share-links", { cookie, body: { name, ...wish } });
  expect(answer.status).toBe(201);
  tokens[name] = ((await answer.json()) as ShareLinkWithToken).token;
  house.clock.advance(1_000);
};
const plan = async (name: string) =>
  expect((await house.call("PUT", "/acts/plan", { cookie, body: { plan: name } })).status).toBe(200);
const statusOf = async (name: string, page: string) =>
  (await house.apps.share.request(`/api/share/${tokens[name]}/${page}`)).status;
/** A link's pages: the home, a sensor, and a phone's manifest. */
const pageStatuses = async (name: string) => {
  const pages = ["", `/sensors/${sensorId}`, "/manifest.webmanifest"];
  const answers = pages.map((page) => pagesApp(house.services).request(`/s/${tokens[name]}${page}`));
  return (await Promise.all(answers)).map(({ status }) => status);
};
const statuses = async () => ({
  live: await statusOf("live", "latest"),
  second: await statusOf("second", "latest"),
  never: await statusOf("never", "latest"),
  history: await statusOf("history", "readings"),
  metrics: await statusOf("metrics", "metrics"),
});
const links = async () => {
  const answer = await house.call("GET", "/api/v1/share-links", { cookie });
  return ((await answer.json()) as ShareLinkList).share_links;
};
const reasons = async () => {
  return Object.fromEntries((await links()).map(({ name, suspended_because }) => [name, suspended_because]));
};

const ALL = { live: 200, second: 200, never: 200, history: 200, metrics: 200 };

const house = await openHouse();
cookie = house.cookie;
await house.database.sql`update households set plan = 'pro', trial_ends_at = null`;
const device = await addDevice(house.database, house.home);
const posted = await house.post(device, { temp1: 68 });
expect(posted.status).toBe(200);
const [sensor] = await house.database.sql<{ id: string }>`select id from sensors`;
const sensorId = sensor?.id ?? "";
await make("live", { expires_in_days: 90 });
await make("second", { expires_in_days: 90 });
await make("never", { expires_in_days: null });
await make("history", { scope: "history", expires_in_days: 90 });
await make("metrics", { scope: "metrics", expires_in_days: 90 });

test("after a downgrade the links go on through the grace, then as far as Free goes, and come back with Pro", async () => {
  await plan("free");
  house.clock.advance(30 * DAY_MS - 60_000);
  cookie = await house.as(house.ada);
  expect(await statuses()).toEqual(ALL);
  house.clock.advance(60_000);
  const free = { live: 200, second: 404, never: 404, history: 404, metrics: 404 };
  expect(await statuses()).toEqual(free);
  expect(await pageStatuses("live")).toEqual([200, 200, 200]);
  for (const name of ["second", "never", "history", "metrics"])
    expect(await pageStatuses(name), name).toEqual([404, 404, 404]);
  expect(await reasons()).toEqual({
    live: null,
    second: "links",
    never: "never_expires",
    history: "scope",
    metrics: "scope",
  });
  await plan("pro");
  expect(await statuses()).toEqual(ALL);
  expect(await pageStatuses("second")).toEqual([200, 200, 200]);
  expect(Object.values(await reasons())).toEqual([null, null, null, null, null]);
});
