import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { townSearch } from "../../lib/people/town-search.vendor.ts";
import { startSandbox } from "../../local/sandbox/sandbox.ts";
import { tellSandbox } from "../support/sandbox.ts";
import { DULUTH, type Reported } from "../support/services.ts";

let reports: Reported[];

const sandbox = await startSandbox();
afterAll(() => sandbox?.stop());
beforeEach(async () => {
  reports = [];
  await tellSandbox(sandbox.url, "DELETE", "/faults");
});

const search = (typed: string) => {
  const report = (event: Reported) => void reports.push(event);
  return townSearch({ report, baseUrl: `${sandbox.url}/open-meteo`, timeoutMs: 300 })(typed, "en");
};

describe("towns", () => {
  test("are found by the beginning of their name, with their place and their clock", async () => {
    expect(await search("dulu")).toEqual([DULUTH]);
    expect(await search("M")).toHaveLength(4);
  });

  test("are found by their name alone where their state was typed, too", async () => {
    expect((await search("Duluth, Minnesota"))?.map(({ name }) => name)).toEqual(["Duluth"]);
  });

  test("that nobody knows are none", async () => {
    expect(await search("Nowhere")).toEqual([]);
    expect(reports).toEqual([]);
  });

  test.each(["429", "500", "html", "timeout_before"])(
    "can't be told while the service fails (%s), which is reported without what was typed",
    async (kind) => {
      await tellSandbox(sandbox.url, "POST", "/faults", { provider: "open_meteo", kind });
      expect(await search("Duluth")).toBeNull();
      expect(reports).toEqual([{ level: "warn", event: "town_search_failed", reason: expect.any(String) }]);
      expect(JSON.stringify(reports)).not.toContain("Duluth");
    },
  );
});
