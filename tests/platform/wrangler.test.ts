import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseWranglerConfig, readWranglerConfig } from "../../local/runtime/wrangler-config.ts";
import { speak } from "../support/processes.ts";

const WRANGLER = "node_modules/wrangler/bin/wrangler.js";
/** What Cloudflare takes on the free plan. */
const GZIP_BYTES_MAX = 3 * 1024 * 1024;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "hearthwatch-wrangler-"));
});
afterAll(() => rm(folder, { recursive: true }));

const { groups, household } = await readWranglerConfig();
const deployed = household === undefined ? groups : [...groups, household];

test.concurrent.each(deployed)("wrangler would deploy $group, without a network", async ({ group }) => {
  const outdir = path.join(folder, group);
  const deploy = speak([WRANGLER, "deploy", "--dry-run", "--env", group, "--outdir", outdir], {
    WRANGLER_SEND_METRICS: "false",
    WRANGLER_LOG_PATH: path.join(folder, "log"),
    CI: "1",
    // Anything that asked the network after all would fail.
    npm_config_registry: "http://127.0.0.1:9",
    CLOUDFLARE_API_BASE_URL: "http://127.0.0.1:9",
  });
  expect(await deploy.exited, deploy.output()).toBe(0);
  expect(deploy.output()).not.toContain("WARNING");
  const { size } = await stat(path.join(outdir, "index.js"));
  expect(size).toBeLessThan(GZIP_BYTES_MAX);
});

test("a mistake in wrangler.toml is one sentence that says where", () => {
  const good = (lines: string) =>
    `compatibility_date = "2026-07-30"\n[env.public]\nname = "hearthwatch-public"\nmain = "a.ts"\n${lines}`;
  expect(parseWranglerConfig(good('routes = ["x.example/*"]'), "/").groups[0]?.routes).toEqual(["/*"]);
  const mistakes: [string, RegExp][] = [
    ["[env", /^wrangler.toml cannot be read: .+\.$/],
    ['[env.ingest]\nname = "x"', /needs a text in|must be "hearthwatch-ingest"/],
    ["compatibility_date = 1", /needs a table env\./],
    [good('routes = ["x.example"]'), /route "x.example" in env.public.routes without a path/],
    [good("[env.public.vars]\nA = 1"), /needs a text in env.public.vars.A\./],
  ];
  for (const [text, sentence] of mistakes) expect(() => parseWranglerConfig(text, "/")).toThrow(sentence);
});
