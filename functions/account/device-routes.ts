import { type Context, Hono, type MiddlewareHandler } from "hono";
import type { CreateDevicePorts } from "../../lib/devices/devices.actions.ts";
import {
  type CalloutPorts,
  type RevealPorts,
  revealIngestKey,
  rotateIngestKey,
  showCallout,
} from "../../lib/devices/ingest-keys.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import { type IngestKeyCallout, type RevealedKey, RevealRequest } from "../../schema/wire/account/keys.ts";
import type { DeviceWithKey } from "../../schema/wire/devices.ts";
import { actingIn, onceInSession } from "../_http/acting.ts";
import type { IdempotentPorts } from "../_http/idempotent.ts";
import { pathId } from "../_http/path-id.ts";
import { refusal, reply, replyLimited } from "../_http/reply.ts";
import { requireMay } from "../_http/require-may.ts";
import type { SessionEnv } from "../_http/require-session.ts";
import { jsonBody } from "../_http/validate.ts";

export type DevicePorts = RevealPorts & CalloutPorts & CreateDevicePorts & IdempotentPorts;

/**
 * The roots of a device's paths: the specification's, and the one under which a session has everything else.
 */
const ROOTS = ["/api/devices", "/api/account/devices"] as const;

/** A device's ingest key, by whoever is signed in. */
export function deviceKeyRoutes(ports: DevicePorts, guard: MiddlewareHandler<SessionEnv>) {
  const routes = new Hono<SessionEnv>();
  const keeper = requireMay("reveal_ingest_key");
  routes.post("/api/devices/reveal-ingest-key", guard, keeper, (c) => reveal(c, ports));
  for (const root of ROOTS) {
    routes.get(`${root}/:id/ingest-key-callout`, guard, keeper, async (c) =>
      reply<IngestKeyCallout>(c, await showCallout(ports, c.var.member, pathId(c))),
    );
  }
  routes.post("/api/account/devices/:id/reveal-ingest-key", guard, keeper, async (c) =>
    replyLimited<RevealedKey>(c, await revealIngestKey(ports, c.var, pathId(c))),
  );
  const rotator = requireMay("rotate_ingest_key");
  routes.post("/api/devices/:id/rotate-ingest-key", guard, rotator, onceInSession(ports), async (c) =>
    reply<DeviceWithKey>(c, await rotateIngestKey(ports, actingIn(c.var), pathId(c))),
  );
  return routes;
}

async function reveal(c: Context<SessionEnv>, ports: DevicePorts): Promise<Response> {
  const body = await jsonBody(c, RevealRequest, LIMITS.accountBodyBytesMax);
  if (!body.ok) return refusal(c, body.problem);
  return replyLimited<RevealedKey>(c, await revealIngestKey(ports, c.var, body.value.device_id));
}
