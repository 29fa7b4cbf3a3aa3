import { Hono } from "hono";
import { listForecasts } from "../../lib/alerts/list.actions.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { type ForecastList, ForecastsQuery } from "../../schema/wire/forecasts.ts";
import { refusal, reply } from "../_http/reply.ts";
import { query as readQuery } from "../_http/validate.ts";
import type { HomeEnv, Mount } from "./mount.ts";

/** How good the times to freeze were that the home was told. */
export function forecastRoutes(ports: Pick<Services, "db">, { prefix, may }: Mount) {
  const routes = new Hono<HomeEnv>();
  routes.get(`${prefix}/forecasts`, may("read_home"), async (c) => {
    const query = readQuery(c, ForecastsQuery);
    if (!query.ok) return refusal(c, query.problem);
    return reply<ForecastList>(c, await listForecasts(ports, c.var.acting.householdId, query.value));
  });
  return routes;
}
