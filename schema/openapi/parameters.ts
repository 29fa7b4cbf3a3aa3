import type { z } from "zod";
import { LIMITS } from "../limits.ts";
import type { SchemaBook } from "./json-schema.ts";
import type { Json, RouteDescription } from "./route.ts";

const DESCRIPTIONS: Record<string, string> = {
  deviceKey: "The device's ingest key, hw_ing_…",
  token: "The opaque token that the link was made with",
  id: "What the list of these calls it",
  device_id: "What the puck calls itself",
  bay_id: "What the list of bays calls it",
};

const IDEMPOTENCY_KEY = `A name that you draw for this request, of at most ${LIMITS.idempotencyKeyCharactersMax} characters. Sent again with the same name within ${LIMITS.idempotencyHours} hours, the request is done once and gets the first answer again`;
export const REPLAYED = "`true` where this is the answer of an earlier request with the same Idempotency-Key";

/** The parameters that a path names in braces. */
export const pathParameters = (path: string): Json[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    description: DESCRIPTIONS[name] ?? name,
    schema: { type: "string" },
  }));

/** The parameters behind the `?`. */
export function queryParameters(query: z.ZodObject | undefined, book: SchemaBook): Json[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = book.of(query, "input");
  return Object.entries(properties as Record<string, Json>).map(([name, schema]) => ({
    name,
    in: "query",
    required: (required as string[]).includes(name),
    schema,
  }));
}

/** A form of another site can send a cookie, but neither JSON nor our origin. */
const originOf = ({ audience, method, body }: RouteDescription) =>
  audience === "session" && method !== "get" && body === undefined ? { Origin: ORIGIN } : {};

const ORIGIN =
  "The service's own address, where neither a browser's `Sec-Fetch-Site` nor `Content-Type: application/json` says that no other site's page makes this call: without any of them it is refused with 403";

/** Header fields that a request may have. */
export function headerParameters(route: RouteDescription): Json[] {
  const repeat = isOnce(route) ? { "Idempotency-Key": IDEMPOTENCY_KEY } : {};
  return Object.entries({ ...repeat, ...originOf(route), ...route.headers }).map(([name, description]) => ({
    name,
    in: "header",
    required: false,
    description,
    schema: { type: "string" },
  }));
}

/** Whether a request that is sent again with its `Idempotency-Key` is done once. */
export const isOnce = ({ method, answers, once }: RouteDescription): boolean =>
  once === true || (method === "post" && 201 in answers);
