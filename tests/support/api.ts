import { ingestApp } from "../../functions/ingest/app.ts";
import { v1App } from "../../functions/v1/app.ts";
import { openTestDatabase } from "./database.ts";
import { addApiKey, addHome, type TestDevice } from "./fixtures.ts";
import { postTo } from "./readings.ts";
import { testClock, testServices } from "./services.ts";

type Call = { key?: string; body?: unknown; headers?: Record<string, string> };

/** Opens Ada's Pro home with a key of each scope, and Cleo's Pro home, with calls in their names. */
export async function openApi(start = "2026-11-20T10:00:00Z") {
  const database = await openTestDatabase();
  const clock = testClock(start);
  const services = testServices(database, clock);
  const app = v1App(services);
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
    postTo(ingestApp(services), device, body);
  return { database, clock, services, app, home, key, otherHome, otherKey, call, post };
}

export type Api = Awaited<ReturnType<typeof openApi>>;

export const answerOf = async <T = Record<string, unknown>>(response: Response | Promise<Response>) => {
  const answered = await response;
  return { status: answered.status, body: (await answered.json()) as T };
};
