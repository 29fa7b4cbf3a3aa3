import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../../local/processes/free-port.ts";
import { documentedRecipe } from "../support/documented-recipe.ts";
import { addDevice, addShareLink, type TestDevice } from "../support/fixtures.ts";
import { memoryFolder } from "../support/memory-folder.ts";
import { isOnPath } from "../support/programs.ts";
import { sensorOf } from "../support/readings.ts";
import { type ServedHouse, serveHouse } from "../support/served-house.ts";
import { type Spawned, spawnProgram } from "../support/spawned.ts";

const isMissing = !isOnPath("node-red");
if (isMissing)
  console.warn(
    "SKIPPED: the recipes for Node-RED need node-red on the PATH (docs/testing.md says how to get it)",
  );

const READY_MS_MAX = 60_000;

type Node = { id: string; type: string; [setting: string]: unknown };

describe.skipIf(isMissing)("the recipes for Node-RED, with Node-RED", () => {
  let house: ServedHouse;
  let device: TestDevice;
  let folder: string;
  let nodeRed: Spawned | undefined;

  /** Returns a flow as the documents print it. What its debug node shows also goes to the log. */
  const flow = (document: "devices" | "api", heading: string, values: Record<string, string>): Node[] => {
    const text = documentedRecipe(document, heading, "json").replaceAll("https://HOST", house.url);
    const filled = Object.entries(values).reduce((all, [name, value]) => all.replaceAll(name, value), text);
    const nodes = JSON.parse(filled) as Node[];
    return nodes.map((node) => (node.type === "debug" ? { ...node, active: true, console: true } : node));
  };

  beforeAll(async () => {
    house = await serveHouse();
    folder = await memoryFolder("hearthwatch-node-red-");
    device = await addDevice(house.database, house.home);
    const { ingestKey } = device;
    // The sensor that the second flow reads must exist before the first flow posts.
    await fetch(`${house.url}/api/ingest/${ingestKey}`, { method: "POST", body: '{"temp1":41.5}' });
    const sensor = await sensorOf(house.database, device.id);
    const token = await addShareLink(house.database, house.home);
    const flows = [
      ...flow("devices", "### Node-RED", { KEY: ingestKey }),
      ...flow("api", "## Node-RED", { TOKEN: token, sen_EXAMPLE: sensor }),
    ];
    await writeFile(path.join(folder, "flows.json"), JSON.stringify(flows));
    await writeFile(
      path.join(folder, "settings.js"),
      `module.exports = { flowFile: "flows.json", credentialSecret: false, telemetry: { enabled: false },
        uiHost: "127.0.0.1", uiPort: ${await freePort()}, httpAdminRoot: false };`,
    );
    nodeRed = spawnProgram("node-red", ["--userDir", folder], { cwd: folder });
  });
  afterAll(async () => {
    await nodeRed?.end();
    await house?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test(
    "one posts a value, which is stored, and shows the answer",
    async () => {
      const stored = () =>
        house.database.sql`select unit from sensors where device_id = ${device.id} and key = 'cellar_temp_c'`;
      await expect.poll(stored, { timeout: READY_MS_MAX, interval: 250 }).toEqual([{ unit: "°C" }]);
      await expect
        .poll(() => nodeRed?.output(), { timeout: READY_MS_MAX })
        .toMatch(/\[debug:answer\][\s\S]*readings: 1/);
    },
    READY_MS_MAX * 2,
  );

  test(
    "the other one reads a sensor by its id",
    async () => {
      await expect
        .poll(() => nodeRed?.output(), { timeout: READY_MS_MAX })
        .toMatch(/\[debug:value\]\s+41\.5/);
    },
    READY_MS_MAX * 2,
  );
});
