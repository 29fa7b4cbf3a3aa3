import { expect, test } from "vitest";
import { cronApp } from "../../functions/cron/app.ts";
import type { DeviceList } from "../../schema/wire/devices.ts";
import type { PullSetupAnswer } from "../../schema/wire/pull-setup.ts";
import { fakeFeeds, feedAnswer } from "../support/feeds.ts";
import { addHome, addMember } from "../support/fixtures.ts";
import { openHouse } from "../support/house.ts";
import { CRON_SECRET } from "../support/services.ts";

const URL_OF_BARN = "https://barn.example.com/state.json";
const TICK_MS = 900_000;

const house = await openHouse();
const home = await addHome(house.database, "A home", "free");
const cookie = await house.as(await addMember(house.database, home, "owner", "owner@example.com"));

const call = async <T>(method: string, path: string, body?: unknown) => {
  const options = { cookie, ...(body === undefined ? {} : { body }) };
  const answer = await house.call(method, `/api/v1/${path}`, options);
  return { status: answer.status, body: (await answer.json()) as T };
};
const save = (feed: object) => call<{ error?: string }>("POST", "pull-setup", { feeds: [feed] });
const tick = async (fetchFeed = fakeFeeds({})) => {
  house.clock.advance(TICK_MS);
  const headers = { Authorization: `Bearer ${CRON_SECRET}` };
  const app = cronApp({ ...house.services, fetchFeed });
  const answer = await app.request("/api/cron/collect-history", { method: "POST", headers });
  expect(answer.status).toBe(200);
};
const feedNow = async () => (await call<PullSetupAnswer>("GET", "pull-setup")).body.feeds[0];
const outages = () =>
  house.database.sql<{ opened_at: Date; closed_at: Date | null }>`
    select opened_at, closed_at from alerts where household_id = ${home} and kind = 'outage'`;
const mails = () => house.sent.filter(({ recipient }) => recipient === "owner@example.com");

test("a feed that never worked says so, alerts within the hour, and is over when it works", async () => {
  expect((await save({ id: "barn", name: "Barn", url: URL_OF_BARN })).status).toBe(200);
  expect(await feedNow()).toMatchObject({ last_failure: null, failing_since: null, next_poll_at: null });
  await tick();
  const since = house.clock().toISOString();
  const failing = { last_failure: "unreachable", failing_since: since, last_ok_at: null };
  expect(await feedNow()).toMatchObject({ ...failing, next_poll_at: expect.any(String) });
  const { devices } = (await call<DeviceList>("GET", "devices")).body;
  expect(devices[0]?.feed).toMatchObject({ id: "barn", ...failing });
  expect(await outages()).toEqual([]);
  for (let ticks = 0; ticks < 4; ticks += 1) await tick();
  expect(await outages()).toMatchObject([{ closed_at: null }]);
  const [mail] = mails();
  expect(mail?.content.subject).toContain("Barn");
  expect(mail?.content.text).toContain("Failing since");
  expect(mail?.content.text).toContain("unreachable");
  expect(mail?.content.text).not.toContain("Last reading");

  await save({ id: "barn", url: URL_OF_BARN, jsonRoot: "state" });
  expect(await feedNow()).toMatchObject({ last_failure: null, failing_since: since });
  await tick();
  expect(await outages()).toMatchObject([{ closed_at: null }]);
  await save({ id: "barn", url: URL_OF_BARN, jsonRoot: "state" });
  await tick(fakeFeeds({ [URL_OF_BARN]: feedAnswer({ state: { temp1: 50 } }) }));
  expect(await outages()).toMatchObject([{ closed_at: house.clock() }]);
  expect(await feedNow()).toMatchObject({
    last_failure: null,
    failing_since: null,
    last_ok_at: house.clock().toISOString(),
  });
  const [push] = (await call<DeviceList>("GET", "devices")).body.devices;
  expect(push?.feed?.failing_since).toBeNull();
});
