import type { Hono } from "hono";
import type { Environment } from "./environment.ts";

type App = Pick<Hono, "fetch">;
type ExecutionContext = Parameters<Hono["fetch"]>[2];

/**
 * The entry of a function: builds the app once an instance, from the bindings that Workers hands over with
 * the request, or from the process's environment on platforms that have one.
 */
export function serve(build: (environment: Environment) => App) {
  let app: App | undefined;
  return {
    fetch(
      request: Request,
      bindings?: Environment,
      context?: ExecutionContext,
    ): Response | Promise<Response> {
      app ??= build({ ...processEnvironment(), ...bindings });
      return app.fetch(request, bindings, context);
    },
  };
}

function processEnvironment(): Environment {
  const { process } = globalThis as { process?: { env?: Environment } };
  return process?.env ?? {};
}
