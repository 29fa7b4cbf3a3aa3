import { Hono, type MiddlewareHandler } from "hono";
import {
  changeNotifications,
  type NotificationPorts,
  showNotifications,
} from "../../lib/messages/change-notifications.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import { type Notifications, NotificationsChange } from "../../schema/wire/account/notifications.ts";
import { type WakePorts, wakeAfterWrites } from "../_http/in-background.ts";
import { refusal, reply } from "../_http/reply.ts";
import type { SessionEnv } from "../_http/require-session.ts";
import { jsonBody } from "../_http/validate.ts";

export type NotificationRoutePorts = NotificationPorts & WakePorts;

/** How the home reaches the person who asks: everyone's own, whatever the role. */
export function notificationRoutes(ports: NotificationRoutePorts, guard: MiddlewareHandler<SessionEnv>) {
  const routes = new Hono<SessionEnv>();
  routes.get("/api/account/notifications", guard, async (c) =>
    reply<Notifications>(c, await showNotifications(ports, c.var.member)),
  );
  routes.patch("/api/account/notifications", guard, wakeAfterWrites(ports), async (c) => {
    const body = await jsonBody(c, NotificationsChange, LIMITS.accountBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    return reply<Notifications>(c, await changeNotifications(ports, c.var, wishOf(body.value)));
  });
  return routes;
}

function wishOf(change: NotificationsChange) {
  const { quiet_hours: hours, weekly_digest, monthly_report, quarterly_report, ...rest } = change;
  return {
    ...rest,
    weeklyDigest: weekly_digest,
    monthlyReport: monthly_report,
    quarterlyReport: quarterly_report,
    quietHours: hours && { from: hours.from, to: hours.to, timeZone: hours.time_zone },
  };
}
