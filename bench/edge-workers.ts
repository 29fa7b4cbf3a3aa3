import path from "node:path";
import type { Readable } from "node:stream";
import { Miniflare, NoOpLog } from "miniflare";
import { childrenOf, commandLineOf } from "../local/processes/running-process.ts";
import { type Bundle, buildGroups } from "../local/runtime/build.ts";
import { type FunctionGroup, PROJECT_FOLDER, readWranglerConfig } from "../local/runtime/wrangler-config.ts";

export interface EdgeWorkers {
  /** A worker's own socket: without miniflare's router in front, which production has not. */
  url(worker: string): string;
  pid: number;
  /** What the functions wrote to their console. */
  logged: string[];
  stop(): Promise<void>;
}

/** Entry points by name, all in one workerd. */
export async function startEdgeWorkers(
  mains: Record<string, string>,
  env: Record<string, string>,
): Promise<EdgeWorkers> {
  const config = await readWranglerConfig();
  const { compatibilityDate, compatibilityFlags } = config;
  const groups = Object.entries(mains).map(([group, main]) => groupOf(group, main));
  const bundles = await buildGroups(groups, config);
  const logged: string[] = [];
  const miniflare = new Miniflare({
    cf: false,
    log: new NoOpLog(),
    handleRuntimeStdio: (out: Readable, err: Readable) => {
      for (const stream of [out, err]) stream.on("data", (piece: Buffer) => logged.push(String(piece)));
    },
    workers: bundles.map((bundle) => ({
      ...workerOf(bundle),
      bindings: env,
      compatibilityDate,
      compatibilityFlags,
    })),
  });
  const urls = new Map<string, string>();
  for (const { group } of bundles)
    urls.set(group, (await miniflare.unsafeGetDirectURL(group)).href.replace(/\/$/, ""));
  const workerd = childrenOf(process.pid).find(({ pid }) => commandLineOf(pid).includes("workerd serve"));
  return {
    url: (worker) => urls.get(worker) ?? "",
    pid: workerd?.pid ?? 0,
    logged,
    stop: () => miniflare.dispose(),
  };
}

const groupOf = (group: string, main: string): FunctionGroup => ({
  group,
  name: group,
  main: path.join(PROJECT_FOLDER, main),
  routes: [],
  crons: [],
  vars: {},
  queueProducers: {},
  queueConsumers: {},
});

const workerOf = ({ group, text }: Bundle) => ({
  name: group,
  modules: [{ type: "ESModule" as const, path: `${PROJECT_FOLDER}/${group}.js`, contents: text }],
  modulesRoot: PROJECT_FOLDER,
  unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
});
