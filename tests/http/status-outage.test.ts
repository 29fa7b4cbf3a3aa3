import { describe, expect, test } from "vitest";
import { pause } from "../../functions/_platform/core.ts";
import { ingestApp } from "../../functions/ingest/app.ts";
import { pagesApp } from "../../functions/pages/app.ts";
import { publicApp } from "../../functions/public/app.ts";
import { databaseOver } from "../../lib/kernel/db.queries.ts";
import type { SharedLimiter } from "../../lib/kernel/ports.ts";
import { newSecret } from "../../lib/kernel/secret.ts";
import { openSqlConnections } from "../../local/machine/sql-client.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import type { SystemStatus } from "../../schema/wire/status.ts";
import { eachTest } from "../support/each-test.ts";
import { openHouse } from "../support/house.ts";
import { cryptoRandom } from "../support/services.ts";

const SILENT = { kind: "delay", ms: 3_000 } as const;
const WITHIN_MS = 1_000;

const house = eachTest(() => openHouse());

const publicOf = (redis: SharedLimiter | null = house.services.redis) =>
  publicApp({ ...house.services, redis });

async function timed(path: string, app: ReturnType<typeof publicOf> = publicOf()) {
  const begunAt = performance.now();
  const answer = await app.request(path);
  return { status: answer.status, ms: performance.now() - begunAt, text: await answer.text() };
}

describe("while the database does not answer", () => {
  test("the status says so within a second", async () => {
    house.database.failNext(SILENT);
    const { status, ms, text } = await timed("/api/status");
    expect(ms).toBeLessThan(WITHIN_MS);
    expect(status).toBe(200);
    const shown = JSON.parse(text) as SystemStatus;
    expect(shown.status).toBe("down");
    expect(shown.components).toContainEqual({ name: "database", status: "down" });
    expect(JSON.parse((await timed("/api/status")).text)).toMatchObject({ status: "ok" });
  });

  test("the status page says so too", async () => {
    house.database.failNext(SILENT);
    house.database.failNext(SILENT);
    const begunAt = performance.now();
    const answer = await pagesApp(house.services).request("/status");
    expect(performance.now() - begunAt).toBeLessThan(WITHIN_MS);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("Our database isn&#39;t responding.");
  });

  test("the function is alive, and not ready", async () => {
    expect(await timed("/api/health")).toMatchObject({ status: 200, text: '{"ok":true}' });
    expect(house.database.calls()).toBe(0);
    house.database.failNext(SILENT);
    const { status, ms, text } = await timed("/api/health/ready");
    expect(ms).toBeLessThan(WITHIN_MS);
    expect([status, JSON.parse(text)]).toEqual([503, { ready: false, database: "silent", redis: "ok" }]);
  });

  test.each(["28P01", "3D000"])(
    "a database that refuses the login with %s is no matter of waiting",
    async (code) => {
      house.database.failNext({ kind: "pg_error", code, message: "password authentication failed" });
      const answer = await publicOf().request("/api/health/ready");
      expect([answer.status, await answer.json()]).toEqual([
        503,
        { ready: false, database: "refused", redis: "ok" },
      ]);
      expect(answer.headers.get("Retry-After")).toBeNull();
    },
  );

  test("a database that only reads is reported as storing nothing", async () => {
    const options = encodeURIComponent("-c default_transaction_read_only=on");
    const reading = openSqlConnections(`${house.database.connectionString}?options=${options}`);
    const db = databaseOver(reading.queries, { pause });
    const app = publicApp({ ...house.services, db });
    expect(JSON.parse((await timed("/api/health/ready", app)).text)).toMatchObject({
      ready: false,
      database: "read_only",
    });
    const { components } = JSON.parse((await timed("/api/status", app)).text) as SystemStatus;
    const isDown = components.filter(({ status }) => status === "down").map(({ name }) => name);
    expect(isDown).toEqual(["ingest", "database", "polling", "alerts"]);
    await reading.close();
  });

  test("what happened is logged, in a sentence with the route", async () => {
    const app = ingestApp(house.services);
    for (let tried = 0; tried < 3; tried += 1) house.database.failNext({ kind: "reset_before" });
    const key = newSecret(SECRET_TYPES.ingestKey, cryptoRandom);
    const answer = await app.request(`/api/ingest/${key}`, { method: "POST", body: '{"temp1": 68}' });
    expect(answer.status).toBe(500);
    expect(house.services.reports).toMatchObject([
      {
        event: "store_failed",
        route: "POST /api/ingest/:deviceKey",
        message: expect.stringMatching(
          /^The database did not answer \(\w+\): POST \/api\/ingest\/:deviceKey was refused with 500\.$/,
        ),
      },
    ]);
  });
});

test("an instance says that no Redis is configured", async () => {
  const { text } = await timed("/api/health/ready", publicOf(null));
  expect(JSON.parse(text)).toEqual({ ready: true, database: "ok", redis: "not_configured" });
});

test("an instance without Redis is ready", async () => {
  const { status, text } = await timed(
    "/api/health/ready",
    publicOf(async () => null),
  );
  expect([status, JSON.parse(text)]).toEqual([200, { ready: true, database: "ok", redis: "silent" }]);
});
