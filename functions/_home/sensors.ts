import { Hono } from "hono";
import type { EndPorts } from "../../lib/alerts/end-with-owner.actions.ts";
import { changeSensor, changeSensors, showSensor } from "../../lib/devices/sensors.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import {
  type SensorAnswer,
  SensorChange,
  SensorsBatch,
  type SensorsBatchAnswer,
} from "../../schema/wire/devices.ts";
import { type WakePorts, wakeAfterWrites } from "../_http/in-background.ts";
import { pathId } from "../_http/path-id.ts";
import { refusal, reply } from "../_http/reply.ts";
import { jsonBody } from "../_http/validate.ts";
import { wrongMethod } from "../_http/wrong-method.ts";
import type { HomeEnv, Mount } from "./mount.ts";

/** How sensors are called and which of them are shown: many at once, or one by its id. */
export function sensorRoutes(ports: EndPorts & WakePorts, { prefix, may }: Mount) {
  const routes = new Hono<HomeEnv>();
  // A unit that is settled can end alerts, and their ends are told.
  const wake = wakeAfterWrites(ports);
  routes.post(`${prefix}/devices/sensors-batch`, may("manage_sensors"), async (c) => {
    const body = await jsonBody(c, SensorsBatch, LIMITS.apiBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    return reply<SensorsBatchAnswer>(c, await changeSensors(ports, c.var.acting, body.value.sensors));
  });
  routes.all(`${prefix}/devices/sensors-batch`, wrongMethod(["POST"]));
  routes.get(`${prefix}/sensors/:id`, may("read_home"), async (c) =>
    reply<SensorAnswer>(c, await showSensor(ports, c.var.acting.householdId, pathId(c))),
  );
  routes.patch(`${prefix}/sensors/:id`, may("manage_sensors"), wake, async (c) => {
    const body = await jsonBody(c, SensorChange, LIMITS.apiBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    return reply<SensorAnswer>(c, await changeSensor(ports, c.var.acting, pathId(c), body.value));
  });
  return routes;
}
