import { Hono } from "hono";
import {
  type CreateDevicePorts,
  changeDevice,
  createDevice,
  deleteDevice,
  listDevices,
  showDevice,
} from "../../lib/devices/devices.actions.ts";
import { rotateIngestKey } from "../../lib/devices/ingest-keys.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import {
  type DeviceAnswer,
  DeviceChange,
  type DeviceList,
  type DeviceWithKey,
  NewDevice,
} from "../../schema/wire/devices.ts";
import { PageQuery } from "../../schema/wire/paging.ts";
import type { Ok } from "../../schema/wire/text.ts";
import type { IdempotentPorts } from "../_http/idempotent.ts";
import { type WakePorts, wakeAfterWrites } from "../_http/in-background.ts";
import { pathId } from "../_http/path-id.ts";
import { refusal, reply } from "../_http/reply.ts";
import { jsonBody, query as readQuery } from "../_http/validate.ts";
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
