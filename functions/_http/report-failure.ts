import type { Context } from "hono";
import type { Report } from "../../lib/ports.ts";
import { StoreError } from "../../lib/store/failure.ts";
import { LIMITS } from "../../schema/limits.ts";
import type { ProblemName } from "../../schema/problems.ts";
import { BodyBrokenOff } from "./body.ts";

/** Reports what was thrown, and answers the refusal that says nothing about the inside. */
export function reportFailure(c: Context, report: Report, error: Error): ProblemName {
  if (error instanceof BodyBrokenOff) {
    report({ level: "warn", event: "body_broken_off", request_id: c.get("requestId") });
    return "body_broken_off";
  }
  const isStore = error instanceof StoreError;
  report({
    level: "error",
    event: isStore ? "store_failed" : "request_failed",
    request_id: c.get("requestId"),
    error: isStore
      ? `${error.failure} ${error.code ?? ""} ${error.message}`
      : `${error.name}: ${error.message}`,
  });
  if (isStore) c.header("Retry-After", String(LIMITS.storeRetryAfterSeconds));
  return isStore ? "store_failed" : "internal";
}
