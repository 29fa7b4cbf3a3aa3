import { beforeEach, expect, test } from "vitest";
import { v1App } from "../../functions/v1/app.ts";
import { BUDGET_LIMITS } from "../../lib/budget/limits.ts";
import { fakeFeeds, feedAnswer } from "../support/feeds.ts";
import { addHome, addMember } from "../support/fixtures.ts";
import { openHouse, withFeeds } from "../support/house.ts";
import { readerOf } from "../support/reader.ts";

const BARN = "https://barn.example.com/state.json?key=hush";

let home: string;
let cookie: string;
const fetchFeed = fakeFeeds({
  [BARN]: feedAnswer({ data: { temp1: 41.5, door1: true, battery: 80 } }),
  "https://barn.example.com/page": feedAnswer("<html>"),
});
const house = withFeeds(await openHouse(), fetchFeed);
beforeEach(async () => {
  fetchFeed.fetched.length = 0;
  home = await addHome(house.database, "Elm Street");
  cookie = await house.as(await addMember(house.database, home, "member"));
});

const ask = async (body: unknown, services = house.services) => {
  const answer = await v1App(services).request("/api/v1/feeds/try", {
    method: "POST",
    headers: { Cookie: cookie, "Sec-Fetch-Site": "same-origin", "CF-Connecting-IP": "203.0.113.7" },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
const stored = () => house.database.sql`select 1 from pull_feeds where household_id = ${home}`;

test("fetches a feed once, shows what a poll would read, and stores nothing", async () => {
  expect(await ask({ url: BARN, jsonRoot: "data" })).toEqual({
    status: 200,
    body: {
      readings: [
        { key: "temp1", label: "temp1", kind: "temperature", unit: "°F", value: 41.5, state: false },
        { key: "door1", label: "door1", kind: "door", unit: null, value: 1, state: true },
      ],
      battery: 80,
      rssi: null,
      failure: null,
    },
  });
  expect(fetchFeed.fetched).toMatchObject([{ url: BARN, etag: null }]);
  expect(await stored()).toEqual([]);
});

test.each([
  ["https://barn.example.com/page", "not_json"],
  ["https://nobody.example.com/", "unreachable"],
])("%s says why nothing was read: %s", async (url, failure) => {
  expect((await ask({ url })).body).toMatchObject({ readings: [], failure });
});

test("tries are counted, and where nobody can try it says so", async () => {
  const account = { ...house.services, tryFeed: async () => null };
  expect((await ask({ url: BARN }, account)).status).toBe(500);
  for (let tries = 1; tries < BUDGET_LIMITS.feedTriesPerHour; tries += 1) await ask({ url: BARN }, account);
  const refused = await ask({ url: BARN });
  expect(refused.status).toBe(429);
  expect(refused.body).toMatchObject({ error: expect.stringContaining("30 feeds tried out an hour") });
  expect(fetchFeed.fetched).toEqual([]);
});

test("the page shows what would be read, keeps what was typed, and puts the address in no address", async () => {
  const member = await readerOf(house, await addMember(house.database, home, "member"));
  const tried = await member.send("/feeds/try", { url: BARN, name: "Barn", jsonRoot: "data" });
  expect([tried.status, tried.location]).toEqual([303, "/feeds"]);
  expect(tried.html).toMatch(/2 readings found.*temp1.*41\.5.*door1.*Open.*battery 80%/s);
  expect(tried.html).toContain(`value="${BARN}"`);
  expect((await member.send("/feeds/try", { url: "https://nobody.example.com/" })).html).toContain(
    "No answer from this address",
  );
  const nonsense = await member.send("/feeds/try", { url: "nonsense" });
  expect([nonsense.html.includes('role="alert"'), nonsense.html.includes('value="nonsense"')]).toEqual([
    true,
    true,
  ]);
  expect(await stored()).toEqual([]);
});
