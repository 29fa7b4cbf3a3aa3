import { Hono, type MiddlewareHandler } from "hono";
import {
  addContact,
  type ContactPorts,
  verifyContact,
} from "../../lib/messages/contacts/add-contact.actions.ts";
import { changeContact, listContacts, removeContact } from "../../lib/messages/contacts/contacts.actions.ts";
import { endKeyOverlap, rotateWebhookKey } from "../../lib/messages/contacts/webhook-keys.actions.ts";
import {
  addHomeContact,
  listHomeContacts,
  type OutsiderPorts,
  removeHomeContact,
} from "../../lib/messages/outsiders/outsiders.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import {
  type AddedContact,
  type ContactAnswer,
  ContactCode,
  type ContactList,
  ContactPatch,
  type HomeContactAnswer,
  type HomeContactList,
  NewContact,
  NewHomeContact,
  type RotatedWebhookKey,
  WebhookKeyRotation,
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

const PATH = "/api/account/contacts";

/** Routes for the addresses of the person who asks: everyone's own, whatever the role. */
export function contactRoutes(
  ports: ContactPorts & WakePorts & IdempotentPorts,
  guard: MiddlewareHandler<SessionEnv>,
) {
  const routes = new Hono<SessionEnv>();
  routes.get(PATH, guard, async (c) => reply<ContactList>(c, await listContacts(ports, c.var.member.userId)));
  routes.post(PATH, guard, onceInSession(ports), wakeAfterWrites(ports), async (c) => {
    const body = await jsonBody(c, NewContact, LIMITS.accountBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    return reply<AddedContact>(c, await addContact(ports, c.var, body.value), 201);
  });
  routes.post(`${PATH}/:id/verify`, guard, async (c) => {
    const body = await jsonBody(c, ContactCode, LIMITS.accountBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    return reply<ContactAnswer>(c, await verifyContact(ports, c.var, pathId(c), body.value.code));
  });
  routes.patch(`${PATH}/:id`, guard, async (c) => {
    const body = await jsonBody(c, ContactPatch, LIMITS.accountBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    return reply<ContactAnswer>(c, await changeContact(ports, c.var, pathId(c), body.value.after_minutes));
  });
  routes.post(`${PATH}/:id/rotate-key`, guard, onceInSession(ports), async (c) => {
    const body = await jsonBody(c, WebhookKeyRotation, LIMITS.accountBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    const { overlap_hours: hours } = body.value;
    return reply<RotatedWebhookKey>(c, await rotateWebhookKey(ports, c.var, pathId(c), hours));
  });
  routes.delete(`${PATH}/:id/previous-key`, guard, async (c) =>
    reply<ContactAnswer>(c, await endKeyOverlap(ports, c.var, pathId(c))),
  );
  routes.delete(`${PATH}/:id`, guard, async (c) =>
    reply<Ok>(c, await removeContact(ports, c.var, pathId(c))),
  );
  return routes;
}

const HOME_PATH = "/api/account/home-contacts";

/** People without an account whom the home may call. */
export function homeContactRoutes(
  ports: OutsiderPorts & WakePorts & IdempotentPorts,
  guard: MiddlewareHandler<SessionEnv>,
) {
  const routes = new Hono<SessionEnv>();
  const keeper = requireMay("manage_escalation");
  routes.get(HOME_PATH, guard, requireMay("read_home"), async (c) =>
    reply<HomeContactList>(c, await listHomeContacts(ports, c.var.member.householdId)),
  );
  routes.post(HOME_PATH, guard, keeper, onceInSession(ports), wakeAfterWrites(ports), async (c) => {
    const body = await jsonBody(c, NewHomeContact, LIMITS.accountBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    return reply<HomeContactAnswer>(c, await addHomeContact(ports, c.var, body.value), 201);
  });
  routes.delete(`${HOME_PATH}/:id`, guard, keeper, async (c) =>
    reply<Ok>(c, await removeHomeContact(ports, c.var, pathId(c))),
  );
  return routes;
}
