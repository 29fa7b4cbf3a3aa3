import { Recorded } from "../../wire/ingest.ts";
import { QuietAnswer, WebhookAction } from "../../wire/quiet.ts";
import { INGEST_BODY, MQTT_BODY } from "../ingest-payloads.ts";
import { INBOUND_LIMIT, INGEST_LIMIT, type RouteDescription, shows } from "../route.ts";

const headers = { "Idempotency-Key": "Sent again within 24 hours, the body is stored once" };

export const INGEST_ROUTES: RouteDescription[] = [
  {
    id: "ingest.missingKey",
    method: "post",
    path: "/api/ingest",
    summary: "Reject a request without a device key",
    about: "The key belongs into the path: `/api/ingest/{deviceKey}`.",
    audience: "anyone",
    answers: {},
    refusals: [400],
  },
  {
    id: "ingest.postMqtt",
    method: "post",
    path: "/api/ingest/mqtt",
    summary: "Post an MQTT message",
    about:
      '`message` wins over `payload`; a payload that is a text is read as JSON. The keys of the JSON name the sensors; the topic is informational, and names only a bare number, word or `{"value":…}`, where its last word says what is measured. `?explain=1` as for a post under the key.',
    audience: "deviceKeyHeader",
    headers,
    rawBody: MQTT_BODY,
    answers: shows(Recorded, "Stored and judged"),
  },
  {
    id: "ingest.post",
    method: "post",
    path: "/api/ingest/{deviceKey}",
    summary: "Post readings",
    about:
      "Sensors are made by the first post. The body is at most 64 KB, its `Content-Type` is not judged, and a refused post stores nothing. With `?explain=1` the answer also says what each reading was understood as.",
    audience: "deviceKeyPath",
    headers,
    rawBody: INGEST_BODY,
    answers: shows(Recorded, "Stored and judged"),
  },
  {
    id: "ingest.query",
    method: "get",
    path: "/api/ingest/{deviceKey}",
    summary: "Post readings in a query",
    about:
      "For stations that can only ask for an address: `?temp1=41.5&humidity1=55`, or the query of Weather Underground. A path that a station appends to the address makes no difference, here and for a POST.",
    audience: "deviceKeyPath",
    answers: shows(Recorded, "Stored and judged"),
    refusals: [400, 413],
  },
  {
    id: "ingest.influx2",
    method: "post",
    path: "/api/v2/write",
    summary: "Write InfluxDB line protocol",
    about:
      "The ingest key is the token (`Authorization: Token …`); bucket and organisation are not asked for.",
    audience: "anyone",
    limit: INGEST_LIMIT,
    answers: { 204: { description: "Stored and judged" } },
    refusals: [400, 401, 413, 429, 500],
  },
  {
    id: "ingest.influx1",
    method: "post",
    path: "/write",
    summary: "Write InfluxDB line protocol, version 1",
    about:
      "The ingest key is the token, or the password in the query (`p`); the database's name is not asked for.",
    audience: "anyone",
    limit: INGEST_LIMIT,
    answers: { 204: { description: "Stored and judged" } },
    refusals: [400, 401, 413, 429, 500],
  },
];

const webhook = (id: string, path: string, summary: string): RouteDescription => ({
  id,
  method: "post",
  path,
  summary,
  about:
    "The token alone lets a call in, and where it has a signing secret the signature too. Other fields of the body are ignored.",
  audience: "pathToken",
  limit: INBOUND_LIMIT,
  headers: {
    "X-Service-Signature": "HMAC-SHA-256 of the raw body, or of <t>.<raw body>; needed where a secret is set",
    "X-Service-Timestamp": "Unix seconds, within 300 of ours; then it is part of what is signed",
  },
  body: WebhookAction,
  answers: shows(QuietAnswer, "Done, and how the home is now"),
  refusals: [401, 403],
});

export const INBOUND_ROUTES: RouteDescription[] = [
  webhook("inbound.act", "/api/inbound/{token}", "Change snooze and vacation"),
  webhook("webhooks.act", "/api/webhooks/inbound/{token}", "Change snooze and vacation, older path"),
];
