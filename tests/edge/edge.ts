import { readFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { Miniflare, NoOpLog } from "miniflare";
import { unstable_readConfig as readConfig } from "wrangler";
import { type GroupName, variablesOf } from "../../functions/_platform/variables.ts";
import { PROJECT_FOLDER } from "../../local/start/project.ts";
import { BUNDLES_FOLDER } from "./bundles.ts";

/** A worker of wrangler.toml. */
export type Worker = GroupName;

/** The parts of a worker in wrangler.toml that these tests use; wrangler's own type needs @cloudflare/workers-types. */
interface Config {
  compatibility_date: string;
  compatibility_flags: string[];
  vars: Record<string, string>;
  routes?: { pattern: string }[];
  services?: { binding: string; service: string }[];
  assets?: { directory: string };
  queues: {
    producers: { binding: string; queue: string }[];
    consumers: {
      queue: string;
      max_batch_size: number;
      max_batch_timeout: number;
      max_retries: number;
      retry_delay: number;
    }[];
  };
}

interface EdgeOptions {
  workers: readonly Worker[];
  /** The variables for all workers, over those of wrangler.toml. Each worker gets only those that it reads. */
  env: Record<string, string>;
  /** The target of the workers' requests to Google, whose packages accept no other address. */
  sandboxUrl?: string;
  change?: (worker: Worker, config: Config) => Config;
  /** Returns another module to use instead of a worker's bundle. */
  module?: (worker: Worker) => string;
  /** Gets each line that a worker writes to its console. */
  onLog?: (line: string) => void;
  port?: number;
}

export interface Edge {
  url: string;
  scheduled(worker: Worker, cron: string): Promise<{ outcome: string }>;
  stop(): Promise<void>;
}

const GOOGLE = ["fcm.googleapis.com", "oauth2.googleapis.com"];
const OUTBOUND = "outbound";
const NAME_PREFIX = "hearthwatch-";
/** Miniflare sends requests without a route to the first worker, and only looks for files in front of it. */
const FIRST = ["pages", "public"];

/** Starts the uploaded workers in the edge's own runtime on one port, with the paths of wrangler.toml. */
export async function startEdge(options: EdgeOptions): Promise<Edge> {
  const { onLog = () => undefined, sandboxUrl, port = 0 } = options;
  const order = (worker: Worker) => (FIRST.indexOf(worker) + FIRST.length + 1) % (FIRST.length + 1);
  const workers = options.workers.toSorted((a, b) => order(a) - order(b));
  const runtime = new Miniflare({
    host: "127.0.0.1",
    port,
    // Keeps miniflare from fetching a sample request's properties from the internet.
    cf: false,
    log: new NoOpLog(),
    handleRuntimeStdio: (out: Readable, err: Readable) => {
      for (const stream of [out, err]) createInterface({ input: stream }).on("line", onLog);
    },
    workers: [
      ...workers.map((worker) => workerOf(worker, workers, options)),
      ...(sandboxUrl === undefined ? [] : [outboundWorker(sandboxUrl)]),
    ],
  });
  const url = (await runtime.ready).origin;
  return {
    url,
    scheduled: async (worker, cron) => {
      const target = (await runtime.getWorker(worker)) as unknown as CronTarget;
      return await target.scheduled({ cron, scheduledTime: new Date() });
    },
    stop: () => runtime.dispose(),
  };
}

/** Miniflare's own type for this needs @cloudflare/workers-types. */
type CronTarget = {
  scheduled(trigger: { cron: string; scheduledTime: Date }): Promise<{ outcome: string }>;
};

function workerOf(worker: Worker, workers: readonly Worker[], options: EdgeOptions) {
  const { env, sandboxUrl, change = (_, same) => same, module = bundleOf } = options;
  const read: Config = readConfig({ config: path.join(PROJECT_FOLDER, "wrangler.toml"), env: worker });
  const { assets, compatibility_date, compatibility_flags, queues, routes, services, vars } = change(
    worker,
    read,
  );
  const served = (services ?? []).map(({ binding, service }) => [binding, service.replace(NAME_PREFIX, "")]);
  return {
    name: worker,
    modules: [
      { type: "ESModule" as const, path: `${PROJECT_FOLDER}/${worker}.js`, contents: module(worker) },
    ],
    modulesRoot: PROJECT_FOLDER,
    routes: worker === workers[0] ? [] : (routes ?? []).map(pathOf),
    bindings: bindingsOf(worker, { ...vars, ...env }),
    ...(sandboxUrl === undefined ? {} : { outboundService: OUTBOUND }),
    serviceBindings: Object.fromEntries(
      served.filter(([, called]) => workers.some((each) => each === called)),
    ),
    ...(assets === undefined || options.module !== undefined
      ? {}
      : {
          assets: {
            directory: path.join(PROJECT_FOLDER, assets.directory),
            routerConfig: { has_user_worker: true },
          },
        }),
    queueProducers: Object.fromEntries(queues.producers.map(({ binding, queue }) => [binding, queue])),
    queueConsumers: Object.fromEntries(
      queues.consumers.map((each) => [
        each.queue,
        {
          maxBatchSize: each.max_batch_size,
          maxBatchTimeout: each.max_batch_timeout,
          maxRetries: each.max_retries,
          retryDelay: each.retry_delay,
        },
      ]),
    ),
    compatibilityDate: compatibility_date,
    compatibilityFlags: compatibility_flags,
  };
}

const bundleOf = (worker: Worker): string =>
  readFileSync(path.join(BUNDLES_FOLDER, worker, "index.js"), "utf8");

/** The "host/path" of a pattern, for any host. */
const pathOf = ({ pattern }: { pattern: string }): string => `*${pattern.slice(pattern.indexOf("/"))}`;

/** A deployment gives each group only the variables that it reads. */
function bindingsOf(worker: Worker, env: Record<string, string>): Record<string, string> {
  const names = new Set<string>(variablesOf(worker).map(([variable]) => variable));
  return Object.fromEntries(Object.entries(env).filter(([variable]) => names.has(variable)));
}

const outboundWorker = (sandboxUrl: string) => ({
  name: OUTBOUND,
  modules: [
    {
      type: "ESModule" as const,
      path: `${OUTBOUND}.js`,
      contents: `export default { fetch(request) {
        const { hostname, pathname, search } = new URL(request.url);
        if (!${JSON.stringify(GOOGLE)}.includes(hostname)) return fetch(request);
        return fetch(new Request(${JSON.stringify(sandboxUrl)} + pathname + search, request));
      } };`,
    },
  ],
  compatibilityDate: "2026-10-23",
});
