import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PROJECT_FOLDER } from "../../local/start/project.ts";
import { addApiKey, addDevice, addShareLink } from "../support/fixtures.ts";
import { type ServedHouse, serveHouse } from "../support/served-house.ts";
import { spawnProgram } from "../support/spawned.ts";

const FOLDER = path.join(PROJECT_FOLDER, "integrations/home-assistant");
const SOURCES = path.join(FOLDER, "custom_components/hearthwatch");
/** Home Assistant itself needs 3.12; the integration's code runs from 3.11 on (asyncio.timeout). */
const NEEDED = "import sys; sys.exit(sys.version_info < (3, 11))";

const skipped = spawnSync("python3", ["-c", NEEDED]).status !== 0;
if (skipped) console.warn("SKIPPED: the integration for Home Assistant needs Python 3.11 or newer");

/** Leaves nothing of a run in the folder that people copy. */
const QUIET = { PYTHONDONTWRITEBYTECODE: "1" };

describe.skipIf(skipped)("the integration for Home Assistant", () => {
  let house: ServedHouse;
  beforeAll(async () => {
    house = await serveHouse();
  });
  afterAll(() => house?.stop());

  test("is Python that compiles", () => {
    const files = readdirSync(SOURCES).filter((name) => name.endsWith(".py"));
    expect(files).toContain("config_flow.py");
    const program =
      "import sys; [compile(open(name, encoding='utf-8').read(), name, 'exec') for name in sys.argv[1:]]";
    const { status, stderr } = spawnSync("python3", ["-c", program, ...files], {
      cwd: SOURCES,
      encoding: "utf8",
    });
    expect([status, stderr]).toEqual([0, ""]);
  });

  test("reads a running service by link and by key, and acknowledges its alerts", async () => {
    const device = await addDevice(house.database, house.home, { name: "Cellar node", space: "Cellar" });
    const body = { temp1: 41.5, flood1: true, door1: false, motion1: false, battery: 87 };
    const posted = await fetch(`${house.url}/api/ingest/${device.ingestKey}`, {
      method: "POST",
      body: JSON.stringify(body),
    });
    expect(posted.status).toBe(200);
    const variables = {
      HEARTHWATCH_URL: house.url,
      HEARTHWATCH_SHARE: await addShareLink(house.database, house.home),
      HEARTHWATCH_ENDED: await addShareLink(house.database, house.home, { revokedAt: house.clock() }),
      HEARTHWATCH_KEY: await addApiKey(house.database, house.home),
      HEARTHWATCH_READ_KEY: await addApiKey(house.database, house.home, { scope: "read" }),
    };
    const { code, output } = await unittest(variables);
    expect(output).toMatch(/\nRan \d\d tests in .*\n\nOK\n$/);
    expect(code).toBe(0);
    const open = "select acknowledged_at is not null as taken from alerts where kind = 'leak'";
    expect(await house.database.query(open)).toEqual([{ taken: true }]);
  });
});

/** The service answers in this process, so Python runs beside it. */
const unittest = async (variables: Record<string, string>) => {
  const options = { cwd: path.join(FOLDER, "tests"), env: { ...QUIET, ...variables } };
  const { exited, output } = spawnProgram("python3", ["-m", "unittest", "-q", "test_hearthwatch"], options);
  return { code: await exited, output: output() };
};
