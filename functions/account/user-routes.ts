import { Hono, type MiddlewareHandler } from "hono";
import { deleteAccount } from "../../lib/people/delete-account.actions.ts";
import { changeUser } from "../../lib/people/members.actions.ts";
import { type UserAnswer, UserChange } from "../../schema/wire/account/sign-in.ts";
import type { Ok } from "../../schema/wire/text.ts";
import { clearSessionCookie } from "../_http/cookies.ts";
import { wakeAfterWrites } from "../_http/in-background.ts";
import { refusal, reply } from "../_http/reply.ts";
import { requireProof } from "../_http/require-proof.ts";
import type { SessionEnv } from "../_http/require-session.ts";
import { jsonBody } from "../_http/validate.ts";
import type { HouseholdPorts } from "./household-routes.ts";

const BYTES_MAX = 1_024;

/** The person who asks, whatever their role in a home. */
export function userRoutes(ports: HouseholdPorts, guard: MiddlewareHandler<SessionEnv>) {
  const routes = new Hono<SessionEnv>();
  routes.patch("/api/account/user", guard, async (c) => {
    const body = await jsonBody(c, UserChange, BYTES_MAX);
    if (!body.ok) return refusal(c, body.problem);
    return reply<UserAnswer>(c, await changeUser(ports, c.var, body.value));
  });
  routes.delete("/api/account/user", guard, requireProof(ports), wakeAfterWrites(ports), async (c) => {
    const outcome = await deleteAccount(ports, c.var);
    if (outcome.ok) clearSessionCookie(c);
    return reply<Ok>(c, outcome);
  });
  return routes;
}
