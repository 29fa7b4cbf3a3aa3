import type { Hono } from "hono";
import type { Environment } from "./environment.ts";
import { vercelContext } from "./vercel-context.ts";

type App = Pick<Hono, "fetch">;
type ExecutionContext = Parameters<Hono["fetch"]>[2];

/** What Workers hands to a trigger: its cron expression, and the time it stands for in epoch milliseconds. */
export type Trigger = { cron: string; scheduledTime: number };

/** Messages of a queue that this function is the consumer of. */
export type Batch = { messages: readonly { body: { tick: string } }[] };

/** An app that the platform's clock and its queue call too. */
export type ClockApp = App & {
  scheduled(trigger: Trigger): Promise<void>;
  queue(batch: Batch): Promise<void>;
};

/**
 * The entry of a function: builds the app once an instance, from the bindings that Workers hands over with
 * the request, or from the process's environment on platforms that have one.
 */
export function serve(build: (environment: Environment) => App) {
  const app = once(build);
  return {
    fetch: (
      request: Request,
      bindings?: Environment,
      context?: ExecutionContext,
    ): Response | Promise<Response> => app(bindings).fetch(request, bindings, context ?? vercelContext()),
  };
}

/** The same with a clock and a queue. Workers waits for the promises, and shows a failure of one. */
export function serveClock(build: (environment: Environment) => ClockApp) {
  const app = once(build);
  return {
    ...serve(app),
    scheduled: (trigger: Trigger, bindings?: Environment): Promise<void> => app(bindings).scheduled(trigger),
    queue: (batch: Batch, bindings?: Environment): Promise<void> => app(bindings).queue(batch),
  };
}

function once<Built>(build: (environment: Environment) => Built): (bindings?: Environment) => Built {
  let built: Built | undefined;
  return (bindings) => {
    built ??= build({ ...processEnvironment(), ...bindings });
    return built;
  };
}

function processEnvironment(): Environment {
  const { process } = globalThis as { process?: { env?: Environment } };
  return process?.env ?? {};
}
