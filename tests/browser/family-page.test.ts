import { describe, expect, test } from "vitest";
import { barriers, hasBrowser, openPage, scrollsSideways, smallTargets } from "../support/browser.ts";
import { addDevice, addHome, addShareLink, type TestDevice } from "../support/fixtures.ts";
import { serveHouse } from "../support/served-house.ts";

const START = "2026-11-20T10:00:00Z";
const HOUR_MS = 3_600_000;
const QUARTER_MS = 900_000;

const house = await serveHouse(START);

const inKolkata = (at: Date) =>
  `No connection. Last updated at ${at.toLocaleTimeString("en-US", { timeStyle: "short", timeZone: "Asia/Kolkata" })}`;

const post = (device: TestDevice, body: unknown) =>
  fetch(`${house.url}/api/ingest/${device.ingestKey}`, { method: "POST", body: JSON.stringify(body) });

const home = await addHome(house.database, "<img src=x onerror=alert(1)>");
const cellar = await addDevice(house.database, home);
const token = await addShareLink(house.database, home, { scope: "history" });
for (let quarter = 0; quarter < 8; quarter += 1) {
  await post(cellar, { temp1: 52 - quarter / 10, humidity1: 50, flood1: false });
  house.clock.advance(QUARTER_MS);
}

describe.skipIf(!hasBrowser)("the family's page", () => {
  test("keeps nobody out in the dark at 320 px, of the home and of a sensor", async () => {
    const page = await openPage({ scheme: "dark", width: 320 });
    await page.goto(`${house.url}/s/${token}`);
    expect(await barriers(page)).toEqual([]);
    expect([await scrollsSideways(page), await smallTargets(page)]).toEqual([false, []]);
    await page.getByRole("link", { name: /^Temperature/ }).click();
    await page.locator(".plot .here").waitFor({ state: "attached" });
    expect(await barriers(page)).toEqual([]);
    expect([await scrollsSideways(page), await smallTargets(page), page.complaints]).toEqual([false, [], []]);
  });

  test("turns by itself when the cellar freezes, and says what to do", async () => {
    const page = await openPage();
    await page.clock.install({ time: house.clock() });
    await page.goto(`${house.url}/s/${token}`);
    await expect.poll(() => page.getByRole("status").innerText()).toContain("All is well");
    await post(cellar, { temp1: 33, humidity1: 50, flood1: false });
    await page.clock.fastForward(21_000);
    await expect
      .poll(() => page.locator(".standing").innerText())
      .toMatch(/33\.0.°F[\s\S]*since[\s\S]*heating/);
    expect(await page.locator(".card.critical h3").innerText()).toBe("Temperature");
  });

  test("keeps a room unfolded while what stands before the fold changes", async () => {
    const page = await openPage();
    const home = await addHome(house.database, "Greenhouse");
    const device = await addDevice(house.database, home);
    const link = await addShareLink(house.database, home);
    const names = Array.from({ length: 45 }, (_, index) => `temp${index + 1}`);
    await post(device, Object.fromEntries(names.map((name) => [name, 60])));
    await page.clock.install({ time: house.clock() });
    await page.goto(`${house.url}/s/${link}`);
    const last = page.locator("li.card").last();
    expect(await last.isVisible()).toBe(false);
    await page.getByText("35 more").click();
    expect(await last.isVisible()).toBe(true);
    await post(device, { temp30: 20 });
    await page.clock.fastForward(21_000);
    await expect.poll(() => page.locator(".standing").innerText()).toContain("20.0");
    expect(await page.locator(".cards").first().innerText()).toContain("20.0");
    expect(await last.isVisible()).toBe(true);
    expect(await smallTargets(page)).toEqual([]);
  });

  test.each([-6, 6])("tells ages by the server's clock on a phone that is %i hours off", async (hours) => {
    const page = await openPage();
    await page.clock.install({ time: house.clock().getTime() + hours * HOUR_MS });
    await page.goto(`${house.url}/s/${token}`);
    await page.clock.fastForward(11_000);
    const age = page.locator("time[data-ago]").first();
    await expect.poll(() => age.innerText()).toMatch(/^(now|15 minutes ago|1 hour ago)$/);
    house.clock.advance(HOUR_MS);
    await page.clock.fastForward(HOUR_MS);
    await expect.poll(() => age.innerText()).toMatch(/hours? ago/);
  });

  test("is never green without an answer: it says by the home's clock of when it is, and whose clock that is", async () => {
    const page = await openPage();
    await page.clock.install({ time: house.clock() });
    await page.goto(`${house.url}/s/${token}`);
    expect(await page.locator("#zone").isVisible()).toBe(false);
    await house.database.sql`update households set time_zone = 'Asia/Kolkata'`;
    await page.goto(`${house.url}/s/${token}`);
    await house.database.sql`update households set time_zone = 'UTC'`;
    await page.getByText("Asia/Kolkata time.").waitFor();
    await page.context().setOffline(true);
    await page.evaluate("dispatchEvent(new Event('offline'))");
    await expect.poll(() => page.locator("#offline").innerText()).toContain(inKolkata(house.clock()));
  });

  test("says nothing of its clock in the home's own zone, even if a second passes while it looks", async () => {
    const page = await openPage();
    await page.addInitScript(`{
      const Clock = Date;
      let seconds = 0;
      Date = class extends Clock {
        constructor(...given) { super(...(given.length > 0 ? given : [Clock.now() + 1_000 * seconds++])); }
      };
    }`);
    await page.goto(`${house.url}/s/${token}`);
    await page.evaluate("navigator.serviceWorker.ready");
    expect(await page.locator("#zone").isVisible()).toBe(false);
  });

  test("works without a script: scale, size, language and the chart", async () => {
    const page = await openPage({ scripts: false });
    await page.goto(`${house.url}/s/${token}`);
    await page.getByRole("link", { name: "°C" }).click();
    expect(await page.getByRole("link", { name: /^Temperature\s+0\.6\s*°C/ }).count()).toBe(1);
    await page.goto(`${house.url}/s/${token}`);
    expect(await page.getByRole("link", { name: /°C/ }).first().isVisible()).toBe(true);
    await page.getByRole("link", { name: "Español" }).click();
    expect(await page.locator(".standing").innerText()).toMatch(/congelación: .*0,6.°C/);
    await page.getByRole("link", { name: /^Temperatura/ }).click();
    expect(await page.locator("figure path.trace-0").count()).toBe(1);
    expect(await page.locator(".legend").innerText()).toMatch(/Mínimo .*Máximo .*Media /);
  });

  test("lets the arrow keys read the chart", async () => {
    const page = await openPage();
    await page.goto(`${house.url}/s/${token}`);
    await page.getByRole("link", { name: /^Temperature/ }).click();
    await page.locator(".plot .here").waitFor({ state: "attached" });
    await page.locator(".plot").focus();
    const before = async () => {
      await page.keyboard.press("ArrowLeft");
      return (await page.locator(".tip b").allInnerTexts()).join();
    };
    await expect.poll(before).toMatch(/^51\.[34]\s°F$/);
  });
});
