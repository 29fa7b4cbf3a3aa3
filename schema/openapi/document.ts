import { type Json, SchemaBook } from "./json-schema.ts";
import { operation } from "./operation.ts";
import { errorResponses, errorSchemas, headers } from "./parameters.ts";
import { type RouteGroup, tagGroups, tags } from "./tags.ts";
import { webhooks } from "./webhooks.ts";

const API_VERSION = "1.2.0";

const SECURITY_SCHEMES = {
  ingestKeyHeader: { type: "apiKey", in: "header", name: "X-Ingest-Key" },
  bearerApiKey: { type: "http", scheme: "bearer", description: "An API key of the Pro plan" },
  sessionCookie: { type: "apiKey", in: "cookie", name: "__Host-session" },
  companionAccess: { type: "http", scheme: "bearer", description: "A companion's access token" },
  companionRefresh: { type: "apiKey", in: "header", name: "X-SB-Refresh-Token" },
  cronSecret: { type: "http", scheme: "bearer", description: "CRON_SECRET" },
} as const;

const INFO = {
  title: "Hearthwatch",
  version: API_VERSION,
  description: "Watches a home's sensors and alerts people before the pipes freeze or the cellar floods.",
  license: { name: "MIT", identifier: "MIT" },
} as const;

/** The OpenAPI 3.1.0 document of the routes of `groups`. */
export function openApiDocument(groups: readonly RouteGroup[]): Json {
  const schemas = new SchemaBook();
  const paths: Record<string, Json> = {};
  for (const { routes } of groups) {
    for (const route of routes) {
      paths[route.path] = { ...paths[route.path], [route.method]: operation(route, schemas) };
    }
  }
  return {
    openapi: "3.1.0",
    info: INFO,
    servers: [{ url: "/" }],
    tags: tags(groups),
    "x-tagGroups": tagGroups(groups),
    paths,
    webhooks: webhooks(schemas),
    components: {
      schemas: { ...errorSchemas, ...schemas.named },
      responses: errorResponses,
      headers,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}
