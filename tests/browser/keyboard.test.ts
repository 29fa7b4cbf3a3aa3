import { describe, expect, test } from "vitest";
import { enter, hasBrowser, openPage } from "../support/browser.ts";
import { furnish } from "../support/furnished-house.ts";
import { serveHouse } from "../support/served-house.ts";

const TABS_MAX = 60;

const house = await serveHouse();
const { cookies, ids } = await furnish(house);

/** The focused element's text, and if its focus is visible; evaluated in the page. */
const FOCUSED = `(() => {
  const { textContent } = document.activeElement;
  const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
  return { text: textContent.trim(), isSeen: outlineStyle !== "none" && parseFloat(outlineWidth) > 0 };
})()`;

describe.skipIf(!hasBrowser)("whoever has a keyboard and no mouse", () => {
  test("takes an alert on, and sees all the way where they are", async () => {
    const page = await openPage({ worker: false });
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

  test("is led past the navigation by a link that moves nothing, and sees no frame around the page or a pressed chart", async () => {
    const page = await openPage({ worker: false });
    await enter(page, house.url, cookies.owner);
    await page.goto(`${house.url}/charts?s=${ids.sensor}`);
    const top = () => page.evaluate("document.querySelector('h1').getBoundingClientRect().top");
    const before = await top();
    await page.keyboard.press("Tab");
    expect(await top()).toBe(before);
    await page.keyboard.press("Enter");
    expect(await page.evaluate(FOCUSED)).toMatchObject({ isSeen: false });
    await page.locator(".plot").first().click();
    expect(await page.evaluate(FOCUSED)).toMatchObject({ isSeen: false });
  });
});

describe.skipIf(!hasBrowser)("whoever has a mouse or a finger", () => {
  test("fills in a puck's form from its QR code, takes the secret out of the address, and adds it at a press", async () => {
    const page = await openPage({ worker: false });
    await enter(page, house.url, cookies.owner);
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
