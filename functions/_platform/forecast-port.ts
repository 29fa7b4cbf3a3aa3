import { openMeteo } from "../../lib/alerts/open-meteo.vendor.ts";
import type { Forecast } from "../../lib/kernel/ports.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { type Environment, optional } from "./environment.ts";

/** FORECAST_BASE_URL in place of Open-Meteo's own. */
export const forecastPort = (
  environment: Environment,
  { clock, report }: Pick<Services, "clock" | "report">,
): Forecast => openMeteo({ clock, report, baseUrl: optional(environment, "FORECAST_BASE_URL") });
