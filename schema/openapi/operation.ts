import type { RateLimit } from "../limits.ts";
import type { Json, SchemaBook } from "./json-schema.ts";
import { COUNTED_HEADERS, GUARDS, isOnce, limitOf, parameters, refusalsOf } from "./parameters.ts";
import RAW_BODIES from "./raw-bodies.json" with { type: "json" };
import type { Answer, Operation } from "./route.ts";
import { sampleOf, textExample } from "./sample.ts";
import words from "./words.json" with { type: "json" };

/** `members.update` is of the chapter `account.members`. */
export const tagOf = (id: string): string => id.slice(0, id.lastIndexOf("."));

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

/** The tag names a shape without a name: the `name` of `account.apiKeys` is that of a key. */
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
