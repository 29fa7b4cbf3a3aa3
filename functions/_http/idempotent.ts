import type { Context, Env } from "hono";
import { createMiddleware } from "hono/factory";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { beginOnce, type KeptAnswer, settleOnce } from "../../lib/kernel/answer-once.actions.ts";
import { StoreError } from "../../lib/kernel/db.queries.ts";
import type { CoreServices } from "../../lib/kernel/services.actions.ts";
import { messageOf } from "../../lib/kernel/text.ts";
import type { Acting } from "../../lib/people/activity.ts";
import { LIMITS } from "../../schema/limits.ts";
import { refusal } from "./app.ts";
import { readBytes } from "./body.ts";
import { idempotencyKey } from "./caller.ts";

/**
 * For routes that create something: a request that is sent again with its `Idempotency-Key` creates nothing more,
 * and gets the answer of the first one. It runs after the guards, which check a repeated request again.
 */
export const idempotent = <E extends Env>(
  services: CoreServices,
  actingOf: (variables: E["Variables"] & object) => Acting,
) =>
  createMiddleware<E>(async (c, next) => {
    const key = idempotencyKey(c);
    if (!key.ok) return refusal(c, key.problem);
    if (key.value === null) return await next();
    // A copy: the route reads the body itself, and refuses one that is too large.
    const body = await readBytes(c.req.raw.clone(), LIMITS.apiBodyBytesMax);
    if (!body.ok) return await next();
    const { householdId, actor } = actingOf(c.var);
    const sender = `${actor.type} ${actor.id}`;
    const request = `${c.req.method} ${c.req.path}\n${new TextDecoder().decode(body.value)}`;
    const begun = await beginOnce(services, { householdId, sender, key: key.value, request });
    if (!begun.ok) {
      if (begun.problem.name === "idempotency_running") c.header("Retry-After", "1");
      return refusal(c, begun.problem);
    }
    const { attempt, kept } = begun.value;
    if (kept !== null) return replayed(c, kept);
    await next();
    await settle(c, services, attempt);
    return undefined;
  });

function replayed(c: Context, { status, text }: KeptAnswer): Response {
  c.header("Idempotent-Replayed", "true");
  return c.body(text, status as ContentfulStatusCode, { "Content-Type": "application/json" });
}

/** The result is returned even if it can't be recorded: a repeated request then learns that its result is unknown. */
async function settle(
  c: Context,
  services: CoreServices,
  attempt: Parameters<typeof settleOnce>[1],
): Promise<void> {
  try {
    if (c.res.ok)
      await settleOnce(services, attempt, { status: c.res.status, text: await c.res.clone().text() });
    else if (didNothing(c)) await settleOnce(services, attempt, null);
  } catch (error) {
    const told = { request_id: String(c.get("requestId")), error: messageOf(error) };
    services.report({ level: "error", event: "receipt_not_kept", ...told });
  }
}

/** A refusal stores nothing; nor does a statement that the database surely did not run. */
const didNothing = (c: Context): boolean =>
  c.res.status < 500 || (c.error instanceof StoreError && c.error.failure !== "unknown");
