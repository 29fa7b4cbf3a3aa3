import { Hono } from "hono";
import type { JudgePorts } from "../../../lib/flows/alerts/commit-judgement.ts";
import { alertSettingsRoutes } from "./alert-settings.ts";
import { alertRoutes } from "./alerts.ts";
import type { Mount } from "./mount.ts";
import { quietRoutes } from "./quiet.ts";
import { ruleRoutes } from "./rules.ts";

/** Alerts, rules, settings and quiet: the same for a home's people and its programs. */
export function homeRoutes(ports: JudgePorts, mount: Mount) {
  const routes = new Hono();
  routes.route("/", quietRoutes(ports, mount));
  routes.route("/", alertRoutes(ports, mount));
  routes.route("/", ruleRoutes(ports, mount));
  routes.route("/", alertSettingsRoutes(ports, mount));
  return routes;
}
