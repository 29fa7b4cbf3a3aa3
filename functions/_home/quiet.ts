import { Hono } from "hono";
import { changeQuiet, type QuietPorts, showQuiet } from "../../lib/alerts/quiet/quiet.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import { QuietAction, type QuietAnswer, type QuietStatus } from "../../schema/wire/quiet.ts";
import { refusal, reply } from "../_http/reply.ts";
import { jsonBody } from "../_http/validate.ts";
import type { HomeEnv, Mount } from "./mount.ts";

/** Snooze and vacation, with the words of the inbound webhook. */
export function quietRoutes(ports: QuietPorts, { prefix, may }: Mount) {
  const routes = new Hono<HomeEnv>();
  routes.get(`${prefix}/quiet`, may("read_home"), async (c) =>
    reply<QuietStatus>(c, await showQuiet(ports, c.var.acting.householdId)),
  );
  routes.post(`${prefix}/quiet`, may("manage_quiet"), async (c) => {
    const body = await jsonBody(c, QuietAction, LIMITS.apiBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    const { action, hours = null } = body.value;
    return reply<QuietAnswer>(c, await changeQuiet(ports, c.var.acting, { action, hours }));
  });
  return routes;
}
