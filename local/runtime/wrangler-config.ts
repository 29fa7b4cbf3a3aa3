import { readFile } from "node:fs/promises";
import path from "node:path";
import { parse, type TomlTable, type TomlValue } from "smol-toml";
import { messageOf } from "../../lib/kernel/text.ts";
import { StartError } from "../start/start-error.ts";

export const PROJECT_FOLDER = path.resolve(import.meta.dirname, "../..");
const FALLBACK_GROUP = "public";
/** The one worker of a household without a domain: every group in one, so it is never served beside them. */
export const HOUSEHOLD_GROUP = "all";
/** A clock for a service that runs elsewhere; here the local clock stands in for it. */
const CLOCK = "clock";
const NAME_PREFIX = "hearthwatch-";

/** Values of wrangler.toml as the types that they must be; `at` names the place for the error message. */

export function table(value: TomlValue | undefined, at: string): TomlTable {
  if (typeof value !== "object" || Array.isArray(value) || value instanceof Date)
    throw problem(`needs a table ${at}`);
  return value;
}

export function list(value: TomlValue | undefined, at: string): TomlValue[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw problem(`needs a list in ${at}`);
  return value;
}

export function strings(value: TomlValue | undefined, at: string): string[] {
  return list(value, at).map((item) => string(item, at));
}

export function string(value: TomlValue | undefined, at: string): string {
  if (typeof value !== "string") throw problem(`needs a text in ${at}`);
  return value;
}

export function number(value: TomlValue | undefined, at: string): number {
  if (typeof value !== "number") throw problem(`needs a number in ${at}`);
  return value;
}

export function problem(sentence: string): StartError {
  return new StartError(`wrangler.toml ${sentence}.`);
}

export function variables(value: TomlValue | undefined, at: string): Record<string, string> {
  if (value === undefined) return {};
  return Object.fromEntries(
    Object.entries(table(value, at)).map(([name, text]) => [name, string(text, `${at}.${name}`)]),
  );
}

/** One deployable function, as wrangler.toml describes it. */
export interface FunctionGroup {
  group: string;
  name: string;
  /** Absolute path of the entry point. */
  main: string;
  /** Paths only ("/api/ingest/*"): on one machine every group has the same host. */
  routes: string[];
  crons: string[];
  vars: Record<string, string>;
  /** Queue by the name of its binding. */
  queueProducers: Record<string, string>;
  /** How it takes messages, by the queue. */
  queueConsumers: Record<string, QueueConsumer>;
  /** Other groups that it calls without going through the network: the binding's name to the group. */
  services?: Record<string, string>;
  /** Absolute path of the folder whose files are served unchanged, before the function runs. */
  assetsFolder?: string;
  /** Replaces those of the whole file. */
  compatibilityFlags?: string[];
}

/**
 * Times in seconds. How many run side by side is left to the platform: on one machine it is one after
 * another.
 */
interface QueueConsumer {
  maxBatchSize: number;
  maxBatchTimeout: number;
  maxRetries: number;
  /** The time from the failure until the message is delivered again. */
  retryDelay: number;
}

export interface WranglerConfig {
  compatibilityDate: string;
  compatibilityFlags: string[];
  /** Packages that stand in for others in every bundle; absolute paths. */
  alias: Record<string, string>;
  minify: boolean;
  keepNames: boolean;
  /** The fallback first, as the runtime wants it. */
  groups: FunctionGroup[];
  /** Every group in one worker, for a household without a domain. */
  household?: FunctionGroup;
}

export async function readWranglerConfig(
  file = path.join(PROJECT_FOLDER, "wrangler.toml"),
): Promise<WranglerConfig> {
  const text = await readFile(file, "utf8");
  return parseWranglerConfig(text, path.dirname(file));
}

export function parseWranglerConfig(text: string, folder: string): WranglerConfig {
  const root = parseToml(text);
  const environments = Object.entries(table(root.env, "env"));
  const every = environments.map(([group, value]) =>
    functionGroup(group, table(value, `env.${group}`), folder),
  );
  const household = every.find((item) => item.group === HOUSEHOLD_GROUP);
  const groups = every.filter((item) => item !== household && item.group !== CLOCK);
  const fallback = groups.find((item) => item.group === FALLBACK_GROUP);
  if (fallback === undefined)
    throw problem(`needs [env.${FALLBACK_GROUP}]: it answers what no other group does`);
  return {
    compatibilityDate: string(root.compatibility_date, "compatibility_date"),
    compatibilityFlags: strings(root.compatibility_flags, "compatibility_flags"),
    alias: Object.fromEntries(
      Object.entries(variables(root.alias, "alias")).map(([name, file]) => [
        name,
        path.resolve(folder, file),
      ]),
    ),
    minify: root.minify === true,
    keepNames: root.keep_names !== false,
    groups: [fallback, ...groups.filter((item) => item !== fallback)],
    ...(household === undefined ? {} : { household }),
  };
}

function functionGroup(group: string, found: TomlTable, folder: string): FunctionGroup {
  const at = (key: string) => `env.${group}.${key}`;
  const name = string(found.name, at("name"));
  if (name !== `${NAME_PREFIX}${group}`)
    throw problem(`has ${at("name")} = "${name}", it must be "${NAME_PREFIX}${group}"`);
  const { producers, consumers } = found.queues === undefined ? {} : table(found.queues, at("queues"));
  return {
    group,
    name,
    main: path.resolve(folder, string(found.main, at("main"))),
    routes: list(found.routes, at("routes")).map((route) => routePath(route, at("routes"))),
    crons:
      found.triggers === undefined
        ? []
        : strings(table(found.triggers, at("triggers")).crons, at("triggers")),
    vars: variables(found.vars, at("vars")),
    queueProducers: queuesByBinding(producers, at("queues.producers")),
    queueConsumers: consumersByQueue(consumers, at("queues.consumers")),
    services: serviceGroups(found.services, at("services")),
    ...(found.assets === undefined
      ? {}
      : { assetsFolder: path.resolve(folder, assetsDirectory(found.assets, at("assets"))) }),
    ...(found.compatibility_flags === undefined
      ? {}
      : { compatibilityFlags: strings(found.compatibility_flags, at("compatibility_flags")) }),
  };
}

function queuesByBinding(value: TomlValue | undefined, at: string): Record<string, string> {
  const producers = list(value, at).map((item) => table(item, at));
  return Object.fromEntries(
    producers.map(({ binding, queue }) => [string(binding, `${at}.binding`), string(queue, `${at}.queue`)]),
  );
}

/**
 * All of them must be said: where wrangler leaves something to a default, this machine's would be another.
 */
function consumersByQueue(value: TomlValue | undefined, at: string): Record<string, QueueConsumer> {
  const consumers = list(value, at).map((item) => table(item, at));
  return Object.fromEntries(
    consumers.map((found) => [
      string(found.queue, `${at}.queue`),
      {
        maxBatchSize: number(found.max_batch_size, `${at}.max_batch_size`),
        maxBatchTimeout: number(found.max_batch_timeout, `${at}.max_batch_timeout`),
        maxRetries: number(found.max_retries, `${at}.max_retries`),
        retryDelay: number(found.retry_delay, `${at}.retry_delay`),
      },
    ]),
  );
}

const assetsDirectory = (value: TomlValue, at: string): string =>
  string(table(value, at).directory, `${at}.directory`);

/**
 * wrangler names the worker (`hearthwatch-cron`), which is what its group is called with our name in front.
 */
function serviceGroups(value: TomlValue | undefined, at: string): Record<string, string> {
  const services = list(value, at).map((item) => table(item, at));
  return Object.fromEntries(
    services.map(({ binding, service }) => [
      string(binding, `${at}.binding`),
      string(service, `${at}.service`).replace(NAME_PREFIX, ""),
    ]),
  );
}

/** "host/path" without its host. */
function routePath(route: TomlValue, at: string): string {
  const pattern = typeof route === "string" ? route : string(table(route, at).pattern, `${at}.pattern`);
  const slash = pattern.indexOf("/");
  if (slash === -1) throw problem(`has the route "${pattern}" in ${at} without a path`);
  return pattern.slice(slash);
}

function parseToml(text: string): TomlTable {
  try {
    return parse(text);
  } catch (error) {
    throw problem(`cannot be read: ${messageOf(error).split("\n")[0]}`);
  }
}
