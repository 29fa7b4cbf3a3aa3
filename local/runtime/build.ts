import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { type BuildFailure, build, type BuildOptions as EsbuildOptions } from "esbuild";
import { StartError } from "../start/start-error.ts";
import { nodeBuiltins } from "./node-builtins.ts";
import { type FunctionGroup, PROJECT_FOLDER, type WranglerConfig } from "./wrangler-config.ts";

const ERRORS_SHOWN_MAX = 3;
/** What it does to a bundle is seen in none of the other files. */
const PLUGIN_FILE = path.join(import.meta.dirname, "node-builtins.ts");

export interface Bundle {
  group: string;
  text: string;
  gzipBytes: number;
}

type BuildOptions = Pick<WranglerConfig, "alias" | "minify" | "keepNames">;

export function buildGroups(
  groups: FunctionGroup[],
  options: BuildOptions = { alias: {}, minify: false, keepNames: false },
): Promise<Bundle[]> {
  return Promise.all(groups.map((group) => buildGroup(group, options)));
}

/** One module, made the way wrangler makes it for the edge. */
async function buildGroup({ group, main }: FunctionGroup, options: BuildOptions): Promise<Bundle> {
  const settings = settingsOf(main, options);
  const text = await cachedBundle(settings, async () => {
    const result = await build({ ...settings, write: false, metafile: true, plugins: [nodeBuiltins] }).catch(
      (error: unknown) => {
        throw isBuildFailure(error) ? new StartError(tellFailure(group, error)) : error;
      },
    );
    const { inputs } = result.metafile;
    return {
      text: result.outputFiles[0]?.text ?? "",
      inputs: [PLUGIN_FILE, ...Object.keys(inputs)].filter((file) => existsSync(file)),
    };
  });
  return { group, text, gzipBytes: gzipSync(text).length };
}

const settingsOf = (main: string, { alias, minify, keepNames }: BuildOptions) =>
  ({
    entryPoints: [main],
    bundle: true,
    format: "esm",
    target: "es2024",
    platform: "browser",
    conditions: ["workerd", "worker", "browser"],
    mainFields: ["browser", "module", "main"],
    external: ["cloudflare:*"],
    alias,
    minify,
    keepNames,
    define: { "process.env.NODE_ENV": '"production"' },
    loader: { ".html": "text", ".txt": "text", ".sql": "text" },
    logLevel: "silent",
  }) satisfies EsbuildOptions;

function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && "errors" in error && Array.isArray(error.errors);
}

function tellFailure(group: string, { errors }: BuildFailure): string {
  const told = errors.slice(0, ERRORS_SHOWN_MAX).map(({ text, location }) => {
    return location === null ? text : `${location.file}:${location.line}: ${text}`;
  });
  return `The function "${group}" cannot be built: ${told.join("; ")}.`;
}

const FOLDER = path.join(PROJECT_FOLDER, "node_modules/.cache/hearthwatch");

interface Built {
  text: string;
  /** Every file that went into it, relative to the working folder. */
  inputs: string[];
}

interface Kept {
  text: string;
  /** Size and time of change of each input. */
  marks: [file: string, mark: string][];
}

/**
 * The text made by `build`, taken from the last time as long as no file that went into it has changed.
 * `options` stands for everything else that the text depends on. What cannot be kept is built each time.
 */
async function cachedBundle(options: unknown, build: () => Promise<Built>): Promise<string> {
  const name = createHash("sha256")
    .update(JSON.stringify([process.cwd(), options]))
    .digest("hex");
  const file = path.join(FOLDER, `${name.slice(0, 32)}.json`);
  const kept = await readKept(file);
  if (kept !== undefined && (await isCurrent(kept))) return kept.text;
  const { text, inputs } = await build();
  await keep(file, { text, marks: await marksOf(inputs) });
  return text;
}

async function readKept(file: string): Promise<Kept | undefined> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as Kept;
  } catch {
    // Nothing is kept yet, or it cannot be read: both mean that it is built.
    return undefined;
  }
}

async function isCurrent({ marks }: Kept): Promise<boolean> {
  const now = await marksOf(marks.map(([file]) => file));
  return now.every(([, mark], index) => mark === marks[index]?.[1]);
}

const marksOf = (files: string[]): Promise<Kept["marks"]> =>
  Promise.all(files.map(async (file) => [file, await markOf(file)] as [string, string]));

async function markOf(file: string): Promise<string> {
  const found = await stat(file, { bigint: true }).catch(() => undefined);
  return found === undefined ? "gone" : `${found.size} ${found.mtimeNs}`;
}

/** Through a file of its own: two builds at once each leave a whole one. */
async function keep(file: string, kept: Kept): Promise<void> {
  const draft = `${file}.${randomBytes(4).toString("hex")}`;
  try {
    await mkdir(FOLDER, { recursive: true });
    await writeFile(draft, JSON.stringify(kept));
    await rename(draft, file);
  } catch {
    // A checkout that cannot be written is served all the same: it builds at every start.
  }
}
