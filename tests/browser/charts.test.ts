import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { enter, hasBrowser, openBrowser, openPage } from "../support/browser.ts";
import { addDevice, addHome, addMember } from "../support/cast.ts";
import { type ServedHouse, serveHouse } from "../support/served-house.ts";

const MINUTE_MS = 60_000;

let house: ServedHouse;
let browser: Browser;
let cookie: string;
let sensors: Record<string, string>;

describe.skipIf(!hasBrowser)("a sensor's chart", () => {
  beforeAll(async () => {
    house = await serveHouse("2026-11-20T10:00:00Z");
    browser = await openBrowser();
    const home = await addHome(house.database, "Elm Street");
    cookie = await house.as(await addMember(house.database, home, "owner"));
    const { id, ingestKey } = await addDevice(house.database, home);
    for (const body of [
      { temp1: 45, flood1: false },
      { temp1: 41, flood1: true },
      { temp1: 34.2, flood1: false },
    ]) {
      await house.apps.ingest.request(`/api/ingest/${ingestKey}`, {
        method: "POST",
        body: JSON.stringify(body),
      });
      house.clock.advance(4 * MINUTE_MS);
    }
    const rows = await house.database.query<{ id: string; key: string }>(
      "select id, key from sensors where device_id = $1",
      [id],
    );
    sensors = Object.fromEntries(rows.map((row) => [row.key, row.id]));
  });
  afterAll(async () => {
    await browser?.close();
    await house?.stop();
  });

  const open = async (key: string, range = "24h", language?: string) => {
    const page = await openPage(browser, { worker: false });
    if (language !== undefined)
      await page.addInitScript(
        `Object.defineProperty(Navigator.prototype, "language", { get: () => "${language}", configurable: true })`,
      );
    await enter(page, house.url, cookie);
    await page.goto(`${house.url}/sensors/${sensors[key]}?range=${range}`);
    await page.locator(".plot canvas").waitFor();
    return page;
  };

  test("ends at the last reading and not at a mean", async () => {
    const page = await open("temp1");
    expect(await page.locator(".cursor").innerText()).toMatch(/last 34\.2.°F/);
    expect(page.complaints).toEqual([]);
  });

  test("tells water that came and went within a quarter of an hour", async () => {
    const page = await open("flood1");
    expect(await page.locator(".cursor").innerText()).toMatch(/[12] changes? in this period/);
    expect(page.complaints).toEqual([]);
  });

  test("is as wide as was asked, however little of it has readings", async () => {
    const page = await open("temp1", "1y");
    const { from, to } = JSON.parse((await page.locator("figure.chart").getAttribute("data-chart")) ?? "{}");
    expect(Math.round((to - from) / 86_400)).toBe(365);
  });

  test("is drawn where the browser's language is no language tag", async () => {
    const page = await open("temp1", "24h", "en-US@posix");
    expect(page.complaints).toEqual([]);
  });
});
