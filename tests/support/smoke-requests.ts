import type { DemoFile } from "../../local/demo/demo-file.ts";

export type SmokeRequest = {
  name: string;
  method?: string;
  path: (demo: DemoFile) => string;
  headers?: (demo: DemoFile) => Record<string, string>;
  body?: string;
  status: number;
  /** What the answer's text must contain. */
  shows: string;
};

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
const apiKey = (demo: DemoFile) => bearer(demo.api_key);
const session = (demo: DemoFile) => ({ Cookie: demo.session_cookie });
const companion = (demo: DemoFile) => ({
  ...bearer(demo.companion.access_token),
  "X-SB-Refresh-Token": demo.companion.refresh_token,
});

/**
 * One request or more of every audience, good ones and refusals; they change nothing that another one reads.
 */
export const SMOKE_REQUESTS: readonly SmokeRequest[] = [
  ingest("a post of flat keys", '{"temp1":61,"humidity1":48,"battery":80}', 200, '"ok":true'),
  ingest("a post of SenML", '[{"bn":"attic/","n":"temp","u":"Cel","v":15.5}]', 200, '"ok":true'),
  ingest("a body that is no JSON", "{", 400, "Invalid JSON"),
  ingest("a body nested too deeply", "[".repeat(100) + "]".repeat(100), 400, "error"),
  {
    name: "a wrong key",
    method: "POST",
    path: () => "/api/ingest/nope",
    body: "{}",
    status: 401,
    shows: "Invalid device key",
  },
  {
    name: "the MQTT bridge",
    method: "POST",
    path: () => "/api/ingest/mqtt",
    headers: ({ push_device }) => ({ "X-Ingest-Key": push_device.ingest_key }),
    body: '{"message":{"temp1":60}}',
    status: 200,
    shows: '"readings":1',
  },
  read(
    "the latest readings of a share link",
    ({ share_token }) => `/api/share/${share_token}/latest`,
    "by_key",
  ),
  read(
    "the readings of a share link",
    ({ share_token }) => `/api/share/${share_token}/readings`,
    "resolution",
  ),
  { name: "an unknown share link", path: () => "/api/share/nope/latest", status: 404, shows: "error" },
  read("the documentation", () => "/docs", "API reference"),
  read("a page of the documentation", () => "/docs/devices", "/assets/docs-"),
  read("the devices", () => "/api/v1/devices", "dev_", apiKey),
  read("the readings", () => "/api/v1/readings", "readings", apiKey),
  read("the alerts", () => "/api/v1/alerts", "alerts", apiKey),
  read("the alert settings", () => "/api/v1/alert-settings", "freeze", apiKey),
  read("the metrics", () => "/api/v1/metrics", "hearthwatch_temperature_celsius", apiKey),
  {
    name: "a post with an Idempotency-Key",
    method: "POST",
    path: () => "/api/v1/devices",
    headers: (demo) => ({ ...apiKey(demo), "Idempotency-Key": "smoke" }),
    body: '{"name":"Attic node"}',
    status: 201,
    shows: "ingest_key",
  },
  { name: "no API key", path: () => "/api/v1/devices", status: 401, shows: "error" },
  {
    name: "a Free home's API key",
    path: () => "/api/v1/devices",
    headers: ({ free }) => bearer(free.api_key),
    status: 403,
    shows: "Pro",
  },
  read("who is signed in", () => "/api/account/session", "owner", session),
  read("the home's activity", () => "/activity", "activity", session),
  { name: "nobody signed in", path: () => "/api/account/session", status: 401, shows: "error" },
  {
    name: "a change from another site",
    method: "POST",
    path: () => "/api/user/pull-setup",
    headers: (demo) => ({ ...session(demo), "Sec-Fetch-Site": "cross-site" }),
    body: "{}",
    status: 403,
    shows: "error",
  },
  read("the bays of a phone", () => "/api/bays", "bays", companion),
  read("the mood of a bay", ({ bay_id }) => `/api/bays/${bay_id}/mood`, "mood", companion),
  {
    name: "a webhook without a signature",
    method: "POST",
    path: ({ inbound }) => `/api/inbound/${inbound.token}`,
    body: '{"action":"status"}',
    status: 401,
    shows: "Invalid signature",
  },
  {
    name: "an unknown webhook",
    method: "POST",
    path: () => "/api/webhooks/inbound/nope",
    body: "{}",
    status: 401,
    shows: "Invalid token",
  },
  read("an example feed", () => "/api/feeds/example", "temp"),
  read("an example feed of SenML", () => "/api/feeds/example?format=senml", '"bn"'),
  read("the description of the API", () => "/api/openapi.json", "3.1"),
  {
    name: "a family's page",
    path: ({ share_token }) => `/s/${share_token}`,
    status: 200,
    shows: "Ada&#39;s home",
  },
  { name: "an unknown page", path: () => "/nope", status: 404, shows: "Page not found" },
  { name: "an unknown path", path: () => "/api/nope", status: 404, shows: "Not found" },
  {
    name: "a wrong method",
    method: "DELETE",
    path: () => "/api/feeds/example",
    status: 405,
    shows: "Method not allowed",
  },
  { name: "the clock without its secret", path: () => "/api/cron/dispatch", status: 401, shows: "error" },
];

function ingest(name: string, body: string, status: number, shows: string): SmokeRequest {
  return {
    name,
    method: "POST",
    path: ({ push_device }) => `/api/ingest/${push_device.ingest_key}`,
    body,
    status,
    shows,
  };
}

function read(
  name: string,
  path: SmokeRequest["path"],
  shows: string,
  headers?: SmokeRequest["headers"],
): SmokeRequest {
  return { name, path, status: 200, shows, ...(headers === undefined ? {} : { headers }) };
}

/** Sends it; null where the answer is what it should be, else what it was. */
export async function smokeFault(
  request: SmokeRequest,
  base: string,
  demo: DemoFile,
): Promise<string | null> {
  const { name, method = "GET", path, headers, body, status, shows } = request;
  const answer = await fetchAgain(base + path(demo), {
    method,
    headers: { ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...headers?.(demo) },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  if (answer.status === status && text.includes(shows)) return null;
  return `${name}: ${answer.status} ${text.slice(0, 200)}`;
}

/**
 * A server may close a connection after a body that it refused unread, just when the next request is sent on
 * it: that one was not answered, and is sent once more.
 */
const fetchAgain = (url: string, init: RequestInit): Promise<Response> =>
  fetch(url, init).catch((error: unknown) => {
    const { code } = ((error instanceof Error ? error.cause : null) ?? {}) as { code?: string };
    if (code !== "ECONNRESET" && code !== "UND_ERR_SOCKET") throw error;
    return fetch(url, init);
  });
