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
  const problem = error instanceof StoreError ? "store_failed" : "internal";
  const refused = `${route} was refused with ${INGEST_PROBLEMS[problem].status}.`;
  if (error instanceof StoreError) {
    c.header("Retry-After", String(LIMITS.storeRetryAfterSeconds));
    const message = `${whatFailed(error)}: ${refused}`;
    report({
      level: "error",
      event: "store_failed",
      ...about,
      message,
      error: `${error.failure} ${error.message}`,
    });
  } else {
    const message = `${error.name}, a fault of ours: ${refused}`;
    report({
      level: "error",
      event: "request_failed",
      ...about,
      message,
      error: `${error.name}: ${error.message}`,
    });
  }
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
