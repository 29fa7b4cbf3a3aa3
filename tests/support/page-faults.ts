import type { Page } from "playwright-core";
import { barriers, paleText, scrollsSideways, smallTargets, tabOrderFaults } from "./browser.ts";

const FOLLOWS_MS = 5_000;
const LOOK_EVERY_MS = 100;
const PHONE = { width: 390, height: 844 };
const NARROW = { width: 320, height: 640 };
/** A window of 1,280 pixels at 200 %. */
const ZOOMED = { width: 640, height: 400 };

/**
 * Returns the barriers of an open page. It is loaded once, while the window and the scheme change. `isKnown` means that
 * its style sheet and parts, whose colors are the same in all its states, were checked before.
 */
export async function faultsOf(page: Page, isKnown = false): Promise<string[]> {
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: "light" });
  const faults = [
    ...(await barriers(page, !isKnown)),
    ...(await smallTargets(page)),
    ...(await tabOrderFaults(page)),
    ...(await sidewaysFaults(page, "390 px", PHONE)),
  ];
  if (isKnown) return [...faults, ...(await sidewaysFaults(page, "320 px", NARROW))];
  await page.emulateMedia({ colorScheme: "dark" });
  return [
    ...faults,
    ...(await paleText(page)).map((text) => `dark: ${text}`),
    ...(await sidewaysFaults(page, "320 px", NARROW)),
    ...(await sidewaysFaults(page, "200 %", ZOOMED)),
  ];
}

async function sidewaysFaults(page: Page, name: string, size: typeof PHONE): Promise<string[]> {
  await page.setViewportSize(size);
  return (await staysSideways(page)) ? [`${name}: it has to be moved sideways`] : [];
}

/** A chart, or a busy machine, follows a change of the window with a delay. */
async function staysSideways(page: Page): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < FOLLOWS_MS; waitedMs += LOOK_EVERY_MS) {
    if (!(await scrollsSideways(page))) return false;
    await page.waitForTimeout(LOOK_EVERY_MS);
  }
  return scrollsSideways(page);
}
