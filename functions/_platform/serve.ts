import type { Hono } from "hono";
import type { ShardMessage } from "../../lib/kernel/shards.ts";
import { type Env, type Environment, envOf, type GroupName } from "./variables.ts";

/**
 * The property in which Vercel's runtime keeps the request at hand; the package @vercel/functions reads the
 * same one.
 */
const REQUEST_CONTEXT = Symbol.for("@vercel/request-context");

type ExecutionContext = NonNullable<Parameters<Hono["fetch"]>[2]>;

/**
 * What lets work go on after the answer on Vercel, where a function is frozen as soon as it has answered;
 * undefined on every other platform.
 */
function vercelContext(): ExecutionContext | undefined {
  const { [REQUEST_CONTEXT]: holder } = globalThis as {
    [REQUEST_CONTEXT]?: { get?: () => { waitUntil?: ExecutionContext["waitUntil"] } | undefined };
  };
  const request = holder?.get?.();
  if (request?.waitUntil === undefined) return undefined;
  const { waitUntil } = request;
  return {
    waitUntil: (work) => waitUntil.call(request, work),
    passThroughOnException: () => undefined,
    props: {},
  };
}

type App = Pick<Hono, "fetch">;

/** What Workers hands to a trigger: its cron expression, and the time it stands for in epoch milliseconds. */
type Trigger = { cron: string; scheduledTime: number };

/** Messages of a queue that this function is the consumer of. */
type Batch = { messages: readonly { body: ShardMessage }[] };

/** An app that the platform's clock and its queue call too. */
type ClockApp = App & {
  scheduled(trigger: Trigger): Promise<void>;
  queue(batch: Batch): Promise<void>;
};

/**
 * The entry of a group's function: builds the app once an instance, from the bindings that Workers hands over
 * with the request, or from the process's environment on platforms that have one.
 */
export function serve<Group extends GroupName>(group: Group, build: (env: Env<Group>) => App) {
  return served(once(group, build));
}

function served(app: (bindings?: Environment) => App) {
  return {
    fetch: (request: Request, bindings?: Environment, context?: ExecutionContext) =>
      app(bindings).fetch(request, bindings, context ?? vercelContext()),
  };
}

/** The same with a clock and a queue. Workers waits for the promises, and shows a failure of one. */
export function serveClock<Group extends GroupName>(group: Group, build: (env: Env<Group>) => ClockApp) {
  const app = once(group, build);
  return {
    ...served(app),
    scheduled: (trigger: Trigger, bindings?: Environment): Promise<void> => app(bindings).scheduled(trigger),
    queue: (batch: Batch, bindings?: Environment): Promise<void> => app(bindings).queue(batch),
  };
}

function once<Group extends GroupName, Built>(
  group: Group,
  build: (env: Env<Group>) => Built,
): (bindings?: Environment) => Built {
  let built: Built | undefined;
  return (bindings) => {
    built ??= build(envOf(group, bindings ?? {}, processEnvironment()));
    return built;
  };
}

function processEnvironment(): Environment {
  const { process } = globalThis as { process?: { env?: Environment } };
  return process?.env ?? {};
}
