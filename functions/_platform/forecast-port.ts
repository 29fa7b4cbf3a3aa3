import { openMeteo } from "../../lib/alerts/open-meteo.vendor.ts";
import type { Clock, Forecast, Report } from "../../lib/kernel/ports.ts";
import { type Environment, optional } from "./environment.ts";

/** FORECAST_BASE_URL in place of Open-Meteo's own. */
export const forecastPort = (
  environment: Environment,
  { clock, report }: { clock: Clock; report: Report },
): Forecast => openMeteo({ clock, report, baseUrl: optional(environment, "FORECAST_BASE_URL") });
