import { InfluxResults } from "../../wire/ingest.ts";
import { QuietAnswer, WebhookAction } from "../../wire/quiet.ts";
import { MQTT_BODY, READINGS_POST } from "../ingest-payloads.ts";
import { INBOUND_LIMIT, INGEST_LIMIT, type RouteDescription, shows } from "../route.ts";

export const INGEST_ROUTES: RouteDescription[] = [
  {
    id: "ingest.missingKey",
    method: "post",
    path: "/api/ingest",
    summary: "Reject a request without a device key",
    about: "Put the key into the path: `/api/ingest/{deviceKey}`.",
    audience: "anyone",
    answers: {},
    refusals: [400],
  },
  {
    ...READINGS_POST,
    id: "ingest.postMqtt",
    method: "post",
    path: "/api/ingest/mqtt",
    summary: "Post an MQTT message",
    about:
      '`message` takes precedence over `payload`; a payload that is a string is parsed as JSON. The keys of the JSON name the sensors. The topic only names a sensor if the payload is a bare number, word or `{"value":…}` and the last word of the topic names the measurement.',
    audience: "deviceKeyHeader",
    rawBody: MQTT_BODY,
  },
  {
    ...READINGS_POST,
    id: "ingest.post",
    method: "post",
    path: "/api/ingest/{deviceKey}",
    audience: "deviceKeyPath",
  },
  {
    id: "ingest.query",
    method: "get",
    path: "/api/ingest/{deviceKey}",
    summary: "Post readings in a query",
    about:
      "For stations that can only send a GET request: `?temp1=41.5&humidity1=55`, or the query of Weather Underground. Hearthwatch ignores a path that a station appends to the address, here and for a POST.",
    audience: "deviceKeyPath",
    query: READINGS_POST.query,
    answers: READINGS_POST.answers,
    refusals: [413],
  },
  {
    id: "ingest.influx2",
    method: "post",
    path: "/api/v2/write",
    summary: "Write InfluxDB lines",
    about:
      "The ingest key is the token (`Authorization: Token …`); Hearthwatch ignores bucket and organisation.",
    audience: "anyone",
    limit: INGEST_LIMIT,
    answers: { 204: { description: "The readings are stored and evaluated" } },
    refusals: [400, 401, 413, 429, 500],
  },
  {
    id: "ingest.influx1",
    method: "post",
    path: "/write",
    summary: "Write InfluxDB v1 lines",
    about:
      "The ingest key is the token, or the password: in the query (`p`), or by HTTP Basic. Hearthwatch ignores the name of the user and of the database.",
    audience: "anyone",
    limit: INGEST_LIMIT,
    answers: { 204: { description: "The readings are stored and evaluated" } },
    refusals: [400, 401, 413, 429, 500],
  },
  {
    id: "ingest.influxPing",
    method: "get",
    path: "/ping",
    summary: "Check that the server is there",
    about: "`X-Influxdb-Version` is that of a server that they know.",
    audience: "anyone",
    answers: { 204: { description: "Hearthwatch takes what they write" } },
    refusals: [],
  },
  ...(["get", "post"] as const).map(
    (method): RouteDescription => ({
      id: method === "get" ? "ingest.influxQuery" : "ingest.influxQueryPost",
      method,
      path: "/query",
      summary: "Answer InfluxDB v1 clients' first queries",
      about:
        "The statement is `q`, in the query or in a form: `SHOW DATABASES`, or `CREATE DATABASE`, which does nothing. Other statements get 400.",
      audience: "anyone",
      answers: shows(InfluxResults, "As InfluxDB answers"),
      refusals: [400],
    }),
  ),
];

const webhook = (id: string, path: string, summary: string): RouteDescription => ({
  id,
  method: "post",
  path,
  summary,
  about:
    "The token authorizes the call; if it has a signing secret, the signature is required too. Other fields of the body are ignored.",
  audience: "pathToken",
  limit: INBOUND_LIMIT,
  headers: {
    "X-Service-Signature": "HMAC-SHA-256 of the raw body, or of <t>.<raw body>; required if a secret is set",
    "X-Service-Timestamp":
      "Unix seconds, within 300 of the server's time; if sent, it is part of the signed text",
  },
  body: WebhookAction,
  answers: shows(QuietAnswer, "Done, with the current status of the home"),
  refusals: [401, 403],
});

export const INBOUND_ROUTES: RouteDescription[] = [
  webhook("inbound.act", "/api/inbound/{token}", "Change snooze and vacation"),
  webhook("webhooks.act", "/api/webhooks/inbound/{token}", "Change snooze (old path)"),
];
