import { Hono } from "hono";
import { listDeliveries, replayDelivery, retryDelivery } from "../../lib/messages/deliveries.actions.ts";
import { type SendTestPorts, sendTest } from "../../lib/messages/send-test.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import {
  DeliveriesQuery,
  type DeliveryAnswer,
  type DeliveryList,
  NotificationTest,
  type NotificationTestAnswer,
} from "../../schema/wire/deliveries.ts";
import type { IdempotentPorts } from "../_http/idempotent.ts";
import { type WakePorts, wakeAfterWrites } from "../_http/in-background.ts";
import { pathId } from "../_http/path-id.ts";
import { refusal, reply, replyLimited } from "../_http/reply.ts";
import { jsonBody, query as readQuery } from "../_http/validate.ts";
import { type HomeEnv, type Mount, onceInHome } from "./mount.ts";

export type DeliveryPorts = SendTestPorts & WakePorts & IdempotentPorts;

/** What the home is told by mail, text message and push; and whether that would arrive. */
export function deliveryRoutes(ports: DeliveryPorts, { prefix, may }: Mount) {
  const routes = new Hono<HomeEnv>();
  const wake = wakeAfterWrites(ports);
  routes.get(`${prefix}/deliveries`, may("read_home"), async (c) => {
    const query = readQuery(c, DeliveriesQuery);
    if (!query.ok) return refusal(c, query.problem);
    return reply<DeliveryList>(c, await listDeliveries(ports, c.var.acting.householdId, query.value));
  });
  routes.post(`${prefix}/deliveries/:id/retry`, may("manage_notifications"), wake, async (c) =>
    reply<DeliveryAnswer>(c, await retryDelivery(ports, c.var.acting, pathId(c))),
  );
  const once = onceInHome(ports);
  routes.post(`${prefix}/deliveries/:id/replay`, may("manage_notifications"), once, wake, async (c) =>
    replyLimited<DeliveryAnswer>(c, await replayDelivery(ports, c.var.acting, pathId(c)), 201),
  );
  // Everybody who reads the home is told of it, and may try whether that works.
  routes.post(`${prefix}/notifications/test`, may("read_home"), wake, async (c) => {
    const body = await jsonBody(c, NotificationTest, LIMITS.apiBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    return replyLimited<NotificationTestAnswer>(c, await sendTest(ports, c.var.acting, body.value.channel));
  });
  return routes;
}
