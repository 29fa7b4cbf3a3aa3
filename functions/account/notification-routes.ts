import { Hono, type MiddlewareHandler } from "hono";
import type { Services } from "../../lib/kernel/services.actions.ts";
import {
  changeNotifications,
  type NotificationPorts,
  showNotifications,
} from "../../lib/messages/change-notifications.actions.ts";
import { registerPush, removePush } from "../../lib/messages/contacts/contacts.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import { PushRegistration, PushRemoval } from "../../schema/wire/account/contacts.ts";
import { type Notifications, NotificationsChange } from "../../schema/wire/account/notifications.ts";
import type { Ok } from "../../schema/wire/text.ts";
import { type WakePorts, wakeAfterWrites } from "../_http/in-background.ts";
import { refusal, reply } from "../_http/reply.ts";
import { requireMay } from "../_http/require-may.ts";
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

export function pushRoutes(
  ports: Pick<Services, "db" | "clock" | "random">,
  guard: MiddlewareHandler<SessionEnv>,
) {
  const routes = new Hono<SessionEnv>();
  routes.post("/api/push/fcm", guard, requireMay("register_push"), async (c) => {
    const body = await jsonBody(c, PushRegistration, LIMITS.accountBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    const { token, platform = null, appId = null } = body.value;
    return reply<Ok>(c, await registerPush(ports, c.var, { token, platform, appId }));
  });
  routes.delete("/api/push/fcm", guard, requireMay("remove_push"), async (c) => {
    const body = await jsonBody(c, PushRemoval, LIMITS.accountBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    return reply<Ok>(c, await removePush(ports, c.var, body.value.token));
  });
  return routes;
}
