import { beforeEach, expect, test } from "vitest";
import { pagesApp } from "../../functions/pages/app.ts";
import { addHome, addMember } from "../support/fixtures.ts";
import { openHouse } from "../support/house.ts";
import { browserOf } from "../support/reader.ts";

const URL_OF_BARN = "https://barn.example.com/state.json";
/** The part of the URL that the table has in clear; the whole URL is sealed. */
const ORIGIN_OF_BARN = new URL(URL_OF_BARN).origin;

let home: string;
const house = await openHouse();
const app = pagesApp(house.services);
beforeEach(async () => {
  home = await addHome(house.database, "Elm Street");
  const cookie = await house.as(await addMember(house.database, home, "member"));
  browser = browserOf(app, { cookie });
});

let browser: ReturnType<typeof browserOf>;
const see = (path: string) => browser.see(path);
const send = (path: string, fields?: Record<string, string>) => browser.send(path, fields);
const feeds = () =>
  house.database.sql<{ id: string; name: string; url: string; enabled: boolean; json_root: string | null }>`
    select id, name, url, enabled, json_root from pull_feeds where household_id = ${home}`;

test("a feed is added by its address, renamed, switched off and on, and removed with its device", async () => {
  expect((await see("/devices")).html).toContain('href="/feeds"');
  expect((await see("/feeds")).html).toContain("No feeds yet.");
  expect(await send("/feeds", { url: URL_OF_BARN, name: "", jsonRoot: "data.sensors" })).toMatchObject({
    status: 303,
    location: "/feeds?done=created",
  });
  const [made] = await feeds();
  expect(made).toMatchObject({ name: "barn.example.com", url: ORIGIN_OF_BARN, json_root: "data.sensors" });
  const path = `/feeds/${made?.id}`;
  expect((await see("/feeds")).html).toMatch(/barn\.example\.com.*no data yet · next check within minutes/s);
  expect((await send(path, { name: "Barn", url: URL_OF_BARN, jsonRoot: "" })).location).toBe(
    `${path}?done=saved`,
  );
  expect(await feeds()).toMatchObject([{ name: "Barn", json_root: null, enabled: true }]);
  await send(path, { enabled: "no" });
  expect(await feeds()).toMatchObject([{ name: "Barn", url: ORIGIN_OF_BARN, enabled: false }]);
  expect((await see(path)).html).toContain(URL_OF_BARN);
  expect((await see(path)).html).toContain("disabled");
  await send(path, { enabled: "yes" });
  expect(await feeds()).toMatchObject([{ enabled: true }]);
  expect((await send(`${path}/remove`)).location).toBe("/feeds?done=removed");
  expect(await feeds()).toEqual([]);
  expect(await house.database.sql`select 1 from devices where household_id = ${home}`).toEqual([]);
});

test("shows why a feed fails, since when, and its next poll", async () => {
  await send("/feeds", { url: URL_OF_BARN, name: "Barn" });
  await house.database.sql`
    update pull_feeds set failure = 'not_json', failing_since = ${"2026-11-20T08:00:00Z"}, last_ok_at =
    ${"2026-11-20T07:00:00Z"}, next_poll_at = ${"2026-11-20T10:30:00Z"} where household_id = ${home}`;
  const { html } = await see("/feeds");
  expect(html).toContain("Its answer is not JSON");
  expect(html).toContain("last read 3 hours ago");
  expect(html).toMatch(/next check .*:30/);
});

test("a feed that the home does not have is not made by its page's form", async () => {
  expect((await send("/feeds/invented", { url: URL_OF_BARN, name: "Barn" })).status).toBe(404);
  // PostgreSQL refuses a text with U+0000.
  for (const path of ["/devices/a%00b", "/alerts/%00", "/rules/%00"])
    expect([path, (await see(path)).status]).toEqual([path, 404]);
  expect((await send("/devices/%00", { name: "Barn" })).status).toBe(404);
  expect(await feeds()).toEqual([]);
});
