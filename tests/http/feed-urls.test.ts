import { beforeEach, expect, test } from "vitest";
import { cronApp } from "../../functions/cron/app.ts";
import type { Vault } from "../../lib/kernel/ports.ts";
import { aesVault } from "../../lib/kernel/runtime.vendor.ts";
import type { PullSetupAnswer } from "../../schema/wire/pull-setup.ts";
import { addFeed, type FakeFeeds, fakeFeeds, feedAnswer } from "../support/feeds.ts";
import { addApiKey, addHome, addMember } from "../support/fixtures.ts";
import { openHouse } from "../support/house.ts";
import { everyRow, foundInRows } from "../support/secret-hunt.ts";
import { CRON_SECRET } from "../support/services.ts";

const HUSH = "hush-of-the-barn";
const PATH_HUSH = "hush-of-the-path";
const URL_OF_BARN = `https://barn.example.com/${PATH_HUSH}/state.json?unit=f&key=${HUSH}`;
const MASKED = `https://barn.example.com/${PATH_HUSH}/state.json?***`;
const OLD = "a server secret of last year, long enough";
const NEW = "a server secret of this year, long enough";

let home: string;
let owner: string;
let viewer: string;
const house = await openHouse();
beforeEach(async () => {
  await house.database.sql`delete from pull_feeds`;
  home = await addHome(house.database);
  owner = await house.as(await addMember(house.database, home, "owner", `owner@${home}.example.com`));
  viewer = await house.as(await addMember(house.database, home, "viewer", `viewer@${home}.example.com`));
});

const save = (feed: object) =>
  house.call("POST", "/api/v1/pull-setup", { cookie: owner, body: { feeds: [feed] } });
const saved = async () => expect((await save({ id: "barn", url: URL_OF_BARN })).status).toBe(200);
const shownTo = async (cookie: string, path = "/api/v1/pull-setup") => {
  const answer = await house.call("GET", path, { cookie });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as PullSetupAnswer).feeds;
};
const shownToKey = async (scope: "read" | "write") => {
  const key = await addApiKey(house.database, home, { scope });
  const headers = { Authorization: `Bearer ${key}`, "CF-Connecting-IP": "203.0.113.7" };
  const answer = await house.apps.v1.request("/api/v1/pull-setup", { headers });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as PullSetupAnswer).feeds;
};
const tick = async (fetchFeed: FakeFeeds, serverVault: Vault = house.services.serverVault) => {
  house.clock.advance(900_000);
  const headers = { Authorization: `Bearer ${CRON_SECRET}` };
  const app = cronApp({ ...house.services, fetchFeed, serverVault });
  expect((await app.request("/api/cron/collect-history", { method: "POST", headers })).status).toBe(200);
};
const answering = () => fakeFeeds({ [URL_OF_BARN]: feedAnswer({ temp1: 50 }, '"v1"') });
const keptIn = async () => foundInRows({ query: HUSH, path: PATH_HUSH }, await everyRow(house.database));
const row = async () =>
  (await house.database.sql<Record<string, unknown>>`select * from pull_feeds`)[0] ?? {};

test("a feed's URL is polled as it was saved, and stands nowhere in the database", async () => {
  await saved();
  expect(await keptIn()).toEqual([]);
  expect(await row()).toMatchObject({ url: "https://barn.example.com" });
  const feeds = answering();
  await tick(feeds);
  expect(feeds.fetched).toMatchObject([{ url: URL_OF_BARN, etag: null }]);
  expect(await keptIn()).toEqual([]);
});

test("whoever may change a feed reads its URL, a viewer and a key that only reads see the query masked", async () => {
  await saved();
  for (const path of ["/api/v1/pull-setup", "/api/user/pull-setup"]) {
    expect(await shownTo(owner, path)).toMatchObject([{ id: "barn", url: URL_OF_BARN }]);
    expect(await shownTo(viewer, path)).toMatchObject([{ id: "barn", url: MASKED }]);
  }
  expect(await shownToKey("write")).toMatchObject([{ url: URL_OF_BARN }]);
  expect(await shownToKey("read")).toMatchObject([{ url: MASKED }]);
});

test("saving the same URL again keeps it sealed as it is, another one is sealed anew", async () => {
  await saved();
  const { sealed_url } = await row();
  await saved();
  expect(await row()).toMatchObject({ sealed_url });
  await save({ id: "barn", url: "https://barn.example.com/other" });
  expect((await row()).sealed_url).not.toBe(sealed_url);
  expect(await shownTo(owner)).toMatchObject([{ url: "https://barn.example.com/other" }]);
});

test("a feed's header is sealed with its URL, sent with each poll, and shown to nobody", async () => {
  const value = `Bearer ${HUSH}`;
  const secret = { headerName: "Authorization", headerValue: value, postBody: '{"query":"now"}' };
  expect((await save({ id: "barn", url: URL_OF_BARN, ...secret })).status).toBe(200);
  expect(await keptIn()).toEqual([]);
  for (const [cookie, postBody] of [
    [owner, secret.postBody],
    [viewer, "***"],
  ] as const) {
    const [shown] = await shownTo(cookie);
    expect(shown).toMatchObject({ headerName: "Authorization", postBody });
    expect(JSON.stringify(shown)).not.toContain(value);
  }
  // A save keeps the fields that it omits.
  expect((await save({ id: "barn", url: URL_OF_BARN, name: "The barn" })).status).toBe(200);
  const feeds = answering();
  await tick(feeds);
  expect(feeds.fetched).toMatchObject([{ url: URL_OF_BARN, etag: null, request: secret }]);
  expect((await save({ id: "barn", url: URL_OF_BARN, headerName: null, postBody: null })).status).toBe(200);
  expect(await shownTo(owner)).toMatchObject([{ headerName: null, postBody: null }]);
});

test("a changed secret seals again with the next poll while the former one is known; without it the feed says that its URL is lost", async () => {
  const former = aesVault({ current: OLD });
  const both = aesVault({ current: NEW, previous: OLD });
  const present = aesVault({ current: NEW });
  await addFeed(house.database, home, "barn", { url: URL_OF_BARN });
  await tick(answering(), former);
  const ofFormer = await row();
  expect(await keptIn()).toEqual([]);
  await tick(answering(), both);
  const { url, sealed_url, etag } = await row();
  expect({ url, etag }).toEqual({ url: "https://barn.example.com", etag: '"v1"' });
  expect(sealed_url).not.toBe(ofFormer.sealed_url);
  const feeds = answering();
  await tick(feeds, present);
  expect(feeds.fetched).toMatchObject([{ url: URL_OF_BARN, etag: '"v1"' }]);

  // The house's vault knows neither secret.
  const none = answering();
  await tick(none);
  expect(none.fetched).toEqual([]);
  const lost = { url: "https://barn.example.com", last_failure: "url_lost" };
  expect(await shownTo(owner)).toMatchObject([lost]);

  // The URL as shown isn't mistaken for a new URL.
  const lostUrl = (await row()).sealed_url;
  const shown = { id: "barn", url: lost.url };
  for (const wish of [shown, { ...shown, name: "Barn" }, { ...shown, enabled: true }]) {
    const refused = await save(wish);
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { error: expect.stringMatching(/^Feed "barn": .*enter the URL again$/) },
    ]);
  }
  expect((await save({ ...shown, enabled: false })).status).toBe(200);
  expect((await save({ ...shown, enabled: true })).status).toBe(400);
  expect(await row()).toMatchObject({ sealed_url: lostUrl, url: lost.url, enabled: false });

  expect((await save({ id: "barn", url: URL_OF_BARN, enabled: true })).status).toBe(200);
  await tick(answering());
  expect(await shownTo(owner)).toMatchObject([{ url: URL_OF_BARN, last_failure: null }]);
});
