import type * as z from "zod/mini";
import { OUTGOING_EVENTS, type OutgoingEvent } from "../wire/events.ts";
import type { Json, SchemaBook } from "./json-schema.ts";
import { sampleOf } from "./sample.ts";

type Told = { summary: string; about: string };

/** The description of each event, whose shape is the one that is sent. */
const TOLD: Record<OutgoingEvent["type"], Told> = {
  "alerts.changed": {
    summary: "Alerts changed",
    about:
      "An alert opened, got worse or better, ended, or has a reminder. Several at once are one call. The webhook gets everything that its owner would get on other channels, at any hour.",
  },
  test: {
    summary: "Test message",
    about: "Somebody pressed “Send a test message”, or called `POST …/notifications/test`.",
  },
};

const HEADERS: Record<string, string> = {
  "webhook-id": "The event's ID: the same at every attempt. Handle each one once.",
  "webhook-timestamp":
    "The time of signing, in Unix seconds. Refuse a call that is more than five minutes off.",
  "webhook-signature":
    "`v1,` and the base64 of HMAC-SHA-256 over `{webhook-id}.{webhook-timestamp}.{body}`, with the key after `whsec_` as bytes.",
};

const parameters = Object.entries(HEADERS).map(([name, description]) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
}));

/** Every event that a webhook is called with, as the document's `webhooks` (Standard Webhooks). */
export const webhooks = (schemas: SchemaBook): Json =>
  Object.fromEntries(
    Object.entries(OUTGOING_EVENTS).map(([type, shape]) => [
      type,
      { post: call(type as OutgoingEvent["type"], shape, schemas) },
    ]),
  );

function call(type: OutgoingEvent["type"], shape: z.ZodMiniType, schemas: SchemaBook): Json {
  const { summary, about } = TOLD[type];
  const schema = schemas.of(shape, "output");
  const example = sampleOf(schema, schemas.named, { field: "", holders: [] });
  return {
    operationId: `webhooks.${type}`,
    summary,
    description: about,
    security: [],
    parameters,
    requestBody: {
      required: true,
      content: { "application/json": { schema, example } },
    },
    responses: {
      "2XX": { description: "Accepted. After any other answer, Hearthwatch retries for a day." },
      "410": { description: "Hearthwatch stops calling this webhook" },
    },
  };
}
