import { Hono } from "hono";
import type { EndPorts } from "../../lib/alerts/commit-judgement.actions.ts";
import {
  type CreateDevicePorts,
  changeDevice,
  createDevice,
  deleteDevice,
  listDevices,
  showDevice,
} from "../../lib/devices/devices.actions.ts";
import { rotateIngestKey } from "../../lib/devices/ingest-keys.actions.ts";
import { changeSensor, changeSensors, showSensor } from "../../lib/devices/sensors.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import {
  type DeviceAnswer,
  DeviceChange,
  type DeviceList,
  type DeviceWithKey,
  NewDevice,
  type SensorAnswer,
  SensorChange,
  SensorsBatch,
  type SensorsBatchAnswer,
} from "../../schema/wire/devices.ts";
import { PageQuery } from "../../schema/wire/paging.ts";
import type { Ok } from "../../schema/wire/text.ts";
import type { IdempotentPorts } from "../_http/idempotent.ts";
import { type WakePorts, wakeAfterWrites } from "../_http/in-background.ts";
import { pathId } from "../_http/path-id.ts";
import { refusal, reply } from "../_http/reply.ts";
import { jsonBody, query as readQuery } from "../_http/validate.ts";
import { wrongMethod } from "../_http/wrong-method.ts";
import { type HomeEnv, type Mount, onceInHome } from "./mount.ts";

/** The list, and its newest member. */
export function deviceRoutes(ports: CreateDevicePorts & IdempotentPorts, { prefix, may }: Mount) {
  const routes = new Hono<HomeEnv>();
  routes.get(`${prefix}/devices`, may("read_home"), async (c) => {
    const query = readQuery(c, PageQuery);
    if (!query.ok) return refusal(c, query.problem);
    return reply<DeviceList>(c, await listDevices(ports, c.var.acting.householdId, query.value));
  });
  routes.post(`${prefix}/devices`, may("manage_devices"), onceInHome(ports), async (c) => {
    const body = await jsonBody(c, NewDevice, LIMITS.apiBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    return reply<DeviceWithKey>(c, await createDevice(ports, c.var.acting, body.value), 201);
  });
  return routes;
}

/** One device, by its id. */
export function deviceByIdRoutes(
  ports: CreateDevicePorts & WakePorts & IdempotentPorts,
  { prefix, may }: Mount,
) {
  const routes = new Hono<HomeEnv>();
  const path = `${prefix}/devices/:id` as const;
  // A change can end alerts, and their ends are told.
  const wake = wakeAfterWrites(ports);
  routes.get(path, may("read_home"), async (c) =>
    reply<DeviceAnswer>(c, await showDevice(ports, c.var.acting.householdId, pathId(c))),
  );
  routes.patch(path, may("manage_devices"), wake, async (c) => {
    const body = await jsonBody(c, DeviceChange, LIMITS.apiBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    const { flat_temperature_unit: flatTemperatureUnit, contact_true_means: means, ...rest } = body.value;
    const edit = { ...rest, flatTemperatureUnit, contactTrueMeans: means };
    return reply<DeviceAnswer>(c, await changeDevice(ports, c.var.acting, pathId(c), edit));
  });
  routes.delete(path, may("manage_devices"), wake, async (c) =>
    reply<Ok>(c, await deleteDevice(ports, c.var.acting, pathId(c))),
  );
  routes.post(`${path}/rotate-ingest-key`, may("rotate_ingest_key"), onceInHome(ports), async (c) =>
    reply<DeviceWithKey>(c, await rotateIngestKey(ports, c.var.acting, pathId(c))),
  );
  return routes;
}

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
