import { spawnSync } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../../local/processes/free-port.ts";
import { documentedRecipe } from "../support/documented-recipe.ts";
import { addApiKey, addDevice } from "../support/fixtures.ts";
import { memoryFolder } from "../support/memory-folder.ts";
import { isOnPath } from "../support/programs.ts";
import { type ServedHouse, serveHouse } from "../support/served-house.ts";
import { type Spawned, spawnProgram } from "../support/spawned.ts";

/** On a busy machine Prometheus takes long to start. */
const SCRAPED_MS_MAX = 60_000;

const missing = ["prometheus", "promtool"].filter((program) => !isOnPath(program));
if (missing.length > 0) console.warn(`SKIPPED: the recipe for Prometheus needs ${missing.join(", ")}`);

describe.skipIf(missing.length > 0)("the recipe for Prometheus, with Prometheus", () => {
  let house: ServedHouse;
  let folder: string;
  let address: string;
  let prometheus: Spawned | undefined;

  beforeAll(async () => {
    house = await serveHouse();
    folder = await memoryFolder("hearthwatch-prometheus-");
    address = `127.0.0.1:${await freePort()}`;
    const { ingestKey } = await addDevice(house.database, house.home, { name: "Cellar node" });
    await fetch(`${house.url}/api/ingest/${ingestKey}`, { method: "POST", body: '{"cellar_temp_c":4.5}' });
    const recipe = documentedRecipe("api", "## Prometheus", "yaml")
      .replace("API_KEY", await addApiKey(house.database, house.home))
      .replace("scheme: https", "scheme: http")
      .replace("HOST", new URL(house.url).host)
      .replace("scrape_interval: 60s", "scrape_interval: 2s\n    scrape_timeout: 2s");
    await writeFile(path.join(folder, "prometheus.yml"), recipe);
  });
  afterAll(async () => {
    await prometheus?.end();
    await house?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test("promtool finds no fault in the configuration", () => {
    const checked = spawnSync("promtool", ["check", "config", "prometheus.yml"], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(checked.status, checked.stderr).toBe(0);
  });

  test(
    "a scrape has the home's temperature with the names that people gave",
    async () => {
      const args = [
        "--config.file=prometheus.yml",
        "--storage.tsdb.path=data",
        `--web.listen-address=${address}`,
      ];
      prometheus = spawnProgram("prometheus", args, { cwd: folder });
      const scraped = async () => {
        const asked = `http://${address}/api/v1/query?query=hearthwatch_temperature_celsius`;
        const answer = await fetch(asked).catch(() => undefined);
        const { data } = (await answer?.json().catch(() => undefined)) ?? {};
        return data?.result?.[0];
      };
      await expect.poll(scraped, { timeout: SCRAPED_MS_MAX, interval: 200 }).toMatchObject({
        metric: { job: "hearthwatch", device: "Cellar node" },
        value: [expect.any(Number), "4.5"],
      });
    },
    SCRAPED_MS_MAX,
  );
});
