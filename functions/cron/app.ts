import { type DispatchPorts, dispatch } from "../../lib/flows/dispatch.ts";
import type { Dispatched } from "../../schema/wire/dispatch.ts";
import { type HttpPorts, newApp } from "../_http/app.ts";
import { requireCronSecret } from "../_http/require-cron-secret.ts";

export type CronPorts = HttpPorts & DispatchPorts & { cronSecret: string };

/** The platform's clock and the other functions' wake-up calls. The only group that talks to providers. */
export function cronApp(ports: CronPorts) {
  const app = newApp(ports);
  const guard = requireCronSecret(ports.cronSecret);
  app.on(["GET", "POST"], "/api/cron/dispatch", guard, async (c) => {
    const tick = ports.clock().toISOString();
    return c.json<Dispatched>({ ok: true, job: "dispatch", tick, ...(await dispatch(ports)) });
  });
  return app;
}
