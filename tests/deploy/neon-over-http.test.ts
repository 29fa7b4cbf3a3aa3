import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { neonOverHttp } from "../../local/write-neon-over-http.ts";

test("what is bundled of the database's driver is made of the package that is installed", async () => {
  const bundled = await readFile("deploy/neon-over-http.mjs", "utf8");
  expect(bundled === (await neonOverHttp()), "run `npm run generate`").toBe(true);
});
