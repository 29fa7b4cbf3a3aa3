import type { Context, Env } from "hono";
import { done } from "../../lib/kernel/outcome.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { atomFeed } from "../../lib/status/atom-feed.ts";
import { showReadiness, showStatus, subscribeToStatus } from "../../lib/status/status.actions.ts";
import { LIMITS, RATE_LIMITS } from "../../schema/limits.ts";
import { shows } from "../../schema/openapi/route.ts";
import { Readiness, StatusSubscription, SystemStatus } from "../../schema/wire/status.ts";
import { Ok } from "../../schema/wire/text.ts";
import { IF_NONE_MATCH, publicText, UNCHANGED } from "../_http/body.ts";
import { askedLanguage, clientIp } from "../_http/caller.ts";
import { routesFor } from "../_http/mounted-routes.ts";
import type { PublicServices } from "./channel-routes.ts";

const route = routesFor<PublicServices, Env>();

const ATOM = "application/atom+xml; charset=utf-8";

/** For tools that restart a dead process, and for load balancers that send requests to a ready one. */
export const HEALTH = {
  "health.get": route({
    on: "GET /api/health",
    summary: "Check liveness",
    about: "Answers as long as the function runs, without the database or Redis.",
    answers: shows(Ok, "The function runs"),
    answer: (_, c) => {
      c.header("Cache-Control", "no-store");
      return done<Ok>({ ok: true });
    },
  }),
  "health.getReady": route({
    on: "GET /api/health/ready",
    limit: RATE_LIMITS.readiness,
    summary: "Check readiness",
    about:
      "Checks the database and Redis within a second. The service works without Redis, but not without the" +
      " database: then the answer is 503. `database` is `silent` if it doesn't answer, `refused` if it rejects the login" +
      " or the query: trying again won't help, and `read_only` if it stores nothing.",
    answers: {
      ...shows(Readiness, "The service is ready"),
      503: { description: "The database doesn't answer, refuses, or stores nothing", json: Readiness },
    },
    refusals: [429],
    answer: async (services, c) => {
      const readiness: Readiness = await showReadiness(services);
      c.header("Cache-Control", "no-store");
      if (readiness.database === "silent") c.header("Retry-After", String(LIMITS.storeRetryAfterSeconds));
      return c.json(readiness, readiness.ready ? 200 : 503);
    },
  }),
};

/** The service's status for anyone, as JSON and as an Atom feed. */
export const STATUS = {
  "status.get": route({
    on: "GET /api/status",
    limit: RATE_LIMITS.status,
    summary: "Get the system status",
    about:
      "`status` is the status of the worst component. Incidents stay listed for some days after their end. It answers within a" +
      " second. If the database doesn't, the status is `down` with its start.",
    headers: IF_NONE_MATCH,
    answers: { ...shows(SystemStatus, "The status; cached for a minute"), 304: UNCHANGED },
    refusals: [429, 500],
    answer: async (services, c) => {
      const status: SystemStatus = await showStatus(services);
      // The time of the check alone doesn't change the ETag.
      const { checked_at: _, ...tagged } = status;
      return shown(c, JSON.stringify(status), "application/json", JSON.stringify(tagged));
    },
  }),
  "status.getFeed": route({
    on: "GET /api/status/feed",
    limit: RATE_LIMITS.status,
    summary: "Get the incident feed",
    about: "Has one entry for each incident, changed by each update.",
    headers: IF_NONE_MATCH,
    answers: { 200: { description: "RFC 4287", types: [ATOM] }, 304: UNCHANGED },
    refusals: [429, 500],
    answer: async (services, c) => shown(c, atomFeed(await showStatus(services), services.baseUrl), ATOM),
  }),
};

const shown = (c: Context, text: string, type: string, tagged = text): Promise<Response> =>
  publicText(c, text, { type, maxAgeSeconds: LIMITS.statusMaxAgeSeconds, tagged });

/** Mails about incidents, for anyone who confirms their address. */
export const SUBSCRIBE = {
  "status.subscribe": routesFor<Services, Env>()({
    on: "POST /api/status/subscribe",
    limit: RATE_LIMITS.statusSubscribe,
    wakes: true,
    body: StatusSubscription,
    summary: "Subscribe to status updates",
    about: "The answer is the same for every address, so it doesn't reveal who has subscribed.",
    answers: shows(Ok, "The same for every address"),
    refusals: [429, 500],
    answer: async (services, c, { email }) => {
      c.header("Cache-Control", "no-store");
      const ip = clientIp(c, services.edge);
      return done(await subscribeToStatus(services, { email, ip, language: askedLanguage(c) }));
    },
  }),
};
