import { Hono } from "hono";
import type { JudgePorts } from "../../lib/alerts/commit-judgement.actions.ts";
import type { CreateDevicePorts } from "../../lib/devices/devices.actions.ts";
import type { PullSetupPorts } from "../../lib/feeds/setup/pull-setup.actions.ts";
import type { IdempotentPorts } from "../_http/idempotent.ts";
import { alertSettingsRoutes, escalationRoutes } from "./alert-settings.ts";
import { alertRoutes, forecastRoutes } from "./alerts.ts";
import { type DeliveryPorts, deliveryRoutes } from "./deliveries.ts";
import { deviceByIdRoutes, deviceRoutes, sensorRoutes } from "./devices.ts";
import type { Mount } from "./mount.ts";
import { feedRoutes, pullSetupRoutes } from "./pull-setup.ts";
import { quietRoutes } from "./quiet.ts";
import { type ReadingPorts, readingRoutes } from "./readings.ts";
import { ruleRoutes } from "./rules.ts";

export type HomePorts = JudgePorts &
  DeliveryPorts &
  CreateDevicePorts &
  PullSetupPorts &
  ReadingPorts &
  IdempotentPorts;

/**
 * Devices, sensors, feeds, readings, alerts, rules, settings, quiet and what is told of them: the same for a
 * home's people and its programs.
 */
export function homeRoutes(ports: HomePorts, mount: Mount) {
  const routes = new Hono();
  routes.route("/", deviceRoutes(ports, mount));
  // Goes before the one device, whose `:id` would take its path.
  routes.route("/", sensorRoutes(ports, mount));
  routes.route("/", deviceByIdRoutes(ports, mount));
  routes.route("/", pullSetupRoutes(ports, mount));
  routes.route("/", feedRoutes(ports, mount));
  routes.route("/", readingRoutes(ports, mount));
  routes.route("/", quietRoutes(ports, mount));
  routes.route("/", alertRoutes(ports, mount));
  routes.route("/", forecastRoutes(ports, mount));
  routes.route("/", ruleRoutes(ports, mount));
  routes.route("/", alertSettingsRoutes(ports, mount));
  routes.route("/", escalationRoutes(ports, mount));
  routes.route("/", deliveryRoutes(ports, mount));
  return routes;
}
