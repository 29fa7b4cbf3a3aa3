import { Hono, type MiddlewareHandler } from "hono";
import { changeSensors } from "../../lib/flows/sensors/change-sensors.ts";
import type { Clock } from "../../lib/ports.ts";
import type { Db } from "../../lib/store/db.ts";
import { LIMITS } from "../../schema/limits.ts";
import { SensorsBatch, type SensorsBatchAnswer } from "../../schema/wire/sensors.ts";
import { jsonBody } from "../_http/json-body.ts";
import { refusal, reply } from "../_http/reply.ts";
import type { ApiEnv } from "../_http/require-api-key.ts";
import { wrongMethod } from "../_http/wrong-method.ts";

export function sensorRoutes(ports: { db: Db; clock: Clock }, guard: MiddlewareHandler<ApiEnv>) {
  const routes = new Hono<ApiEnv>();
  routes.post("/api/v1/devices/sensors-batch", guard, async (c) => {
    const body = await jsonBody(c, SensorsBatch, LIMITS.apiBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    return reply<SensorsBatchAnswer>(c, await changeSensors(ports, c.var.acting, body.value.sensors));
  });
  routes.all("/api/v1/devices/sensors-batch", wrongMethod(["POST"]));
  return routes;
}
