import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Outcome, Problem } from "../../lib/kernel/outcome.ts";
import type { Limited } from "../../lib/people/network.ts";
import type { ProblemWords } from "../../schema/machine-problems.ts";
import type { ProblemName, Problems } from "../../schema/problems.ts";
import type { Exchange } from "./exchange.ts";

/** The only place that turns an outcome into a response. */
export function reply<T extends object>(c: Context, outcome: Outcome<T>, status: ContentfulStatusCode = 200) {
  return outcome.ok ? c.json(outcome.value, status) : refusal(c, outcome.problem);
}

/** `{"error": "<one sentence>"}` and nothing else, never cached. */
export function refusal<Answer>(c: Exchange<Answer>, problem: Problem): Answer {
  const { status, error } = wordsOf(c, problem.name);
  c.header("Cache-Control", "no-store");
  c.set("problem", problem.name);
  return c.json({ error: problem.sentence ?? error }, status);
}

/** A group has the words of what it can refuse, and no others. */
function wordsOf(c: Exchange<unknown>, name: ProblemName): ProblemWords {
  const { problems = {} }: { problems?: Problems } = c.var;
  const words = problems[name];
  if (words === undefined) throw new Error(`This group has no words for the refusal ${name}`);
  return words;
}

/** Like `reply`; a limit that the store counted gets the headers that the limiter's have. */
export function replyLimited<T extends object>(
  c: Context,
  outcome: Limited<T>,
  status: ContentfulStatusCode = 200,
): Response {
  if (!outcome.ok && "retryAfterSeconds" in outcome) {
    const { limit, retryAfterSeconds } = outcome;
    c.header("Retry-After", String(retryAfterSeconds));
    if (limit !== null) {
      c.header("RateLimit-Policy", `"${limit.name}";q=${limit.limit};w=${limit.windowSeconds}`);
      c.header("RateLimit", `"${limit.name}";r=0;t=${retryAfterSeconds}`);
    }
  }
  return reply(c, outcome, status);
}
