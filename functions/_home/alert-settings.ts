import { Hono } from "hono";
import type { EndPorts } from "../../lib/alerts/commit-judgement.actions.ts";
import {
  changeEscalation,
  saveHomeAlertSettings,
  saveSensorAlertSettings,
  showEscalation,
  showHomeAlertSettings,
  showSensorAlertSettings,
} from "../../lib/alerts/settings/settings.actions.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import {
  type AlertSettingsAnswer,
  HomeAlertSettings,
  type HomeAlertSettingsAnswer,
  SensorAlertSettings,
} from "../../schema/wire/alert-settings.ts";
import { type Escalation, EscalationChange } from "../../schema/wire/escalation.ts";
import { type WakePorts, wakeAfterWrites } from "../_http/in-background.ts";
import { pathId } from "../_http/path-id.ts";
import { refusal, reply } from "../_http/reply.ts";
import { jsonBody } from "../_http/validate.ts";
import type { HomeEnv, Mount } from "./mount.ts";

/** What a home, and a sensor in it, sets otherwise than the defaults. */
export function alertSettingsRoutes(ports: EndPorts & WakePorts, { prefix, may }: Mount) {
  const routes = new Hono<HomeEnv>();
  const homePath = `${prefix}/alert-settings` as const;
  // What is switched off ends its alerts, and their ends are told.
  const wake = wakeAfterWrites(ports);
  const sensorPath = `${prefix}/sensors/:id/alert-settings` as const;
  routes.get(homePath, may("read_home"), async (c) =>
    reply<HomeAlertSettingsAnswer>(c, await showHomeAlertSettings(ports, c.var.acting.householdId)),
  );
  routes.put(homePath, may("manage_rules"), wake, async (c) => {
    const body = await jsonBody(c, HomeAlertSettings, LIMITS.apiBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    return reply<HomeAlertSettingsAnswer>(c, await saveHomeAlertSettings(ports, c.var.acting, body.value));
  });
  routes.get(sensorPath, may("read_home"), async (c) =>
    reply<AlertSettingsAnswer>(c, await showSensorAlertSettings(ports, c.var.acting.householdId, pathId(c))),
  );
  routes.put(sensorPath, may("manage_rules"), wake, async (c) => {
    const body = await jsonBody(c, SensorAlertSettings, LIMITS.apiBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    const id = pathId(c);
    return reply<AlertSettingsAnswer>(c, await saveSensorAlertSettings(ports, c.var.acting, id, body.value));
  });
  return routes;
}

/** Who is called, and when, until somebody has an urgent alert. */
export function escalationRoutes(ports: Pick<Services, "db" | "clock">, { prefix, may }: Mount) {
  const routes = new Hono<HomeEnv>();
  const path = `${prefix}/escalation` as const;
  routes.get(path, may("read_home"), async (c) =>
    reply<Escalation>(c, await showEscalation(ports, c.var.acting.householdId)),
  );
  routes.put(path, may("manage_escalation"), async (c) => {
    const body = await jsonBody(c, EscalationChange, LIMITS.apiBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    return reply<Escalation>(c, await changeEscalation(ports, c.var.acting, body.value));
  });
  return routes;
}
