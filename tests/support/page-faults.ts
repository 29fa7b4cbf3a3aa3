import type { Page } from "playwright-core";
import { barriers, paleText, scrollsSideways, smallTargets, tabOrderFaults } from "./browser.ts";

const CHART_FOLLOWS_MS = 500;
const PHONE = { width: 390, height: 844 };
const NARROW = { width: 320, height: 640 };
/** A window of 1,280 pixels at 200 %. */
const ZOOMED = { width: 640, height: 400 };

/**
 * What keeps somebody out of an open page, in light and dark. It is loaded once: the window and the scheme
 * change.
 */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: "light" });
  const faults = [...(await barriers(page)), ...(await smallTargets(page)), ...(await tabOrderFaults(page))];
  await page.emulateMedia({ colorScheme: "dark" });
  faults.push(...(await paleText(page)).map((text) => `dark: ${text}`));
  for (const [name, size] of [
    ["320 px", NARROW],
    ["200 %", ZOOMED],
  ] as const) {
    await page.setViewportSize(size);
    if (await staysSideways(page)) faults.push(`${name}: it has to be moved sideways`);
  }
  return faults;
}

/** A chart follows its window a moment later. */
async function staysSideways(page: Page): Promise<boolean> {
  if (!(await scrollsSideways(page))) return false;
  await page.waitForTimeout(CHART_FOLLOWS_MS);
  return scrollsSideways(page);
}
