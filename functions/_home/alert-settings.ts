import { Hono } from "hono";
import {
  saveHomeAlertSettings,
  saveSensorAlertSettings,
} from "../../lib/flows/alert-settings/save-alert-settings.ts";
import {
  showHomeAlertSettings,
  showSensorAlertSettings,
} from "../../lib/flows/alert-settings/show-alert-settings.ts";
import type { Clock } from "../../lib/ports.ts";
import type { Db } from "../../lib/store/db.ts";
import { LIMITS } from "../../schema/limits.ts";
import {
  type AlertSettingsAnswer,
  HomeAlertSettings,
  SensorAlertSettings,
} from "../../schema/wire/alert-settings.ts";
import { jsonBody } from "../_http/json-body.ts";
import { pathId } from "../_http/path-id.ts";
import { refusal, reply } from "../_http/reply.ts";
import type { HomeEnv, Mount } from "./mount.ts";

/** What a home, and a sensor in it, sets otherwise than the defaults. */
export function alertSettingsRoutes(ports: { db: Db; clock: Clock }, { prefix, may }: Mount) {
  const routes = new Hono<HomeEnv>();
  const homePath = `${prefix}/alert-settings` as const;
  const sensorPath = `${prefix}/sensors/:id/alert-settings` as const;
  routes.get(homePath, may("read_home"), async (c) =>
    reply<AlertSettingsAnswer>(c, await showHomeAlertSettings(ports, c.var.acting.householdId)),
  );
  routes.put(homePath, may("manage_rules"), async (c) => {
    const body = await jsonBody(c, HomeAlertSettings, LIMITS.apiBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    return reply<AlertSettingsAnswer>(c, await saveHomeAlertSettings(ports, c.var.acting, body.value));
  });
  routes.get(sensorPath, may("read_home"), async (c) =>
    reply<AlertSettingsAnswer>(c, await showSensorAlertSettings(ports, c.var.acting.householdId, pathId(c))),
  );
  routes.put(sensorPath, may("manage_rules"), async (c) => {
    const body = await jsonBody(c, SensorAlertSettings, LIMITS.apiBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    const id = pathId(c);
    return reply<AlertSettingsAnswer>(c, await saveSensorAlertSettings(ports, c.var.acting, id, body.value));
  });
  return routes;
}
