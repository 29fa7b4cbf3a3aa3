import type { MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { changeBay, deleteBay, listBays, overrideMood, showMood } from "../../lib/pucks/bays.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import {
  type BayAnswer,
  BayChange,
  BayId,
  type BayList,
  type BayMood,
  MoodOverride,
} from "../../schema/wire/companion.ts";
import type { Ok } from "../../schema/wire/text.ts";
import { actingIn } from "../_http/acting.ts";
import { requireId } from "../_http/path-id.ts";
import { refusal, reply } from "../_http/reply.ts";
import { requireMay } from "../_http/require-may.ts";
import type { SessionEnv } from "../_http/require-session.ts";
import { jsonBody } from "../_http/validate.ts";

const BYTES_MAX = LIMITS.accountBodyBytesMax;

export function bayRoutes(ports: Pick<Services, "db" | "clock">, guard: MiddlewareHandler<SessionEnv>) {
  const routes = new Hono<SessionEnv>();
  const aBay = requireId("bayId", BayId);
  const mayRead = requireMay("read_home");
  const mayChange = requireMay("manage_sensors");
  routes.get("/api/bays", guard, mayRead, async (c) =>
    c.json((await listBays(ports, c.var.member)) satisfies BayList),
  );
  routes.get("/api/bays/:bayId/mood", guard, mayRead, aBay, async (c) =>
    reply<BayMood>(c, await showMood(ports, c.var.member, c.req.param("bayId"))),
  );
  routes.put("/api/bays/:bayId/mood", guard, requireMay("override_mood"), aBay, async (c) => {
    const body = await jsonBody(c, MoodOverride, BYTES_MAX);
    if (!body.ok) return refusal(c, body.problem);
    const { mood, hours } = body.value;
    const override = { bayId: c.req.param("bayId"), mood, hours: hours ?? null };
    return reply<BayMood>(c, await overrideMood(ports, c.var, override));
  });
  routes.put("/api/bays/:bayId/sensors", guard, mayChange, aBay, async (c) => {
    const body = await jsonBody(c, BayChange, BYTES_MAX);
    if (!body.ok) return refusal(c, body.problem);
    const { name, sensor_ids: sensorIds, space } = body.value;
    const change = { bayId: c.req.param("bayId"), name, sensorIds, space };
    return reply<BayAnswer>(c, await changeBay(ports, c.var, change));
  });
  routes.delete("/api/bays/:bayId", guard, mayChange, aBay, async (c) =>
    reply<Ok>(c, await deleteBay(ports, actingIn(c.var), c.req.param("bayId"))),
  );
  return routes;
}
