import type { Context } from "hono";
import { StoreError } from "../../lib/kernel/db.queries.ts";
import { KERNEL_LIMITS } from "../../lib/kernel/limits.ts";
import type { Report } from "../../lib/kernel/ports.ts";
import type { Acting, ActingMember } from "../../lib/people/items.ts";
import { INGEST_PROBLEMS } from "../../schema/ingest-problems.ts";
import { LIMITS } from "../../schema/limits.ts";
import type { ProblemName } from "../../schema/problems.ts";
import { BodyBrokenOff } from "./body.ts";

/** What is known of a request by the time that it fails. */
type Known = Partial<ActingMember> & { acting?: Acting; requestId?: string };

/** Reports what was thrown, in a sentence, and answers the refusal that says nothing about the inside. */
export function reportFailure(c: Context, path: string, report: Report, error: Error): ProblemName {
  const known = c.var as Known;
  const route = `${c.req.method} ${path}`;
  const household_id = known.member?.householdId ?? known.acting?.householdId;
  const about = { request_id: known.requestId, route, household_id };
  if (error instanceof BodyBrokenOff) {
    report({ level: "warn", event: "body_broken_off", ...about });
    return "body_broken_off";
  }
  const [problem, event, what, cause] =
    error instanceof StoreError
      ? (["store_failed", "store_failed", whatFailed(error), error.failure] as const)
      : (["internal", "request_failed", `${error.name}, a fault of ours`, `${error.name}:`] as const);
  if (problem === "store_failed") c.header("Retry-After", String(LIMITS.storeRetryAfterSeconds));
  const message = `${what}: ${route} was refused with ${INGEST_PROBLEMS[problem].status}.`;
  report({ level: "error", event, ...about, message, error: `${cause} ${error.message}` });
  return problem;
}

function whatFailed({ failure, code, waitedMs }: StoreError): string {
  const coded = code === undefined ? "" : ` (${code})`;
  switch (failure) {
    case "unknown":
      return `The database did not answer${waitedMs < 500 ? "" : ` for ${Math.round(waitedMs / 1_000)} s`}${coded}`;
    case "not_executed":
      return `The database could not be reached${coded}`;
    case "rolled_back":
      return `The database took a change back ${KERNEL_LIMITS.storeAttemptsMax} times${coded}`;
    case "refused":
      return `The database refused a statement${coded}`;
    default:
      return failure satisfies never;
  }
}
