import type { ContentfulStatusCode } from "hono/utils/http-status";

/**
 * A request that is being answered, as guards and refusals need it: Hono's context is one, and so is the ingest function's own.
 * `Answer` is what it is answered with.
 */
export interface Exchange<Answer = Response> {
  readonly req: {
    readonly method: string;
    readonly path: string;
    header(name: string): string | undefined;
  };
  /** Whatever guards have noted. */
  readonly var: object;
  readonly executionCtx: { waitUntil(work: Promise<unknown>): void };
  readonly res: { readonly status: number };
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  header(name: string, value: string): void;
  json(body: object, status?: ContentfulStatusCode): Answer;
}
