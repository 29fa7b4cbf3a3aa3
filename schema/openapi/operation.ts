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
import { type ExampleBook, sampleOf, textExample } from "./sample.ts";
import { tagOf } from "./tags.ts";

/** What several operations of the document refer to. */
export type Books = { schemas: SchemaBook; examples: ExampleBook };

export function operation(route: Operation, books: Books): Json {
  const parameters = [
    ...pathParameters(route.path),
    ...queryParameters(route.query, books.schemas),
    ...headerParameters(route),
  ];
  const limit = limitOf(route);
  const body = requestBody(route, books);
  return {
    operationId: route.id,
    summary: route.summary,
    description: limit === undefined ? route.about : `${route.about} ${limitSentence(limit)}`,
    tags: [tagOf(route.id)],
    security: GUARDS[route.audience].security,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === null ? {} : { requestBody: body }),
    responses: { ...answersOf(route, books), ...refusalsOf(route) },
  };
}

function requestBody(route: Operation, books: Books): Json | null {
  const json = route.rawBody ? RAW_BODIES[route.rawBody] : jsonBody(route, books);
  if (json === null) return null;
  const form = route.takesForm ? { "application/x-www-form-urlencoded": json } : {};
  return { required: true, content: { "application/json": json, ...form } };
}

function jsonBody(route: Operation, { schemas, examples }: Books): Json | null {
  if (route.body === undefined) return null;
  const schema = schemas.of(route.body, "input");
  return {
    schema,
    ...examples.refer(route, "request", route.example ?? sampleOf(schema, schemas.named, placeOf(route))),
  };
}

/** The tag names a shape without a name: the `name` of `account.apiKeys` is that of a key. */
const placeOf = ({ id }: Operation) => ({ field: "", holders: tagOf(id).split(".").slice(-1) });

const answersOf = (route: Operation, books: Books): Json =>
  Object.fromEntries(
    Object.entries(route.answers).map(([status, answer]) => [status, response(route, status, answer, books)]),
  );

function response(route: Operation, status: string, answer: Answer, books: Books): Json {
  const headers = headersOf(route, answer);
  const content = contentOf(route, status, answer, books);
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

function contentOf(
  route: Operation,
  status: string,
  { json, types = [] }: Answer,
  { schemas, examples }: Books,
): Json {
  const content: Json = {};
  if (json !== undefined) {
    const schema = schemas.of(json, "output");
    content["application/json"] = {
      schema,
      ...examples.refer(route, status, sampleOf(schema, schemas.named, placeOf(route))),
    };
  }
  for (const type of types) content[type] = { schema: { type: "string" }, example: textExample(type) };
  return content;
}
