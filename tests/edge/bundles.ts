import { readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { parseWranglerConfig, readWranglerText, type WranglerConfig } from "../../deploy/wrangler-toml.ts";
import { GROUP_NAMES } from "../../functions/_platform/variables.ts";
import { sourceMarks } from "../../local/machine/build/build-marks.ts";
import { buildSite } from "../../local/site/build-site.ts";
import { PROJECT_FOLDER } from "../../local/start/project.ts";
import { speak } from "../support/processes.ts";

/** In a release wrangler itself bundles every worker. */
const IS_RELEASE = process.env.RELEASE === "1";
const WRANGLER = path.join("node_modules", "wrangler", "bin", "wrangler.js");
const BUILT_AT_ONCE = 3;

export const BUNDLES_FOLDER = path.join(PROJECT_FOLDER, "dist", "edge");
const MARKS_FILE = path.join(BUNDLES_FOLDER, "built-from.txt");

/** Builds every worker's upload again if a source has changed. vitest calls it once for all files. */
export default async function setup(): Promise<void> {
  await buildSite();
  const wrangler = await readWranglerText();
  const marks = `${sourceMarks()}\n${IS_RELEASE}\n${wrangler}`;
  if ((await readFile(MARKS_FILE, "utf8").catch(() => "")) === marks) return;
  await mkdir(BUNDLES_FOLDER, { recursive: true });
  const config = parseWranglerConfig(wrangler);
  const isPlain = (worker: string) => !IS_RELEASE && !hasNodesModules(config, worker);
  await bundlePlainly(config, GROUP_NAMES.filter(isPlain));
  const waiting = GROUP_NAMES.filter((worker) => !isPlain(worker));
  const buildNext = async (): Promise<void> => {
    for (let worker = waiting.shift(); worker !== undefined; worker = waiting.shift()) await dryRun(worker);
  };
  await Promise.all(Array.from({ length: BUILT_AT_ONCE }, buildNext));
  await writeFile(MARKS_FILE, marks);
}

/** Wrangler bundles these with plugins of its own. */
const hasNodesModules = ({ env }: WranglerConfig, worker: string): boolean =>
  JSON.stringify(env[worker]?.compatibility_flags ?? []).includes("nodejs_compat");

/** Bundles the others with wrangler's esbuild settings, all at once: a start of wrangler takes ten times as long. */
const bundlePlainly = ({ env, alias }: WranglerConfig, workers: string[]) =>
  build({
    absWorkingDir: PROJECT_FOLDER,
    entryPoints: workers.map((worker) => ({ in: env[worker]?.main ?? "", out: `${worker}/index` })),
    outdir: BUNDLES_FOLDER,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2024",
    conditions: ["workerd", "worker", "browser"],
    external: ["cloudflare:*"],
    alias,
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "silent",
  });

const dryRun = (worker: string): Promise<void> => wranglerBundle(["--env", worker], worker);

/** Builds the module that `wrangler deploy` would upload, without a network, into a folder of this name. */
export async function wranglerBundle(words: string[], name: string): Promise<void> {
  const outdir = path.join(BUNDLES_FOLDER, name);
  const deploy = speak([WRANGLER, "deploy", ...words, "--dry-run", "--outdir", outdir], {
    WRANGLER_SEND_METRICS: "false",
    WRANGLER_LOG_PATH: path.join(BUNDLES_FOLDER, "log"),
    CI: "1",
    // A request to the network would fail.
    npm_config_registry: "http://127.0.0.1:9",
    CLOUDFLARE_API_BASE_URL: "http://127.0.0.1:9",
  });
  if ((await deploy.exited) !== 0 || deploy.output().includes("WARNING")) throw new Error(deploy.output());
}

export interface Bundle {
  worker: string;
  text: string;
  gzipBytes: number;
}

export const bundles = (): Bundle[] =>
  GROUP_NAMES.map((worker) => {
    const text = readFileSync(path.join(BUNDLES_FOLDER, worker, "index.js"), "utf8");
    return { worker, text, gzipBytes: gzipSync(text).length };
  });
