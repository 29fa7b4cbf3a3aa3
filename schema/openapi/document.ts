import type * as z from "zod/mini";
import type { RateLimit } from "../limits.ts";
import { OUTGOING_EVENTS } from "../wire/events.ts";
import { type Json, SchemaBook } from "./json-schema.ts";
import {
  COUNTED_HEADERS,
  ERROR_RESPONSES,
  GUARDS,
  HEADERS,
  isOnce,
  limitOf,
  parameters,
  parametersOf,
  refusalsOf,
} from "./parameters.ts";
import RAW_BODIES from "./raw-bodies.json" with { type: "json" };
import type { Answer, Operation } from "./route.ts";
import { sampleOf, textExample } from "./sample.ts";
import words from "./words.json" with { type: "json" };

const API_VERSION = "1.2.0";

/** An audience's routes, as a section of the document. */
export type RouteGroup = { name: string; description: string; routes: readonly Operation[] };

/** Returns the OpenAPI 3.1.0 document of the routes of `groups`. */
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

/** Returns a group's tags, one for each kind of resource. */
const tags = (group: RouteGroup): Json[] =>
  tagsOf(group).map((name) => ({
    name,
    "x-displayName": shownName(name),
    description: `${shownName(name)}. ${group.description}.`,
  }));

/** Returns a tag's display name: `account.shareLinks` becomes `Share links`. */
function shownName(tag: string): string {
  const name = tag.slice(tag.lastIndexOf(".") + 1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Describes an event that we send to webhooks (Standard Webhooks), by the schema that it is sent with. */
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

/** Returns an operation's tag: `members.update` has the tag `members`. */
const tagOf = (id: string): string => id.slice(0, id.lastIndexOf("."));

export function operation(route: Operation, schemas: SchemaBook): Json {
  const sent = parameters(route, schemas);
  const limit = limitOf(route);
  const body = bodyOf(route, schemas);
  return {
    operationId: route.id,
    summary: route.summary,
    description: limit === undefined ? route.about : `${route.about} ${limitSentence(limit)}`,
    tags: [tagOf(route.id)],
    security: GUARDS[route.audience].security,
    ...(sent.length === 0 ? {} : { parameters: sent }),
    ...(body === null ? {} : { requestBody: { required: true, content: { "application/json": body } } }),
    responses: {
      ...Object.fromEntries(
        Object.entries(route.answers).map(([status, answer]) => [status, response(route, answer, schemas)]),
      ),
      ...refusalsOf(route),
    },
  };
}

const limitSentence = ({ limit, windowSeconds, subject }: RateLimit): string =>
  `At most ${limit} requests ${windowSeconds === 60 ? "a minute" : "an hour"} per ${subject}.`;

function bodyOf(route: Operation, schemas: SchemaBook): Json | null {
  if (route.rawBody !== undefined) return RAW_BODIES[route.rawBody];
  if (route.body === undefined) return null;
  const schema = schemas.of(route.body, "input");
  return { schema, example: route.example ?? sampleOf(schema, schemas.named, placeOf(route)) };
}

/** The tag names the example of an unnamed shape: the `name` of `account.apiKeys` is a key's name. */
const placeOf = ({ id }: Operation) => ({ field: "", holders: tagOf(id).split(".").slice(-1) });

function response(route: Operation, answer: Answer, schemas: SchemaBook): Json {
  const headers = headersOf(route, answer);
  const content = contentOf(route, answer, schemas);
  return {
    description: answer.description,
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(Object.keys(content).length === 0 ? {} : { content }),
  };
}

function headersOf(route: Operation, { headers = {} }: Answer): Json {
  const own = { ...(isOnce(route) ? { "Idempotent-Replayed": words.replayed } : {}), ...headers };
  const described = Object.entries(own).map(([name, description]) => [
    name,
    { description, schema: { type: "string" } },
  ]);
  return { ...Object.fromEntries(described), ...(limitOf(route) === undefined ? {} : COUNTED_HEADERS) };
}

function contentOf(route: Operation, { json, types = [] }: Answer, schemas: SchemaBook): Json {
  const content: Json = {};
  if (json !== undefined) {
    const schema = schemas.of(json, "output");
    content["application/json"] = { schema, example: sampleOf(schema, schemas.named, placeOf(route)) };
  }
  for (const type of types) content[type] = { schema: { type: "string" }, example: textExample(type) };
  return content;
}
