import type * as z from "zod/mini";
import { OUTGOING_EVENTS } from "../wire/events.ts";
import { type Json, SchemaBook } from "./json-schema.ts";
import { operation, tagOf } from "./operation.ts";
import { ERROR_RESPONSES, HEADERS, parametersOf } from "./parameters.ts";
import type { Operation } from "./route.ts";
import { sampleOf } from "./sample.ts";
import words from "./words.json" with { type: "json" };

const API_VERSION = "1.2.0";

/** The routes of one audience, as chapters of the document have them. */
export type RouteGroup = { name: string; description: string; routes: readonly Operation[] };

/** The OpenAPI 3.1.0 document of the routes of `groups`. */
export function openApiDocument(groups: readonly RouteGroup[]): Json {
  const schemas = new SchemaBook();
  const paths: Record<string, Json> = {};
  for (const { routes } of groups)
    for (const route of routes)
      paths[route.path] = { ...paths[route.path], [route.method]: operation(route, schemas) };
  return {
    openapi: "3.1.0",
    info: { title: "Hearthwatch", version: API_VERSION, ...words.info },
    servers: [{ url: "/" }],
    tags: groups.flatMap(tags),
    "x-tagGroups": groups.map((group) => ({
      name: group.name,
      description: group.description,
      tags: tagsOf(group),
    })),
    paths,
    webhooks: Object.fromEntries(
      Object.entries(OUTGOING_EVENTS).map(([type, shape]) => [type, { post: webhook(type, shape, schemas) }]),
    ),
    components: {
      schemas: { Error: words.error, ...schemas.named },
      responses: ERROR_RESPONSES,
      headers: HEADERS,
      securitySchemes: words.securitySchemes,
    },
  };
}

const tagsOf = ({ routes }: RouteGroup): string[] => [...new Set(routes.map(({ id }) => tagOf(id)))];

/** A chapter for each kind of thing. */
const tags = (group: RouteGroup): Json[] =>
  tagsOf(group).map((name) => ({
    name,
    "x-displayName": shownName(name),
    description: `${shownName(name)}. ${group.description}.`,
  }));

/** `account.shareLinks` is shown as `Share links`. */
function shownName(tag: string): string {
  const name = tag.slice(tag.lastIndexOf(".") + 1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** An event that a webhook is called with (Standard Webhooks), whose shape is the one that is sent. */
function webhook(type: string, shape: z.ZodMiniType, schemas: SchemaBook): Json {
  const { events, headers, responses } = words.webhooks;
  const schema = schemas.of(shape, "output");
  const example = sampleOf(schema, schemas.named, { field: "", holders: [] });
  return {
    operationId: `webhooks.${type}`,
    ...events[type as keyof typeof events],
    security: [],
    parameters: parametersOf("header", headers, true),
    requestBody: { required: true, content: { "application/json": { schema, example } } },
    responses,
  };
}
