import type { z } from "zod";
import { SchemaBook } from "./json-schema.ts";
import { pathParameters } from "./path-parameters.ts";
import { errorResponses, errorSchemas, refusalsOf } from "./refusals.ts";
import { type Answer, AUDIENCES, type Json, type RouteDescription, type RouteGroup } from "./route.ts";

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
  description: "Watches a home's sensors and tells people before the pipes freeze or the cellar floods.",
  license: { name: "MIT", identifier: "MIT" },
} as const;

/** The OpenAPI 3.1.0 document of the routes of `groups`. */
export function openApiDocument(groups: readonly RouteGroup[]): Json {
  const book = new SchemaBook();
  const paths: Record<string, Json> = {};
  for (const { name, routes } of groups) {
    for (const route of routes) {
      paths[route.path] = { ...paths[route.path], [route.method]: operation(route, name, book) };
    }
  }
  return {
    openapi: "3.1.0",
    info: INFO,
    servers: [{ url: "/" }],
    tags: groups.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: { ...errorSchemas, ...book.named },
      responses: errorResponses,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function operation(route: RouteDescription, tag: string, book: SchemaBook): Json {
  const parameters = [
    ...pathParameters(route.path),
    ...queryParameters(route.query, book),
    ...headerParameters(route),
  ];
  const body = requestBody(route, book);
  return {
    operationId: operationId(route),
    summary: route.summary,
    tags: [tag],
    security: AUDIENCES[route.audience],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === null ? {} : { requestBody: body }),
    responses: { ...answersOf(route, book), ...refusalsOf(route) },
  };
}

const operationId = ({ method, path }: RouteDescription): string =>
  [method, ...path.split("/").filter((part) => part !== "" && part !== "api")]
    .map((part) => part.replace(/[{}]/g, "").replace(/[^A-Za-z0-9]+/g, "_"))
    .join("_");

function requestBody({ body, rawBody, takesForm }: RouteDescription, book: SchemaBook): Json | null {
  const json = rawBody ?? (body === undefined ? null : { schema: book.of(body, "input") });
  if (json === null) return null;
  const form = takesForm ? { "application/x-www-form-urlencoded": json } : {};
  return { required: true, content: { "application/json": json, ...form } };
}

const answersOf = ({ answers }: RouteDescription, book: SchemaBook): Json =>
  Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, response(answer, book)]));

function response({ description, json, types = [], headers = {} }: Answer, book: SchemaBook): Json {
  const content: Json = json === undefined ? {} : { "application/json": { schema: book.of(json, "output") } };
  for (const type of types) content[type] = { schema: { type: "string" } };
  const described = Object.entries(headers).map(([name, said]) => [
    name,
    { description: said, schema: { type: "string" } },
  ]);
  return {
    description,
    ...(described.length === 0 ? {} : { headers: Object.fromEntries(described) }),
    ...(Object.keys(content).length === 0 ? {} : { content }),
  };
}

function queryParameters(query: z.ZodObject | undefined, book: SchemaBook): Json[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = book.of(query, "input");
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
