import type { Hono } from "hono";

type ExecutionContext = NonNullable<Parameters<Hono["fetch"]>[2]>;
type WaitUntil = (work: Promise<unknown>) => void;

/**
 * The property in which Vercel's runtime keeps the request at hand; the package @vercel/functions reads the
 * same one.
 */
const REQUEST_CONTEXT = Symbol.for("@vercel/request-context");

/**
 * What lets work go on after the answer on Vercel, where a function is frozen as soon as it has answered;
 * undefined on every other platform.
 */
export function vercelContext(): ExecutionContext | undefined {
  const { [REQUEST_CONTEXT]: holder } = globalThis as {
    [REQUEST_CONTEXT]?: { get?: () => { waitUntil?: WaitUntil } | undefined };
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
