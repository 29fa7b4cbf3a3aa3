import { Hono, type MiddlewareHandler } from "hono";
import { deleteAccount } from "../../lib/people/delete-account.actions.ts";
import type { Ok } from "../../schema/wire/text.ts";
import { reply } from "../_http/reply.ts";
import { requireProof } from "../_http/require-proof.ts";
import type { SessionEnv } from "../_http/require-session.ts";
import { clearSessionCookie } from "../_http/session-cookie.ts";
import { wakeAfterWrites } from "../_http/wake-after-writes.ts";
import type { HouseholdPorts } from "./household-routes.ts";

/** The person who asks, whatever their role in a home. */
export function userRoutes(ports: HouseholdPorts, guard: MiddlewareHandler<SessionEnv>) {
  const routes = new Hono<SessionEnv>();
  routes.delete("/api/account/user", guard, requireProof(ports), wakeAfterWrites(ports), async (c) => {
    const outcome = await deleteAccount(ports, c.var);
    if (outcome.ok) clearSessionCookie(c);
    return reply<Ok>(c, outcome);
  });
  return routes;
}
