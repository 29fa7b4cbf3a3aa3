import { Hono } from "hono";
import { type AcknowledgePorts, acknowledgeAlert, answerAlert } from "../../lib/alerts/answer.actions.ts";
import { listAlerts, listForecasts, showAlert, showTimeline } from "../../lib/alerts/list.actions.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import {
  type AlertAnswer,
  type AlertList,
  AlertsQuery,
  type AlertWithFindings,
  QuestionAnswer,
} from "../../schema/wire/alerts.ts";
import { type ForecastList, ForecastsQuery } from "../../schema/wire/forecasts.ts";
import type { Timeline } from "../../schema/wire/timeline.ts";
import { pathId } from "../_http/path-id.ts";
import { refusal, reply } from "../_http/reply.ts";
import { jsonBody, query as readQuery } from "../_http/validate.ts";
import type { HomeEnv, Mount } from "./mount.ts";

export function alertRoutes(ports: AcknowledgePorts, { prefix, may }: Mount) {
  const routes = new Hono<HomeEnv>();
  routes.get(`${prefix}/alerts`, may("read_home"), async (c) => {
    const query = readQuery(c, AlertsQuery);
    if (!query.ok) return refusal(c, query.problem);
    return reply<AlertList>(c, await listAlerts(ports, c.var.acting.householdId, query.value));
  });
  routes.get(`${prefix}/alerts/:id`, may("read_home"), async (c) =>
    reply<AlertWithFindings>(c, await showAlert(ports, c.var.acting.householdId, pathId(c))),
  );
  routes.get(`${prefix}/alerts/:id/timeline`, may("read_home"), async (c) =>
    reply<Timeline>(c, await showTimeline(ports, c.var.acting.householdId, pathId(c))),
  );
  routes.post(`${prefix}/alerts/:id/ack`, may("acknowledge_alert"), async (c) =>
    reply<AlertAnswer>(c, await acknowledgeAlert(ports, c.var.acting, pathId(c), "api")),
  );
  routes.post(`${prefix}/alerts/:id/answer`, may("acknowledge_alert"), async (c) => {
    const given = await jsonBody(c, QuestionAnswer, LIMITS.apiBodyBytesMax);
    if (!given.ok) return refusal(c, given.problem);
    return reply<AlertAnswer>(c, await answerAlert(ports, c.var.acting, pathId(c), given.value));
  });
  return routes;
}

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
