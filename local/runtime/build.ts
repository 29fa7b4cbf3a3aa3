import { existsSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { type BuildFailure, build, type BuildOptions as EsbuildOptions } from "esbuild";
import { StartError } from "../start/start-error.ts";
import { cachedBundle } from "./bundle-cache.ts";
import { nodeBuiltins } from "./node-builtins.ts";
import type { FunctionGroup, WranglerConfig } from "./wrangler-config.ts";

const ERRORS_TOLD_MAX = 3;
/** What it does to a bundle is seen in none of the other files. */
const PLUGIN_FILE = path.join(import.meta.dirname, "node-builtins.ts");

export interface Bundle {
  group: string;
  text: string;
  gzipBytes: number;
}

type BuildOptions = Pick<WranglerConfig, "alias" | "minify">;

export function buildGroups(
  groups: FunctionGroup[],
  options: BuildOptions = { alias: {}, minify: false },
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

const settingsOf = (main: string, { alias, minify }: BuildOptions) =>
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
    define: { "process.env.NODE_ENV": '"production"' },
    loader: { ".html": "text", ".txt": "text", ".sql": "text" },
    logLevel: "silent",
  }) satisfies EsbuildOptions;

function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && "errors" in error && Array.isArray(error.errors);
}

function tellFailure(group: string, { errors }: BuildFailure): string {
  const told = errors.slice(0, ERRORS_TOLD_MAX).map(({ text, location }) => {
    return location === null ? text : `${location.file}:${location.line}: ${text}`;
  });
  return `The function "${group}" cannot be built: ${told.join("; ")}.`;
}
