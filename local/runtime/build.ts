import { gzipSync } from "node:zlib";
import { type BuildFailure, build } from "esbuild";
import { StartError } from "../start/start-error.ts";
import { nodeBuiltins } from "./node-builtins.ts";
import type { FunctionGroup, WranglerConfig } from "./wrangler-config.ts";

const ERRORS_TOLD_MAX = 3;

export interface Bundle {
  group: string;
  text: string;
  gzipBytes: number;
}

export type BuildOptions = Pick<WranglerConfig, "alias" | "minify">;

export function buildGroups(
  groups: FunctionGroup[],
  options: BuildOptions = { alias: {}, minify: false },
): Promise<Bundle[]> {
  return Promise.all(groups.map((group) => buildGroup(group, options)));
}

/** One module, made the way wrangler makes it for the edge. */
async function buildGroup({ group, main }: FunctionGroup, { alias, minify }: BuildOptions): Promise<Bundle> {
  const result = await build({
    entryPoints: [main],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2024",
    platform: "browser",
    conditions: ["workerd", "worker", "browser"],
    mainFields: ["browser", "module", "main"],
    external: ["cloudflare:*"],
    plugins: [nodeBuiltins],
    alias,
    minify,
    define: { "process.env.NODE_ENV": '"production"' },
    loader: { ".html": "text", ".txt": "text", ".sql": "text" },
    logLevel: "silent",
  }).catch((error: unknown) => {
    throw isBuildFailure(error) ? new StartError(tellFailure(group, error)) : error;
  });
  const text = result.outputFiles[0]?.text ?? "";
  return { group, text, gzipBytes: gzipSync(text).length };
}

function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && "errors" in error && Array.isArray(error.errors);
}

function tellFailure(group: string, { errors }: BuildFailure): string {
  const told = errors.slice(0, ERRORS_TOLD_MAX).map(({ text, location }) => {
    return location === null ? text : `${location.file}:${location.line}: ${text}`;
  });
  return `The function "${group}" cannot be built: ${told.join("; ")}.`;
}
