import { Hono, type MiddlewareHandler } from "hono";
import {
  type CardPorts,
  changeCard,
  keepPhoto,
  openPhoto,
  removePhoto,
  showCard,
} from "../../lib/emergency/card.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import {
  type CardPhotoAnswer,
  type EmergencyCardAnswer,
  EmergencyCardChange,
  PhotoQuery,
} from "../../schema/wire/account/emergency.ts";
import type { Ok } from "../../schema/wire/text.ts";
import { actingIn, onceInSession } from "../_http/acting.ts";
import type { IdempotentPorts } from "../_http/idempotent.ts";
import { imageBody, imageReply } from "../_http/image-body.ts";
import { pathId } from "../_http/path-id.ts";
import { refusal, reply } from "../_http/reply.ts";
import { requireMay } from "../_http/require-may.ts";
import type { SessionEnv } from "../_http/require-session.ts";
import { jsonBody, query as readQuery } from "../_http/validate.ts";

const CARD = "/api/account/emergency-card";

/** What a home's people look for in an emergency, and its photos. */
export function emergencyRoutes(ports: CardPorts & IdempotentPorts, guard: MiddlewareHandler<SessionEnv>) {
  const routes = new Hono<SessionEnv>();
  const reads = requireMay("read_home");
  const changes = requireMay("manage_emergency_card");
  routes.get(CARD, guard, reads, async (c) =>
    reply<EmergencyCardAnswer>(c, await showCard(ports, c.var.member.householdId)),
  );
  routes.put(CARD, guard, changes, async (c) => {
    const body = await jsonBody(c, EmergencyCardChange, LIMITS.accountBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    return reply<EmergencyCardAnswer>(c, await changeCard(ports, actingIn(c.var), body.value));
  });
  routes.post(`${CARD}/photos`, guard, changes, onceInSession(ports), async (c) => {
    const query = readQuery(c, PhotoQuery);
    if (!query.ok) return refusal(c, query.problem);
    const bytes = await imageBody(c);
    if (!bytes.ok) return refusal(c, bytes.problem);
    const wish = { place: query.value.place, bytes: bytes.value };
    return reply<CardPhotoAnswer>(c, await keepPhoto(ports, actingIn(c.var), wish), 201);
  });
  routes.get(`${CARD}/photos/:id`, guard, reads, async (c) => {
    const opened = await openPhoto(ports, c.var.member.householdId, pathId(c));
    return opened.ok ? imageReply(c, opened.value) : refusal(c, opened.problem);
  });
  routes.delete(`${CARD}/photos/:id`, guard, changes, async (c) =>
    reply<Ok>(c, await removePhoto(ports, actingIn(c.var), pathId(c))),
  );
  return routes;
}
