import type { Env } from "hono";
import { EVIDENCE_KEYS_PATH } from "../../lib/evidence/canonical-text.ts";
import { exampleFeed } from "../../lib/feeds/example-feed.ts";
import { done } from "../../lib/kernel/outcome.ts";
import { LIMITS } from "../../schema/limits.ts";
import { shows } from "../../schema/openapi/route.ts";
import { MACHINE_PROBLEMS } from "../../schema/problems.ts";
import { EvidenceKeys } from "../../schema/wire/evidence.ts";
import { ExampleFeed, ExampleFeedQuery, OpenApiDocument } from "../../schema/wire/status.ts";
import { anyPage, newApp, wakeAfterWrites } from "../_http/app.ts";
import { IF_NONE_MATCH, publicText, UNCHANGED } from "../_http/body.ts";
import { mountRoutes, type Route, type Routes, routesFor } from "../_http/mounted-routes.ts";
import { limitCallers } from "../_http/rate-limit.ts";
import { CHANNEL_CALLS, type PublicServices } from "./channel-routes.ts";
import { LINK_ROUTES } from "./link-routes.ts";
import { HEALTH, STATUS, SUBSCRIBE } from "./status.ts";

const DOCUMENT_PATH = "/api/openapi.json";

/** The paths that pages of any origin may read. */
const OPEN_TO_PAGES = [DOCUMENT_PATH, EVIDENCE_KEYS_PATH, "/api/status", "/api/status/feed"];

const route = routesFor<PublicServices, Env>();

export const PUBLIC: Routes<PublicServices> = {
  ...HEALTH,
  ...STATUS,
  "document.get": route({
    on: `GET ${DOCUMENT_PATH}`,
    summary: "Get this document",
    about: "OpenAPI 3.1, generated from the schemas that validate requests.",
    headers: IF_NONE_MATCH,
    answers: {
      200: { description: "OpenAPI 3.1.0", json: OpenApiDocument },
      304: UNCHANGED,
    },
    answer: async (_, c) => {
      // The build generates it from these tables, so they must load without it.
      const { OPENAPI_TEXT } = await import("./document.ts");
      return publicText(c, OPENAPI_TEXT, {
        type: "application/json",
        maxAgeSeconds: LIMITS.openApiMaxAgeSeconds,
      });
    },
  }),
  "exampleFeed.get": route({
    on: "GET /api/feeds/example",
    query: ExampleFeedQuery,
    summary: "Get an example feed",
    about: "Without `format` it has flat keys, the native style.",
    answers: shows(ExampleFeed, "The feed in the requested style"),
    answer: (services, c, { format }) => {
      c.header("Cache-Control", "no-store");
      return c.json(exampleFeed(format ?? "native", services.clock()));
    },
  }),
  ...SUBSCRIBE,
  ...CHANNEL_CALLS,
  ...LINK_ROUTES,
  "evidence.listKeys": route({
    on: `GET ${EVIDENCE_KEYS_PATH}`,
    summary: "List evidence keys",
    about:
      "Returns the public keys (JWK set) that evidence documents are checked with: the one that signs now, and the one of the previous `SERVER_SECRET` while that is configured. Any page may read them.",
    answers: shows(EvidenceKeys, "The keys"),
    refusals: [500],
    answer: async ({ evidenceSigner }, c) => {
      const keys = await evidenceSigner.publicKeys();
      c.header("Cache-Control", `public, max-age=${LIMITS.openApiMaxAgeSeconds}`);
      return done<EvidenceKeys>({ keys: keys.map((x) => ({ kty: "OKP", crv: "Ed25519", use: "sig", x })) });
    },
  }),
};

/** Builds the routes that anyone may call, and the fallback that gives an unknown path the same answer everywhere. */
export function publicApp(services: PublicServices) {
  const app = newApp(services, MACHINE_PROBLEMS);
  for (const path of OPEN_TO_PAGES) app.use(path, anyPage);
  const guardsOf = ({ limit, wakes }: Route) => [
    limitCallers(services, limit),
    wakes && wakeAfterWrites(services),
  ];
  mountRoutes(app, PUBLIC, services, guardsOf);
  return app;
}
