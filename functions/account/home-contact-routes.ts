import { Hono, type MiddlewareHandler } from "hono";
import {
  addHomeContact,
  listHomeContacts,
  type OutsiderPorts,
  removeHomeContact,
} from "../../lib/messages/outsiders/outsiders.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import {
  type HomeContactAnswer,
  type HomeContactList,
  NewHomeContact,
} from "../../schema/wire/account/contacts.ts";
import type { Ok } from "../../schema/wire/text.ts";
import { onceInSession } from "../_http/acting.ts";
import type { IdempotentPorts } from "../_http/idempotent.ts";
import { type WakePorts, wakeAfterWrites } from "../_http/in-background.ts";
import { pathId } from "../_http/path-id.ts";
import { refusal, reply } from "../_http/reply.ts";
import { requireMay } from "../_http/require-may.ts";
import type { SessionEnv } from "../_http/require-session.ts";
import { jsonBody } from "../_http/validate.ts";

const PATH = "/api/account/home-contacts";

/** People without an account whom the home may call. */
export function homeContactRoutes(
  ports: OutsiderPorts & WakePorts & IdempotentPorts,
  guard: MiddlewareHandler<SessionEnv>,
) {
  const routes = new Hono<SessionEnv>();
  const keeper = requireMay("manage_escalation");
  routes.get(PATH, guard, requireMay("read_home"), async (c) =>
    reply<HomeContactList>(c, await listHomeContacts(ports, c.var.member.householdId)),
  );
  routes.post(PATH, guard, keeper, onceInSession(ports), wakeAfterWrites(ports), async (c) => {
    const body = await jsonBody(c, NewHomeContact, LIMITS.accountBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    return reply<HomeContactAnswer>(c, await addHomeContact(ports, c.var, body.value), 201);
  });
  routes.delete(`${PATH}/:id`, guard, keeper, async (c) =>
    reply<Ok>(c, await removeHomeContact(ports, c.var, pathId(c))),
  );
  return routes;
}
