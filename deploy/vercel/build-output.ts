import { cp, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { JOBS, type Job } from "../../lib/jobs/jobs.ts";
import { buildSite, SITE_FOLDER } from "../../local/site/build-site.ts";
import { SITE_HEADERS } from "../../local/site/site-headers.ts";
import { PROJECT_FOLDER } from "../../local/start/project.ts";
import { groupsOf, pathsOf, type WorkerConfig, type WranglerConfig } from "../wrangler-toml.ts";

/** The seconds after which the platform ends a function. The clock's jobs are the slow ones. */
const SECONDS_MAX = { cron: 300, other: 60 } as const;

type BuiltFunction = { group: string; bytes: number };

type OutputOptions = {
  folder: string;
  /** The jobs that the platform's clock calls. */
  jobs: readonly Job[];
  /** Where the functions run; null for Vercel's default. */
  region?: string | null;
  /** A function's variables besides the project's: only those that it reads. */
  variablesOf?: (group: string) => Record<string, string>;
};

/**
 * Writes a folder of Vercel's Build Output API, version 3: one file for each function, the routes of wrangler.toml, and
 * the triggers. https://vercel.com/docs/build-output-api
 */
export async function writeBuildOutput(
  config: WranglerConfig,
  { folder, jobs, region = null, variablesOf = () => ({}) }: OutputOptions,
): Promise<BuiltFunction[]> {
  await rm(folder, { recursive: true, force: true });
  // Its files contain secrets.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await mkdir(path.join(folder, "static"));
  const overrides = await writeStaticFiles(path.join(folder, "static"));
  const built = await Promise.all(
    groupsOf(config).map(async ([group, { main }]) => {
      const code = await bundleForNode(main, config.alias);
      const place = path.join(folder, "functions", `${group}.func`);
      await mkdir(place, { recursive: true });
      await writeFile(path.join(place, "index.mjs"), code);
      await writeJson(path.join(place, ".vc-config.json"), {
        runtime: VERCEL_RUNTIME,
        handler: "index.mjs",
        environment: { ...variablesOf(group), EDGE: "vercel" },
        ...(region === null ? {} : { regions: [region] }),
        launcherType: "Nodejs",
        shouldAddHelpers: false,
        supportsResponseStreaming: true,
        maxDuration: group === "cron" ? SECONDS_MAX.cron : SECONDS_MAX.other,
      });
      return { group, bytes: code.length };
    }),
  );
  const [routes, crons] = [routesOf(groupsOf(config)), jobs.map(cronOf)];
  await writeJson(path.join(folder, "config.json"), { version: 3, routes, overrides, crons });
  return built;
}

/** Returns text such as `ingest 637 KB, share 477 KB`. */
export const sizesOf = (built: readonly BuiltFunction[]): string =>
  built.map(({ group, bytes }) => `${group} ${Math.ceil(bytes / 1024)} KB`).join(", ");

/** The path of each page, by its file's name. */
type Overrides = Record<string, { path: string }>;

/** Writes the browser files, except the one that only Workers read. Page paths have no `.html`. */
async function writeStaticFiles(folder: string): Promise<Overrides> {
  await buildSite();
  await cp(SITE_FOLDER, folder, { recursive: true, filter: (file) => path.basename(file) !== "_headers" });
  const files = await readdir(folder, { recursive: true });
  const pages = files.filter((file) => file.endsWith(".html")).map((file) => file.replaceAll(path.sep, "/"));
  return Object.fromEntries(pages.toSorted().map((file) => [file, { path: file.replace(/\.html$/, "") }]));
}

/** Returns files first, then each group's paths, longer ones before shorter ones that also match. */
export function routesOf(groups: readonly [string, WorkerConfig][]) {
  const rewrites = groups
    .flatMap(([group, worker]) => pathsOf(worker).map((route) => ({ route, group })))
    .toSorted((a, b) => b.route.length - a.route.length)
    .map(({ route, group }) => ({ src: `^${route.replace("*", "(.*)")}$`, dest: `/${group}` }));
  return [...FILE_HEADERS, { handle: "filesystem" }, ...rewrites];
}

/** The root has only a few icons, whose type Vercel knows. */
const FILE_HEADERS = SITE_HEADERS.filter(([place]) => place !== "").map(([place, headers]) => ({
  src: `^${place}(/.*)?$`,
  headers: { ...headers, "X-Content-Type-Options": "nosniff" },
  continue: true,
}));

/** Vercel needs the weekday as a number. */
export const cronOf = (job: Job) => ({
  path: `/api/cron/${job}`,
  schedule: JOBS[job].cron.replace("MON", "1"),
});

const writeJson = (file: string, value: unknown): Promise<void> =>
  writeFile(file, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });

/** Node's version in Vercel's runtime, as its Build Output API and esbuild name it. */
const VERCEL_RUNTIME = "nodejs24.x";
const NODE_TARGET = "node24";
/** CommonJS packages load Node's modules with `require`, which an ES module doesn't have. */
const REQUIRE = `import { createRequire } from "node:module"; const require = createRequire(import.meta.url);`;

/** Bundles a function into one ES module, so that the platform needs to trace or install nothing. */
export async function bundleForNode(main: string, alias: Record<string, string>): Promise<Uint8Array> {
  const { outputFiles } = await build({
    absWorkingDir: PROJECT_FOLDER,
    entryPoints: [main],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    target: NODE_TARGET,
    banner: { js: REQUIRE },
    minify: true,
    // Leaves out Workers' replacement for sockets, because Node has them.
    alias: Object.fromEntries(Object.entries(alias).filter(([name]) => name !== "undici")),
    define: { "process.env.NODE_ENV": '"production"' },
    loader: { ".html": "text", ".txt": "text", ".sql": "text" },
    logLevel: "silent",
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error(`esbuild made nothing of ${main}`);
  return file.contents;
}
