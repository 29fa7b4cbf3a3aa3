import type { Context, MiddlewareHandler } from "hono";
import type { Limited } from "../../lib/kernel/network.ts";
import type { Problem } from "../../lib/kernel/outcome.ts";
import type { Random, Report } from "../../lib/kernel/ports.ts";
import { base62Text } from "../../lib/kernel/secret.ts";
import type { CoreServices, Services } from "../../lib/kernel/services.actions.ts";
import { messageOf } from "../../lib/kernel/text.ts";
import type { ProblemName, Problems, ProblemWords } from "../../schema/problems.ts";

/** In the order in which they are told. */
export const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/** Every answer has them, even one that is given before a function runs. */
export const SECURITY_HEADERS = {
  "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Content-Security-Policy":
    "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
} as const;

const SANE_REQUEST_ID = /^[\w-]{8,64}$/;
const REQUEST_ID_CHARACTERS = 20;

/** `{"error": "<one sentence>"}` and nothing else, never cached; a program tells refusals apart by `X-Error-Code`. */
export function refusal(c: Context, problem: Problem): Response {
  const { status, error } = wordsOf(c, problem.name);
  c.header("Cache-Control", "no-store");
  c.header("X-Error-Code", problem.name);
  const refusedWith = problem.sentence ?? error;
  c.set("problem", problem.name);
  c.set("refusedWith", refusedWith);
  return c.json({ error: refusedWith }, status);
}

/** A group has the words of what it can refuse, and no others. */
function wordsOf(c: Context, name: ProblemName): ProblemWords {
  const { problems = {} }: { problems?: Problems } = c.var;
  const words = problems[name];
  if (words === undefined) throw new Error(`This group has no words for the refusal ${name}`);
  return words;
}

/**
 * The only place that turns an outcome into a response. A limit that the store counted gets the headers that the limiter's
 * have.
 */
export function reply<T extends object>(c: Context, outcome: Limited<T>, status: 200 | 201 = 200): Response {
  if (outcome.ok) return c.json(outcome.value, status);
  if ("retryAfterSeconds" in outcome) {
    const { limit, retryAfterSeconds } = outcome;
    c.header("Retry-After", String(retryAfterSeconds));
    if (limit !== null) {
      c.header("RateLimit-Policy", `"${limit.name}";q=${limit.limit};w=${limit.windowSeconds}`);
      c.header("RateLimit", `"${limit.name}";r=0;t=${retryAfterSeconds}`);
    }
  }
  return refusal(c, outcome.problem);
}

/**
 * The 405 of a path that has `methods`. Put it, for all methods, behind a path's own handlers where a path
 * with a parameter would take the others.
 */
export const wrongMethod =
  (methods: readonly string[]) =>
  (c: Context): Response => {
    c.header("Allow", methods.join(", "));
    return refusal(c, { name: "wrong_method" });
  };

/** The caller's own id where it is a sane one, else a new one. */
export const requestIdOf = (given: string | undefined, random: Random): string =>
  given !== undefined && SANE_REQUEST_ID.test(given) ? given : base62Text(REQUEST_ID_CHARACTERS, random);

/** Lets `work` go on after the answer; what it fails with is reported as `event`. */
export function inBackground(c: Context, report: Report, event: string, work: Promise<void>): void {
  const settled = work.catch((error: unknown) => report({ level: "warn", event, error: messageOf(error) }));
  try {
    c.executionCtx.waitUntil(settled);
  } catch {
    // Hono throws where there is no execution context: the promise runs on its own.
  }
}

/** After a write that went well, has its mail sent while the caller already reads the answer. */
export function wakeAfterWrites(services: CoreServices & Pick<Services, "wake">): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (c.req.method === "GET" || c.req.method === "HEAD" || !c.res.ok) return;
    wakeInBackground(c, services);
  };
}

/** Has what is queued sent now. A wake-up that fails is no loss: the clock sends it then. */
export function wakeInBackground(c: Context, { wake, report }: CoreServices & Pick<Services, "wake">): void {
  inBackground(c, report, "wake_failed", wake());
}
