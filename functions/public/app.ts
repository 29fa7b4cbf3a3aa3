import { cors } from "hono/cors";
import { Hono } from "hono/tiny";
import { EVIDENCE_KEYS_PATH } from "../../lib/evidence/canonical-text.ts";
import { exampleFeed } from "../../lib/feeds/example-feed.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import { MACHINE_PROBLEMS } from "../../schema/machine-problems.ts";
import type { EvidenceKeys } from "../../schema/wire/evidence.ts";
import { ExampleFeedQuery } from "../../schema/wire/status.ts";
import { newSmallApp } from "../_http/app.ts";
import { publicText } from "../_http/body.ts";
import { refusal } from "../_http/reply.ts";
import { query as readQuery } from "../_http/validate.ts";
import { channelRoutes, type PublicServices } from "./channel-routes.ts";
import { OPENAPI_DOCUMENT } from "./document.ts";
import { declineRoutes, digestRoutes } from "./link-routes.ts";
import { healthRoutes, statusNowRoutes, statusRoutes } from "./status.ts";

const PATH = "/api/openapi.json";
const TEXT = JSON.stringify(OPENAPI_DOCUMENT);

/** What a signed document of evidence is checked with, by people without an account: a JWK set (RFC 7517). */
function evidenceRoutes({ evidenceSigner }: Services) {
  const routes = new Hono();
  routes.use(EVIDENCE_KEYS_PATH, cors({ origin: "*", allowMethods: ["GET", "HEAD", "OPTIONS"] }));
  routes.get(EVIDENCE_KEYS_PATH, async (c) => {
    const keys = await evidenceSigner.publicKeys();
    c.header("Cache-Control", `public, max-age=${LIMITS.openApiMaxAgeSeconds}`);
    return c.json({
      keys: keys.map((x) => ({ kty: "OKP", crv: "Ed25519", use: "sig", x })),
    } satisfies EvidenceKeys);
  });
  return routes;
}

/** The document as the build wrote it; any page may read it. */
export function openApiRoutes() {
  const routes = new Hono();
  routes.use(
    PATH,
    cors({
      origin: "*",
      allowMethods: ["GET", "HEAD", "OPTIONS"],
      exposeHeaders: ["ETag", "X-Request-Id", "X-Error-Code"],
    }),
  );
  routes.get(PATH, (c) =>
    publicText(c, TEXT, { type: "application/json", maxAgeSeconds: LIMITS.openApiMaxAgeSeconds }),
  );
  return routes;
}

/** What anyone may call; and the fallback, so that an unknown path has one answer everywhere. */
export function publicApp(services: PublicServices) {
  const app = newSmallApp(services, MACHINE_PROBLEMS);
  app.get("/", (c) =>
    c.text(
      "Hearthwatch watches a home's sensors and tells people before the pipes freeze or the cellar floods.\n" +
        "Post readings to /api/ingest/{deviceKey}; read them at /api/share/{token}/latest.\n",
    ),
  );
  app.get("/api/feeds/example", (c) => {
    const query = readQuery(c, ExampleFeedQuery);
    if (!query.ok) return refusal(c, query.problem);
    c.header("Cache-Control", "no-store");
    return c.json(exampleFeed(query.value.format ?? "native", services.clock()));
  });
  app.route("/", openApiRoutes());
  app.route("/", healthRoutes(services));
  app.route("/", statusNowRoutes(services));
  app.route("/", statusRoutes(services));
  app.route("/", channelRoutes(services));
  app.route("/", digestRoutes(services));
  app.route("/", declineRoutes(services));
  app.route("/", evidenceRoutes(services));
  return app;
}
