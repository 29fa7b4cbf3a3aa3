import { describe, expect, test } from "vitest";
import { newSecret } from "../../lib/kernel/secret.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { openApi } from "../support/api.ts";
import { addApiKey, addHome } from "../support/fixtures.ts";
import { cryptoRandom } from "../support/services.ts";

const api = await openApi();
const readKey = await addApiKey(api.database, api.home, { scope: "read" });

const request = (method: string, path: string, authorization?: string) =>
  api.app.request(path, {
    method,
    headers: authorization === undefined ? {} : { Authorization: authorization },
  });

describe("without a key that is good", () => {
  test("it is one and the same 401 that names the scheme", async () => {
    const revoked = await addApiKey(api.database, api.home, { revokedAt: new Date("2026-11-20T09:00:00Z") });
    const unknown = newSecret(SECRET_TYPES.apiKey, cryptoRandom);
    for (const authorization of [undefined, `Bearer ${unknown}`, `Bearer ${revoked}`, `Basic ${api.key}`]) {
      const response = await request("GET", "/api/v1/devices", authorization);
      expect([response.status, await response.json()]).toEqual([401, { error: "Invalid API key" }]);
      expect(response.headers.get("WWW-Authenticate")).toBe("Bearer");
      expect(response.headers.get("Cache-Control")).toBe("no-store");
    }
  });

  test("what is none, is of another type or has a wrong checksum costs no database call", async () => {
    const ingest = newSecret(SECRET_TYPES.ingestKey, cryptoRandom);
    const mistyped = `${api.key.slice(0, -1)}${api.key.endsWith("0") ? "1" : "0"}`;
    api.database.resetCalls();
    for (const none of [
      "",
      "Bearer",
      ...["", "x", "hw_key_short", "a b", ingest, mistyped].map((key) => `Bearer ${key}`),
    ])
      expect((await request("GET", "/api/v1/devices", none)).status).toBe(401);
    expect(api.database.calls()).toBe(0);
  });
});

describe("a good key", () => {
  test("is taken under the scheme in any case, also for HEAD, and the guard costs one call", async () => {
    api.database.resetCalls();
    expect((await request("GET", "/api/v1/devices", `bearer ${api.key}`)).status).toBe(200);
    expect(api.database.calls()).toBe(2);
    expect((await request("HEAD", "/api/v1/devices", `Bearer ${readKey}`)).status).toBe(200);
  });

  test("of a home on Free works while its trial runs", async () => {
    const free = await addHome(api.database, "Cleo's cabin", "free");
    const key = await addApiKey(api.database, free);
    expect((await request("GET", "/api/v1/devices", `Bearer ${key}`)).status).toBe(403);
    await api.database.sql`
      update households set trial_ends_at = ${"2026-11-20T10:00:01Z"} where id = ${free}`;
    expect((await request("GET", "/api/v1/devices", `Bearer ${key}`)).status).toBe(200);
    await api.database.sql`
      update households set trial_ends_at = ${"2026-11-20T10:00:00Z"} where id = ${free}`;
    expect((await request("GET", "/api/v1/devices", `Bearer ${key}`)).status).toBe(403);
  });

  test("has its last use written down, but not at every call", async () => {
    const key = await addApiKey(api.database, api.home);
    const used = async () => {
      await request("GET", "/api/v1/devices", `Bearer ${key}`);
      const [row] = await api.database.sql<{ last_used_at: Date }>`
        select last_used_at from api_keys where key_hint = ${key.slice(-4)}
        and last_used_at is not null order by created_at desc`;
      return row?.last_used_at.toISOString();
    };
    api.clock.set("2026-11-20T12:00:00Z");
    expect(await used()).toBe("2026-11-20T12:00:00.000Z");
    api.clock.set("2026-11-20T12:04:59Z");
    expect(await used()).toBe("2026-11-20T12:00:00.000Z");
    api.clock.set("2026-11-20T12:05:00Z");
    expect(await used()).toBe("2026-11-20T12:05:00.000Z");
    api.clock.set("2026-11-20T10:00:00Z");
  });
});

test.each(["POST /api/v1/feeds/try", "POST /api/v1/share-links", "GET /api/v1/plan"])(
  "a key learns that %s needs a session",
  async (line) => {
    const [method = "", path = ""] = line.split(" ");
    const answer = await request(method, path, `Bearer ${api.key}`);
    expect([answer.status, answer.headers.get("X-Error-Code")]).toEqual([401, "sign_in_first"]);
  },
);
