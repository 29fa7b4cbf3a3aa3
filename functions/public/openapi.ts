import { cors } from "hono/cors";
import { Hono } from "hono/tiny";
import { LIMITS } from "../../schema/limits.ts";
import { publicText } from "../_http/public-text.ts";
import document from "./openapi.json" with { type: "json" };

const PATH = "/api/openapi.json";
const TEXT = JSON.stringify(document);

/** The document as `npm run generate` wrote it; any page may read it. */
export function openApiRoutes() {
  const routes = new Hono();
  routes.use(
    PATH,
    cors({ origin: "*", allowMethods: ["GET", "HEAD", "OPTIONS"], exposeHeaders: ["ETag", "X-Request-Id"] }),
  );
  routes.get(PATH, (c) =>
    publicText(c, TEXT, { type: "application/json", maxAgeSeconds: LIMITS.openApiMaxAgeSeconds }),
  );
  return routes;
}
