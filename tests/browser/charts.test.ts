import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { MINUTE_MS } from "../../lib/kernel/time.ts";
import { enter, hasBrowser, openPage } from "../support/browser.ts";
import { addDevice, addHome, addMember } from "../support/fixtures.ts";
import { serveHouse } from "../support/served-house.ts";

const house = await serveHouse();
const home = await addHome(house.database, "Elm Street");
const cookie = await house.as(await addMember(house.database, home, "owner"));
const { id, ingestKey } = await addDevice(house.database, home);
for (const body of [
  { temp1: 45, flood1: false },
  { temp1: 41, flood1: true },
  { temp1: 34.2, flood1: false },
]) {
  await house.post({ ingestKey }, body);
  house.clock.advance(4 * MINUTE_MS);
}
const rows = await house.database.sql<{ id: string; key: string }>`
  select id, key from sensors where device_id = ${id}`;
const sensors = Object.fromEntries(rows.map((row) => [row.key, row.id]));

describe.skipIf(!hasBrowser)("a sensor's chart", () => {
  const open = async (key: string, range = "24h", language?: string) => {
    const page = await openPage({ worker: false });
    if (language !== undefined)
      await page.addInitScript(
        `Object.defineProperty(Navigator.prototype, "language", { get: () => "${language}", configurable: true })`,
      );
    await enter(page, house.url, cookie);
    await page.goto(`${house.url}/sensors/${sensors[key]}?range=${range}`);
    await page.locator(".plot .here").waitFor({ state: "attached" });
    return page;
  };

  test("says the values beside the pointer up to the last reading, and no longer once it has gone", async () => {
    const page = await open("temp1");
    const box = await page.locator("svg.plot").boundingBox();
    if (box === null) throw new Error("The chart is not drawn.");
    await page.mouse.move(box.x + box.width - 2, box.y + 100);
    expect(await page.locator(".tip").innerText()).toMatch(/34\.2.°F/);
    await page.mouse.move(box.x + 10, box.y - 60);
    expect(await page.locator(".tip").innerText()).toBe("");
    expect(page.complaints).toEqual([]);
  });

  test("tells water that came and went within a quarter of an hour", async () => {
    const page = await open("flood1");
    expect(await page.locator(".legend").innerText()).toMatch(/[12] changes?/);
    expect(page.complaints).toEqual([]);
  });

  test("cuts off none of its words at any width", async () => {
    const page = await open("temp1", "7d");
    for (const width of [320, 390, 1_280]) {
      await page.setViewportSize({ width, height: 844 });
      const cut = await page.evaluate<string[]>(`(() => {
        const chart = document.querySelector("#chart").getBoundingClientRect();
        return [...document.querySelectorAll(".plot text")].flatMap((text) => {
          const { left, right, width } = text.getBoundingClientRect();
          return width > 0 && (left < chart.left || right > chart.right) ? [text.textContent] : [];
        });
      })()`);
      expect([width, cut]).toEqual([width, []]);
    }
  });

  test("of several sensors shows what was between two fingers once they have spread", async () => {
    const page = await openPage({ worker: false });
    await enter(page, house.url, cookie);
    await page.goto(`${house.url}/charts?s=${sensors.temp1}&from=2026-11-20T00:00&to=2026-11-20T20:00`);
    const plot = page.locator("svg.plot");
    await plot.scrollIntoViewIfNeeded();
    const box = await plot.boundingBox();
    if (box === null) throw new Error("The chart is not drawn.");
    // The script that handles touches shows this button, so it is running now.
    await page.getByRole("button", { name: "Save as picture" }).waitFor();
    const touch = await page.context().newCDPSession(page);
    await touch.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 2 });
    const at = (...shares: number[]) =>
      shares.map((share, id) => ({ x: box.x + share * box.width, y: box.y + box.height / 2, id }));
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0.4, 0.6) });
    for (const spread of [0.2, 0.3, 0.4])
      await touch.send("Input.dispatchTouchEvent", {
        type: "touchMove",
        touchPoints: at(0.5 - spread, 0.5 + spread),
      });
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await expect
      .poll(() => new URL(page.url()).searchParams.get("from"))
      .toMatch(/^2026-11-20T07:(29|3[01])$/);
    expect(new URL(page.url()).searchParams.get("to")).toMatch(/^2026-11-20T12:(29|3[01])$/);
    expect(page.complaints).toEqual([]);
  });

  test("of several sensors is saved as a picture, with its lines and its legend", async () => {
    const open = async (scripts: boolean) => {
      const page = await openPage({ worker: false, scripts });
      await enter(page, house.url, cookie);
      await page.goto(`${house.url}/charts?s=${sensors.temp1}&s=${sensors.flood1}`);
      return { page, button: page.locator("[data-picture]") };
    };
    expect(await (await open(false)).button.isVisible()).toBe(false);
    const { page, button } = await open(true);
    // The script that saves the picture shows this button, so it is ready for the click.
    await button.waitFor();
    const [saved] = await Promise.all([page.waitForEvent("download"), button.click()]);
    const picture = await buffer(await saved.createReadStream());
    expect(saved.suggestedFilename()).toMatch(/^chart-.*\.png$/);
    expect([picture.toString("latin1", 1, 4), picture.readUInt32BE(16) > 700]).toEqual(["PNG", true]);
    // An empty picture would have a tenth of this size.
    expect(picture.length).toBeGreaterThan(20_000);
    expect(page.complaints).toEqual([]);
  });

  test("of a home, its alerts and its emergency card are there without a connection after the very first visit, and say of when", async () => {
    const page = await openPage();
    await enter(page, house.url, cookie);
    await page.goto(`${house.url}/home`);
    await page.evaluate("navigator.serviceWorker.ready");
    await expect
      .poll(() =>
        page.evaluate("caches.open('pages-1').then((cache) => cache.keys()).then((all) => all.length)"),
      )
      .toBe(3);
    await page.context().setOffline(true);
    await page.reload();
    expect(await page.locator("main").innerText()).toContain("34.2");
    await page.goto(`${house.url}/emergency`);
    await page.locator("#offline").waitFor({ state: "visible" });
  });
});
