import type { z } from "zod";
import { OUTGOING_EVENTS, type OutgoingEvent } from "../wire/events.ts";
import type { Books } from "./operation.ts";
import type { Json } from "./route.ts";
import { sampleOf } from "./sample.ts";

type Told = { summary: string; about: string };

/** What is said of each event, whose shape is the one that is sent. */
const TOLD: Record<OutgoingEvent["type"], Told> = {
  "alerts.changed": {
    summary: "Alerts changed",
    about:
      "An alert was opened, got worse or better, is reminded of, or ended; several at once are one call. Called for everything that its owner would be notified of on other channels, at any hour.",
  },
  test: {
    summary: "Test message",
    about: "Somebody pressed “Send a test message”, or called `POST …/notifications/test`.",
  },
};

const HEADERS: Record<string, string> = {
  "webhook-id": "The event's ID: the same at every attempt and replay. Do each one once.",
  "webhook-timestamp": "When it was signed, in Unix seconds. Refuse what is more than five minutes off.",
  "webhook-signature":
    "`v1,` and the base64 of HMAC-SHA-256 over `{webhook-id}.{webhook-timestamp}.{body}`, by the key behind `whsec_` as bytes. While a key is being changed there are two, with a space between them: accept either.",
  "hearthwatch-delivery-id": "This delivery's ID in the list of deliveries; a replay has another one.",
};

const parameters = Object.entries(HEADERS).map(([name, description]) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
}));

/** Every event that a webhook is called with, as the document's `webhooks` (Standard Webhooks). */
export const webhooks = (books: Books): Json =>
  Object.fromEntries(
    Object.entries(OUTGOING_EVENTS).map(([type, shape]) => [
      type,
      { post: call(type as OutgoingEvent["type"], shape, books) },
    ]),
  );

function call(type: OutgoingEvent["type"], shape: z.ZodType, { schemas, examples }: Books): Json {
  const { summary, about } = TOLD[type];
  const id = `webhooks.${type}`;
  const schema = schemas.of(shape, "output");
  const sample = sampleOf(schema, schemas.named, { field: "", holders: [] });
  return {
    operationId: id,
    summary,
    description: about,
    security: [],
    parameters,
    requestBody: {
      required: true,
      content: { "application/json": { schema, ...examples.refer({ id, summary }, "request", sample) } },
    },
    responses: {
      "2XX": { description: "Taken. Any other answer is tried again for a day." },
      "410": { description: "Nothing more is sent to this webhook" },
    },
  };
}
