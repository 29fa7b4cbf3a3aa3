import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { Miniflare, NoOpLog, type RequestInfo, type RequestInit, type Response } from "miniflare";
import { GROUP_NAMES, variablesOf } from "../../functions/_platform/variables.ts";
import { messageOf } from "../../lib/kernel/text.ts";
import { childrenOf, commandLineOf, type ProcessMark, recordProcess } from "../processes/running-process.ts";
import { StartError } from "../start/start-error.ts";
import type { Bundle } from "./build.ts";
import { EGRESS_WORKER, type Egress, egressWorker } from "./egress-proxy.ts";

import {
  type FunctionGroup,
  HOUSEHOLD_GROUP,
  PROJECT_FOLDER,
  type WranglerConfig,
} from "./wrangler-config.ts";

interface RuntimeOptions {
  config: WranglerConfig;
  bundles: Bundle[];
  /** The same for every group, over the vars of wrangler.toml. */
  env: Record<string, string>;
  host?: string;
  /** 0: any free one. */
  port?: number;
  /** The file that names the runtime's process for the next start. */
  processFile?: string;
  /** How the group that sends and polls gets out, where that is not straight. */
  egress?: Egress | undefined;
  /** A line that a function wrote to its console. */
  onLog?: (line: string) => void;
}

export interface Runtime {
  url: string;
  /** A request that does not go through the port. */
  dispatchFetch(input: RequestInfo, init?: RequestInit): Promise<Response>;
  /** Fires the cron in every group that has it; the groups' names come back. */
  scheduled(cron: string, at?: Date): Promise<string[]>;
  /** Settles when the runtime ends without being asked to. */
  died: Promise<string>;
  stop(): Promise<void>;
}

/**
 * V8 never trims the young generation of an isolate. Nine empty workers came to 570 MB in 40,000 requests with
 * this and to 674 MB with 64 in place of 2, and went on growing: what else keeps growing is not known. What V8 takes
 * without a word was not measured.
 */
const V8_FLAGS = "--max-semi-space-size=2";

/** All groups in the real edge runtime on one port, by path. */
export async function startRuntime(options: RuntimeOptions): Promise<Runtime> {
  // Miniflare takes V8's flags from its environment alone.
  process.env.MINIFLARE_WORKERD_V8_FLAGS ??= V8_FLAGS;
  const { config, host = "127.0.0.1", port = 0, onLog = (line: string) => console.error(line) } = options;
  let stopping = false;
  const ended = Promise.withResolvers<string>();
  const release = keepSignalHandling();
  const runtime = new Miniflare({
    host,
    port,
    // No look-up of a sample request's properties on the internet.
    cf: false,
    log: new NoOpLog(),
    handleRuntimeStdio: (out: Readable, err: Readable) => {
      for (const stream of [out, err]) createInterface({ input: stream }).on("line", onLog);
      out.once("close", () => {
        if (!stopping) ended.resolve("workerd is gone.");
      });
    },
    workers: [...assetsFirst(config.groups).map((group) => workerOf(group, options)), ...egressOf(options)],
  });
  const stop = async () => {
    stopping = true;
    await runtime.dispose();
  };
  const url = await runtime.ready.catch(async (error: unknown) => {
    await stop();
    throw new StartError(`The functions do not start on ${host}:${port}: ${messageOf(error)}`);
  });
  release();
  if (options.processFile !== undefined) await recordProcess(options.processFile, ownWorkerd());
  return {
    url: url.origin,
    dispatchFetch: (input, init) => runtime.dispatchFetch(input, init),
    scheduled: (cron, at = new Date()) => fireCron(runtime, config.groups, cron, at),
    died: ended.promise,
    stop,
  };
}

/**
 * Miniflare ends the whole process at the first signal, before anything else could be stopped. What it has
 * hooked by the time `release` is called is taken off again; its clean-up at exit stays.
 */
function keepSignalHandling(): () => void {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  const before = signals.map((name) => new Set(process.listeners(name)));
  return () => {
    for (const [index, name] of signals.entries())
      for (const listener of process.listeners(name))
        if (before[index]?.has(listener) === false) process.off(name, listener);
  };
}

/** Miniflare does not tell its process. */
function ownWorkerd(): ProcessMark | undefined {
  return childrenOf(process.pid).find(({ pid }) => commandLineOf(pid).includes("workerd serve"));
}

function egressOf({ config, egress }: RuntimeOptions) {
  return egress === undefined ? [] : [egressWorker(egress, config.compatibilityDate)];
}

/**
 * Miniflare looks for static files only before it asks the first worker, which answers what no route leads
 * away.
 */
const assetsFirst = (groups: FunctionGroup[]): FunctionGroup[] =>
  groups.toSorted((a, b) => Number(b.assetsFolder !== undefined) - Number(a.assetsFolder !== undefined));

function workerOf(group: FunctionGroup, { config, bundles, env, egress }: RuntimeOptions) {
  const bundle = bundles.find((item) => item.group === group.group);
  const flags = group.compatibilityFlags ?? config.compatibilityFlags;
  if (bundle === undefined) throw new StartError(`The function "${group.group}" has not been built.`);
  return {
    name: group.group,
    modules: [
      { type: "ESModule" as const, path: `${PROJECT_FOLDER}/${group.group}.js`, contents: bundle.text },
    ],
    modulesRoot: PROJECT_FOLDER,
    routes: group.assetsFolder === undefined ? group.routes.map((route) => `*${route}`) : [],
    bindings: bindingsOf(group, env),
    // Only who sends and polls calls the world; the others are spared the detour.
    ...(egress !== undefined && flags.includes("nodejs_compat") ? { outboundService: EGRESS_WORKER } : {}),
    serviceBindings: reachable(group, config.groups),
    ...(group.assetsFolder === undefined
      ? {}
      : { assets: { directory: group.assetsFolder, routerConfig: { has_user_worker: true } } }),
    queueProducers: group.queueProducers,
    queueConsumers: group.queueConsumers,
    compatibilityDate: config.compatibilityDate,
    compatibilityFlags: flags,
  };
}

/**
 * Gives each group the variables that it reads and no other, as a deployment does; a household's worker gets
 * all.
 */
function bindingsOf({ group, vars }: FunctionGroup, env: Record<string, string>): Record<string, string> {
  if (group === HOUSEHOLD_GROUP) return { ...vars, ...env };
  const name = GROUP_NAMES.find((known) => known === group);
  if (name === undefined)
    throw new StartError(`The function "${group}" has no row in the table of variables.`);
  const names = new Set<string>(variablesOf(name).map(([variable]) => variable));
  return Object.fromEntries(Object.entries({ ...vars, ...env }).filter(([variable]) => names.has(variable)));
}

/** A part of the groups may be served on its own: then the others are not there to be called. */
function reachable({ services = {} }: FunctionGroup, groups: FunctionGroup[]): Record<string, string> {
  const isServed = ([, called]: [string, string]) => groups.some(({ group }) => group === called);
  return Object.fromEntries(Object.entries(services).filter(isServed));
}

async function fireCron(
  runtime: Miniflare,
  groups: FunctionGroup[],
  cron: string,
  at: Date,
): Promise<string[]> {
  const fired = groups.filter((group) => group.crons.includes(cron));
  for (const { group } of fired) {
    const worker: unknown = await runtime.getWorker(group);
    if (!takesCrons(worker)) throw new Error(`The function "${group}" cannot be reached for its cron`);
    const { outcome } = await worker.scheduled({ cron, scheduledTime: at });
    if (outcome !== "ok") throw new Error(`The cron "${cron}" of "${group}" ended with ${outcome}`);
  }
  return fired.map(({ group }) => group);
}

/** Miniflare's own type for this needs @cloudflare/workers-types. */
interface CronTarget {
  scheduled(options: { cron: string; scheduledTime: Date }): Promise<{ outcome: string }>;
}

function takesCrons(worker: unknown): worker is CronTarget {
  return (
    typeof worker === "object" && worker !== null && typeof Reflect.get(worker, "scheduled") === "function"
  );
}
