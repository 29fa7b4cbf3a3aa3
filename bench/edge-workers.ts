import { readFileSync } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { Miniflare, NoOpLog } from "miniflare";
import { PROJECT_FOLDER } from "../local/start/project.ts";
import { BUNDLES_FOLDER, wranglerBundle } from "../tests/edge/bundles.ts";
import { childrenOf } from "../tests/support/process-family.ts";
import { commandLineOf } from "../tests/support/running-process.ts";

/** The same date as in wrangler.toml. */
const COMPATIBILITY_DATE = "2026-10-23";

export interface EdgeWorkers {
  /** Returns the URL of a worker's own socket. It bypasses miniflare's router, which production doesn't have. */
  url(worker: string): string;
  pid: number;
  /** The console output of the functions. */
  logged: string[];
  stop(): Promise<void>;
}

/** The bundles that this process has built already, since a bench starts a worker many times. */
const bundled = new Set<string>();

/** Starts the given entry points, by name, in one workerd. */
export async function startEdgeWorkers(
  mains: Record<string, string>,
  env: Record<string, string>,
): Promise<EdgeWorkers> {
  const names = Object.keys(mains);
  for (const [name, main] of Object.entries(mains)) {
    if (bundled.has(name)) continue;
    await wranglerBundle([main, "--name", name, "--env="], `bench-${name}`);
    bundled.add(name);
  }
  const logged: string[] = [];
  const miniflare = new Miniflare({
    cf: false,
    log: new NoOpLog(),
    handleRuntimeStdio: (out: Readable, err: Readable) => {
      for (const stream of [out, err]) stream.on("data", (piece: Buffer) => logged.push(String(piece)));
    },
    workers: Object.entries(mains).map(([name, main]) => ({ ...workerOf(name, main), bindings: env })),
  });
  const urls = new Map<string, string>();
  for (const name of names)
    urls.set(name, (await miniflare.unsafeGetDirectURL(name)).href.replace(/\/$/, ""));
  const workerd = childrenOf(process.pid).find(({ pid }) => commandLineOf(pid).includes("workerd serve"));
  return {
    url: (worker) => urls.get(worker) ?? "",
    pid: workerd?.pid ?? 0,
    logged,
    stop: () => miniflare.dispose(),
  };
}

const workerOf = (name: string, main: string) => ({
  name,
  modules: [
    {
      type: "ESModule" as const,
      path: `${PROJECT_FOLDER}/${name}.js`,
      contents: readFileSync(
        path.join(BUNDLES_FOLDER, `bench-${name}`, `${path.parse(main).name}.js`),
        "utf8",
      ),
    },
  ],
  modulesRoot: PROJECT_FOLDER,
  compatibilityDate: COMPATIBILITY_DATE,
  unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
});
