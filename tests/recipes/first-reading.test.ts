import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signInMailTo } from "../support/account.ts";
import { documentedRecipe } from "../support/documented-recipe.ts";
import { memoryFolder } from "../support/memory-folder.ts";
import { isOnPath } from "../support/programs.ts";
import { type ServedHouse, serveHouse } from "../support/served-house.ts";
import { spawnProgram } from "../support/spawned.ts";

const missing = ["sh", "curl", "sed"].filter((program) => !isOnPath(program));
if (missing.length > 0)
  console.warn(`SKIPPED: the first reading of docs/deploy.md needs ${missing.join(", ")}`);

const HEADING = "## 5. First reading";
const EMAIL = "newcomer@home.example";

describe.skipIf(missing.length > 0)("a stranger's first reading after a deployment", () => {
  let house: ServedHouse;
  let folder: string;
  beforeAll(async () => {
    house = await serveHouse();
    folder = await memoryFolder("hearthwatch-first-reading-");
    await writeFile(path.join(folder, "deploy.env"), `BASE_URL=${house.url}\n`);
  });
  afterAll(async () => {
    await house?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const shell = async (script: string, env: Record<string, string> = {}): Promise<string> => {
    const spawned = spawnProgram("sh", ["-ec", script], { cwd: folder, env });
    expect(await spawned.exited, spawned.output()).toBe(0);
    return spawned.output();
  };

  test("comes by the commands that the document prints", async () => {
    const ask = documentedRecipe("deploy", HEADING, "sh").replace("you@home.example", EMAIL);
    const challenge = (await shell(`${ask}\nprintf %s "$CHALLENGE"`)).trim();
    const { code } = await signInMailTo(house, EMAIL);
    const post = documentedRecipe("deploy", HEADING, "sh", 2).replace("123456", code);
    const said = await shell(post, { BASE_URL: house.url, EMAIL, CHALLENGE: challenge });
    expect(said).toContain('{"ok":true,"readings":2,"sensors_created":2}');
  });
});
