import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { enter, hasBrowser, openBrowser, openPage } from "../support/browser.ts";
import { furnish } from "../support/furnished-house.ts";
import { type ServedHouse, serveHouse } from "../support/served-house.ts";

const TABS_MAX = 60;

let house: ServedHouse;
let browser: Browser;

/** What has the focus, and whether one can see that it has. */
const FOCUSED = `(() => {
  const { textContent } = document.activeElement;
  const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
  return { text: textContent.trim(), isSeen: outlineStyle !== "none" && parseFloat(outlineWidth) > 0 };
})()`;

describe.skipIf(!hasBrowser)("whoever has a keyboard and no mouse", () => {
  beforeAll(async () => {
    house = await serveHouse("2026-11-20T10:00:00Z");
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await house?.stop();
  });

  test("takes an alert on, and sees all the way where they are", async () => {
    const { cookies, ids } = await furnish(house);
    const page = await openPage(browser, { worker: false });
    await enter(page, house.url, cookies.owner);
    await page.goto(`${house.url}/alerts/${ids.alert}`);
    const unseen: string[] = [];
    let tabs = 0;
    for (let text = ""; text !== "I'm on it" && tabs < TABS_MAX; tabs += 1) {
      await page.keyboard.press("Tab");
      const now = await page.evaluate<{ text: string; isSeen: boolean }>(FOCUSED);
      text = now.text;
      if (!now.isSeen) unseen.push(text);
    }
    expect(tabs).toBeLessThan(TABS_MAX);
    expect(unseen).toEqual([]);
    await page.keyboard.press("Enter");
    await page.getByText("Acknowledged by ada@example.com", { exact: true }).waitFor();
  });
});

describe.skipIf(!hasBrowser)("whoever has a mouse or a finger", () => {
  let page: Awaited<ReturnType<typeof openPage>>;
  beforeAll(async () => {
    house = await serveHouse("2026-11-20T10:00:00Z");
    browser = await openBrowser();
    const { cookies } = await furnish(house);
    page = await openPage(browser, { worker: false });
    await enter(page, house.url, cookies.owner);
  });
  afterAll(async () => {
    await browser?.close();
    await house?.stop();
  });

  test("fills in a puck's form from its QR code, takes the secret out of the address, and adds it at a press", async () => {
    const secret = "000102030405060708090a0b0c0d0e0f";
    await page.goto(`${house.url}/settings/pucks#device_id=puck-scanned&secret=${secret}`);
    await page.getByText("Filled in from the QR code").waitFor();
    expect(page.url()).toBe(`${house.url}/settings/pucks`);
    expect(await page.getByLabel("Secret").inputValue()).toBe(secret);
    expect(await page.getByText("puck-scanned").count()).toBe(0);
    await page.keyboard.press("Enter");
    await page.waitForURL(/done=created/);
    await page.getByText("puck-scanned").waitFor();
    await page.goto(`${house.url}/settings/pucks#device_id=puck-scanned`);
    await page.reload();
    expect(await page.getByText("Filled in from the QR code").isVisible()).toBe(false);
  });
});
