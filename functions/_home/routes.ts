import { Hono } from "hono";
import type { JudgePorts } from "../../lib/flows/alerts/commit-judgement.ts";
import { alertSettingsRoutes } from "./alert-settings.ts";
import { alertRoutes } from "./alerts.ts";
import { type DeliveryPorts, deliveryRoutes } from "./deliveries.ts";
import type { Mount } from "./mount.ts";
import { quietRoutes } from "./quiet.ts";
import { ruleRoutes } from "./rules.ts";

export type HomePorts = JudgePorts & DeliveryPorts;

/** Alerts, rules, settings, quiet and what is told of them: the same for a home's people and its programs. */
export function homeRoutes(ports: HomePorts, mount: Mount) {
  const routes = new Hono();
  routes.route("/", quietRoutes(ports, mount));
  routes.route("/", alertRoutes(ports, mount));
  routes.route("/", ruleRoutes(ports, mount));
  routes.route("/", alertSettingsRoutes(ports, mount));
  routes.route("/", deliveryRoutes(ports, mount));
  return routes;
}
