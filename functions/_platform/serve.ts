import type { Hono } from "hono";
import type { ShardMessage } from "../../lib/kernel/shards.ts";
import { type Env, type Environment, envOf, type GroupName } from "./variables.ts";

/** The global property in which Vercel's runtime keeps the current request; @vercel/functions reads the same one. */
const REQUEST_CONTEXT = Symbol.for("@vercel/request-context");

type ExecutionContext = NonNullable<Parameters<Hono["fetch"]>[2]>;

/**
 * Returns Vercel's way to let work continue after the response, since a function there is frozen once it has answered.
 * Returns undefined on every other platform.
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

/** The argument of Workers' cron trigger: the cron expression, and the scheduled time in epoch milliseconds. */
type Trigger = { cron: string; scheduledTime: number };

/** A batch of messages from the queue that this function consumes. */
type Batch = { messages: readonly { body: ShardMessage }[] };

/** An app that the platform's clock and queue also call. */
type ClockApp = App & {
  scheduled(trigger: Trigger): Promise<void>;
  queue(batch: Batch): Promise<void>;
};

/**
 * Returns the entry point of a group's function. Builds the app once an instance, from Workers' bindings or from the
 * process's environment.
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

/** Returns the entry point of a group with a clock and a queue. Workers awaits its promises, and shows a failure. */
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
