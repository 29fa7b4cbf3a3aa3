import type { CreateDevicePorts } from "../../lib/flows/devices/create-device.ts";
import type { PullSetupPorts } from "../../lib/flows/pull-setup/save-pull-setup.ts";
import type { HomePorts } from "../_home/routes.ts";
import { type HttpPorts, newApp } from "../_http/app.ts";
import { type ApiEnv, type ApiKeyPorts, requireApiKey } from "../_http/require-api-key.ts";
import { deviceByIdRoutes, deviceRoutes } from "./devices.ts";
import { apiHomeRoutes } from "./home.ts";
import { metricsRoutes } from "./metrics.ts";
import { pullSetupRoutes } from "./pull-setup.ts";
import { readingRoutes } from "./readings.ts";
import { sensorRoutes } from "./sensors.ts";

export type V1Ports = HttpPorts & ApiKeyPorts & CreateDevicePorts & PullSetupPorts & HomePorts;

/** The management API, for integrations with an API key. */
export function v1App(ports: V1Ports) {
  const app = newApp<ApiEnv["Variables"]>(ports);
  const guard = requireApiKey(ports);
  app.route("/", deviceRoutes(ports, guard));
  // Before the one device, whose `{id}` would take its path.
  app.route("/", sensorRoutes(ports, guard));
  app.route("/", deviceByIdRoutes(ports, guard));
  app.route("/", pullSetupRoutes(ports, guard));
  app.route("/", readingRoutes(ports, guard));
  app.route("/", metricsRoutes(ports, guard));
  app.route("/", apiHomeRoutes(ports, guard));
  return app;
}
