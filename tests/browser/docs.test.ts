import { describe, expect, test } from "vitest";
import { hasBrowser, openPage } from "../support/browser.ts";
import { faultsOf } from "../support/page-faults.ts";
import { serveHouse } from "../support/served-house.ts";

const house = await serveHouse();

describe.skipIf(!hasBrowser)("what anyone may read", () => {
  test.each([
    ["/docs", "Documentation", true],
    ["/docs/devices", "Devices", false],
    ["/docs/api", "API reference", true],
  ])("keeps nobody out of %s", async (path, heading, isKnown) => {
    const page = await openPage({ worker: false });
    await page.goto(house.url + path);
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe(heading);
    expect([await faultsOf(page, isKnown), page.complaints]).toEqual([[], []]);
  });

  test("the status turns well with the clock's first run", async () => {
    const page = await openPage({ width: 320 });
    await page.goto(`${house.url}/status`);
    expect(await page.locator(".standing").innerText()).toContain("haven't been checked yet");
    const at = house.clock().toISOString();
    const run =
      "insert into job_runs (job, tick, started_at, lease_until, finished_at) values ($1, $2, $2, $2, $2)";
    await house.database.query(run, ["collect-history", at]);
    await page.reload();
    expect(await page.locator(".standing").innerText()).toContain("All systems operational");
  });

  test("an address of an operation opens it, and its schemas are a link away", async () => {
    const page = await openPage({ width: 320, scripts: false });
    await page.goto(`${house.url}/docs/api#readings.list`);
    const operation = page.locator('[id="readings.list"]');
    await operation.getByRole("link", { name: "ApiReadings" }).click();
    expect(await page.locator("#schema-ApiReadings").isVisible()).toBe(true);
    expect(await page.locator("#schema-ApiReadings pre").innerText()).toMatch(/\bnext_cursor\b/);
  });

  test("what a sender asks for in a field of its own names this installation", async () => {
    const page = await openPage();
    await page.goto(`${house.url}/docs/devices`);
    expect(await page.locator("main").innerText()).toContain("Server: 127.0.0.1\nPath: /api/ingest/KEY");
  });

  test("an operation is found by its words, and has a line for a shell to copy", async () => {
    const page = await openPage({ width: 390 });
    await page.goto(`${house.url}/docs/devices`);
    await page.getByLabel("Search").fill("list devices v1");
    await page.getByRole("link", { name: "API reference: List devices", exact: true }).click();
    const operation = page.locator("details.operation[open]");
    await expect.poll(() => operation.count()).toBe(1);
    expect(await operation.locator("code.curl").innerText()).toContain(`"${house.url}/api/v1/devices"`);
    expect(await operation.getByRole("button", { name: "Copy" }).count()).toBeGreaterThan(0);
  });
});
