import { readFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { expect } from "vitest";
import type { Bundle } from "../../local/runtime/build.ts";
import { speak } from "./processes.ts";

const WRANGLER = "node_modules/wrangler/bin/wrangler.js";

/** The module that `wrangler deploy --env <group>` would upload, made without a network. */
export async function dryRun(group: string, folder: string): Promise<Bundle> {
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
  const text = await readFile(path.join(outdir, "index.js"), "utf8");
  return { group, text, gzipBytes: gzipSync(text).length };
}
