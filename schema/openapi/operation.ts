import { RAW_BODIES } from "./ingest-payloads.ts";
import type { Json, SchemaBook } from "./json-schema.ts";
import {
  countedHeaders,
  GUARDS,
  headerParameters,
  isOnce,
  limitOf,
  limitSentence,
  pathParameters,
  queryParameters,
  REPLAYED,
  refusalsOf,
} from "./parameters.ts";
import type { Answer, Operation } from "./route.ts";
import { sampleOf, textExample } from "./sample.ts";
import { tagOf } from "./tags.ts";

export function operation(route: Operation, schemas: SchemaBook): Json {
  const parameters = [
    ...pathParameters(route.path),
    ...queryParameters(route.query, schemas),
    ...headerParameters(route),
  ];
  const limit = limitOf(route);
  const body = requestBody(route, schemas);
  return {
    operationId: route.id,
    summary: route.summary,
    description: limit === undefined ? route.about : `${route.about} ${limitSentence(limit)}`,
    tags: [tagOf(route.id)],
    security: GUARDS[route.audience].security,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === null ? {} : { requestBody: body }),
    responses: { ...answersOf(route, schemas), ...refusalsOf(route) },
  };
}

function requestBody(route: Operation, schemas: SchemaBook): Json | null {
  const json = route.rawBody ? rawBody(route.rawBody, schemas) : jsonBody(route, schemas);
  if (json === null) return null;
  return { required: true, content: { "application/json": json } };
}

function rawBody(name: keyof typeof RAW_BODIES, schemas: SchemaBook): Json {
  const { shape, examples } = RAW_BODIES[name];
  return { schema: schemas.of(shape, "input"), examples };
}

function jsonBody(route: Operation, schemas: SchemaBook): Json | null {
  if (route.body === undefined) return null;
  const schema = schemas.of(route.body, "input");
  return { schema, example: route.example ?? sampleOf(schema, schemas.named, placeOf(route)) };
}

/** The tag names a shape without a name: the `name` of `account.apiKeys` is that of a key. */
const placeOf = ({ id }: Operation) => ({ field: "", holders: tagOf(id).split(".").slice(-1) });

const answersOf = (route: Operation, schemas: SchemaBook): Json =>
  Object.fromEntries(
    Object.entries(route.answers).map(([status, answer]) => [status, response(route, answer, schemas)]),
  );

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
  const own = { ...(isOnce(route) ? { "Idempotent-Replayed": REPLAYED } : {}), ...headers };
  const described = Object.entries(own).map(([name, description]) => [
    name,
    { description, schema: { type: "string" } },
  ]);
  return { ...Object.fromEntries(described), ...(limitOf(route) === undefined ? {} : countedHeaders) };
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
