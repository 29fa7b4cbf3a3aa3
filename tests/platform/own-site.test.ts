import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { withOwnSite } from "../../local/runtime/site.ts";
import type { FunctionGroup } from "../../local/runtime/wrangler-config.ts";
import { memoryFolder } from "../support/memory-folder.ts";

let folder: string;
beforeEach(async () => {
  folder = await memoryFolder("hearthwatch-site-");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const group = (name: string, assetsFolder?: string): FunctionGroup => ({
  group: name,
  name,
  main: "",
  routes: [],
  crons: [],
  vars: {},
  queueProducers: {},
  queueConsumers: {},
  ...(assetsFolder === undefined ? {} : { assetsFolder }),
});
const textIn = (site: string | undefined) => readFile(path.join(site ?? "", "app-1.css"), "utf8");

test("a running service keeps the styles that its pages link to while the site is built anew", async () => {
  const built = path.join(folder, "built");
  await mkdir(built);
  await writeFile(path.join(built, "app-1.css"), "old");
  const [ingest, pages] = await withOwnSite([group("ingest"), group("pages", built)], folder);
  await rm(path.join(built, "app-1.css"));
  expect(ingest).toEqual(group("ingest"));
  expect(await textIn(pages?.assetsFolder)).toBe("old");
});

test("the next start serves what is built by then, and nothing of before", async () => {
  const built = path.join(folder, "built");
  await mkdir(built);
  await writeFile(path.join(built, "app-1.css"), "old");
  await withOwnSite([group("pages", built)], folder);
  await rm(path.join(built, "app-1.css"));
  await writeFile(path.join(built, "app-2.css"), "new");
  const [pages] = await withOwnSite([group("pages", built)], folder);
  await expect(textIn(pages?.assetsFolder)).rejects.toThrow("ENOENT");
});
