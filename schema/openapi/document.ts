import { z } from "zod";
import { type Answer, AUDIENCES, type RouteDescription } from "./route.ts";

const API_VERSION = "1.2.0";

const SECURITY_SCHEMES = {
  ingestKeyHeader: { type: "apiKey", in: "header", name: "X-Ingest-Key" },
  bearerApiKey: { type: "http", scheme: "bearer", description: "An API key of the Pro plan" },
  sessionCookie: { type: "apiKey", in: "cookie", name: "__Host-session" },
  companionAccess: { type: "http", scheme: "bearer", description: "A companion's access token" },
  companionRefresh: { type: "apiKey", in: "header", name: "X-SB-Refresh-Token" },
  cronSecret: { type: "http", scheme: "bearer", description: "CRON_SECRET" },
} as const;

const ERROR = {
  description: "Refused, and why",
  content: {
    "application/json": {
      schema: {
        type: "object",
        properties: { error: { type: "string" } },
        required: ["error"],
        additionalProperties: false,
      },
    },
  },
} as const;

type Json = Record<string, unknown>;

/** The OpenAPI 3.1.0 document of `routes`. */
export function openApiDocument(routes: RouteDescription[]): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: operation(route) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Hearthwatch",
      version: API_VERSION,
      description: "Watches a home's sensors and tells people before the pipes freeze or the cellar floods.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    paths,
    components: { securitySchemes: SECURITY_SCHEMES },
  };
}

function operation(route: RouteDescription): Json {
  const parameters = [
    ...pathParameters(route.path),
    ...queryParameters(route.query),
    ...headerParameters(route),
  ];
  return {
    operationId: operationId(route),
    summary: route.summary,
    tags: [route.path.split("/")[2] ?? ""],
    security: AUDIENCES[route.audience],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body === undefined ? {} : { requestBody: requestBody(route.body) }),
    responses: {
      ...Object.fromEntries(
        Object.entries(route.answers).map(([status, answer]) => [status, response(answer)]),
      ),
      default: ERROR,
    },
  };
}

const operationId = ({ method, path }: RouteDescription): string =>
  [method, ...path.split("/").filter((part) => part !== "" && part !== "api")]
    .map((part) => part.replace(/[{}]/g, "").replace(/[^A-Za-z0-9]+/g, "_"))
    .join("_");

const requestBody = (schema: z.ZodType): Json => ({
  required: true,
  content: { "application/json": { schema: jsonSchema(schema, "input") } },
});

function response({ description, json, type }: Answer): Json {
  if (json !== undefined) {
    return { description, content: { "application/json": { schema: jsonSchema(json, "output") } } };
  }
  return type === undefined
    ? { description }
    : { description, content: { [type]: { schema: { type: "string" } } } };
}

const pathParameters = (path: string): Json[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));

function queryParameters(query: z.ZodObject | undefined): Json[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = jsonSchema(query, "input");
  return Object.entries(properties as Record<string, Json>).map(([name, schema]) => ({
    name,
    in: "query",
    required: (required as string[]).includes(name),
    schema,
  }));
}

const headerParameters = ({ headers = {} }: RouteDescription): Json[] =>
  Object.entries(headers).map(([name, description]) => ({
    name,
    in: "header",
    required: false,
    description,
    schema: { type: "string" },
  }));

function jsonSchema(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: "draft-2020-12",
    io,
    unrepresentable: "any",
  });
  return rest;
}
