import { build } from "esbuild";
import type { FunctionGroup } from "../../local/runtime/wrangler-config.ts";

/** Node's version in Vercel's runtime, as its Build Output API and esbuild name it. */
export const VERCEL_RUNTIME = "nodejs24.x";
const NODE_TARGET = "node24";
/**
 * Packages in the old module format ask for Node's modules by `require`, which an ES module does not have.
 */
const REQUIRE = `import { createRequire } from "node:module"; const require = createRequire(import.meta.url);`;

/** One ES module with everything that the function needs, and nothing to trace or install on the platform. */
export async function bundleForNode(
  { main }: FunctionGroup,
  alias: Record<string, string>,
): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [main],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    target: NODE_TARGET,
    banner: { js: REQUIRE },
    minify: true,
    keepNames: true,
    alias: withoutStandIns(alias),
    define: { "process.env.NODE_ENV": '"production"' },
    loader: { ".html": "text", ".txt": "text", ".sql": "text" },
    logLevel: "silent",
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error(`esbuild made nothing of ${main}`);
  return file.contents;
}

/** Node has the sockets that Workers have not: what stands in for them there stays out. */
const withoutStandIns = (alias: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(alias).filter(([name]) => name !== "undici"));
