import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { enter, hasBrowser, openPage } from "../support/browser.ts";
import { everyPage, type Reader } from "../support/every-page.ts";
import { furnish } from "../support/furnished-house.ts";
import { faultsOf } from "../support/page-faults.ts";
import { serveHouse } from "../support/served-house.ts";

const house = await serveHouse();

describe.skipIf(!hasBrowser)("every page in every state", () => {
  test("is open to whoever cannot see, has a small screen, large letters or no mouse", async () => {
    const furnished = await furnish(house);
    const page = await openPage({ worker: false });
    const faults: string[] = [];
    let now: Reader | null = null;
    const ids = new Set(Object.values(furnished.ids));
    const seen = new Set<string>();
    for (const [state, path, reader = "owner", status = 200] of everyPage(furnished)) {
      if (reader !== now) await become(page, reader === "nobody" ? null : furnished.cookies[reader]);
      now = reader;
      const answer = await page.goto(house.url + path);
      const pattern = patternOf(path, ids);
      const isKnown = seen.has(pattern);
      seen.add(pattern);
      const found = [
        ...(answer?.status() === status ? [] : [`answers ${answer?.status()}`]),
        ...(await faultsOf(page, isKnown)),
      ];
      faults.push(...found.map((fault) => `${state}: ${fault}`));
    }
    expect(faults).toEqual([]);
    expect(
      page.complaints.filter((text) => !/the server responded with a status of 40[034]/.test(text)),
    ).toEqual([]);
  }, 900_000);
});

/** Returns a page's path with a placeholder for each id. */
const patternOf = (path: string, ids: ReadonlySet<string>): string =>
  (path.split("?")[0] ?? "")
    .split("/")
    .map((part) => (ids.has(part) ? "*" : part))
    .join("/");

async function become(page: Page, cookie: string | null): Promise<void> {
  await page.context().clearCookies();
  if (cookie !== null) await enter(page, house.url, cookie);
}
