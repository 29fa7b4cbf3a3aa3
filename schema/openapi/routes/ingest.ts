import { Recorded } from "../../wire/ingest.ts";
import { shows } from "../answers.ts";
import { INGEST_BODY, MQTT_BODY } from "../ingest-payloads.ts";
import type { RouteDescription } from "../route.ts";

const headers = { "Idempotency-Key": "Sent again within 24 hours, the body is stored once" };

export const INGEST_ROUTES: RouteDescription[] = [
  {
    method: "post",
    path: "/api/ingest",
    summary: "Says that the device key is missing",
    audience: "anyone",
    answers: {},
    refusals: [400],
  },
  {
    method: "post",
    path: "/api/ingest/mqtt",
    summary: "Posts readings in the envelope of an MQTT message",
    audience: "deviceKeyHeader",
    headers,
    rawBody: MQTT_BODY,
    answers: shows(Recorded, "Stored and judged"),
  },
  {
    method: "post",
    path: "/api/ingest/{deviceKey}",
    summary: "Posts a device's readings, in any of the payload styles",
    audience: "deviceKeyPath",
    headers,
    rawBody: INGEST_BODY,
    answers: shows(Recorded, "Stored and judged"),
  },
];
