import { ingestApp } from "../../functions/ingest/app.ts";
import { type V1Ports, v1App } from "../../functions/v1/app.ts";
import type { Clock, TryFeed } from "../../lib/kernel/ports.ts";
import { aesVault } from "../../lib/kernel/web-crypto.vendor.ts";
import { openTestDatabase, type TestDatabase } from "./database.ts";
import { addApiKey, addHome, type TestDevice } from "./fixtures.ts";
import { testClock, testPorts } from "./ports.ts";
import { postTo } from "./readings.ts";

export const BASE_URL = "https://hearth.example.net";

export const serverVault = aesVault({ current: "a server secret of the tests, long enough" });
export const keyVault = aesVault({ current: "a key vault secret of the tests, long enough" });

/** The management API over a test database, with a resolver that knows one public address. */
export function apiPorts(
  database: TestDatabase,
  clock: Clock,
): V1Ports &
  Pick<
    ReturnType<typeof testPorts>,
    | "reports"
    | "wake"
    | "sharedLimiter"
    | "webhookRules"
    | "zipFiles"
    | "webAuthn"
    | "pause"
    | "signDeclineToken"
    | "verifyDeclineToken"
    | "objects"
    | "evidenceSigner"
    | "configuredChannels"
  > & { tryFeed: TryFeed } {
  return {
    ...testPorts(database, clock),
    serverVault,
    keyVault,
    baseUrl: BASE_URL,
    edge: "cloudflare" as const,
    tryFeed: async () => ({ readings: [], battery: null, rssi: null, failure: "unreachable" as const }),
    feedRules: { allowedHosts: ["127.0.0.1:9100"], ownHosts: ["hearth.example.net"] },
    resolveHost: async () => ["93.184.215.14"],
  };
}

type Call = { key?: string; body?: unknown; headers?: Record<string, string> };

/** Ada's Pro home with a key of each scope, Cleo's Pro home next door, and calls in their names. */
export async function openApi(start = "2026-11-20T10:00:00Z") {
  const database = await openTestDatabase();
  const clock = testClock(start);
  const ports = apiPorts(database, clock);
  const app = v1App(ports);
  const home = await addHome(database);
  const key = await addApiKey(database, home);
  const otherHome = await addHome(database, "Cleo's home");
  const otherKey = await addApiKey(database, otherHome);
  const call = async (method: string, path: string, { key: as = key, body, headers = {} }: Call = {}) =>
    app.request(`/api/v1/${path}`, {
      method,
      headers: { Authorization: `Bearer ${as}`, "CF-Connecting-IP": "203.0.113.7", ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  const post = (device: Pick<TestDevice, "ingestKey">, body: unknown) =>
    postTo(ingestApp(ports), device, body);
  return { database, clock, ports, app, home, key, otherHome, otherKey, call, post };
}

export type Api = Awaited<ReturnType<typeof openApi>>;

export const answerOf = async <T = Record<string, unknown>>(response: Response | Promise<Response>) => {
  const answered = await response;
  return { status: answered.status, body: (await answered.json()) as T };
};
