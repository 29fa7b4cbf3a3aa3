import { expect, test } from "vitest";
import { publicApp } from "../../functions/public/app.ts";
import { readPayload } from "../../lib/readings/read-payload.ts";
import { answerOf } from "../support/api.ts";
import { openTestDatabase } from "../support/database.ts";
import { BASE_URL, serverVault, testClock, testServices } from "../support/services.ts";

const clock = testClock("2026-11-20T10:00:00Z");
const database = await openTestDatabase();
const services = { serverVault, baseUrl: BASE_URL, edge: "cloudflare" as const, wake: async () => undefined };
const app = publicApp({ ...testServices(database, clock), ...services });

const example = (query = "") => answerOf<unknown>(app.request(`/api/feeds/example${query}`));

test.each(["", "?format=senml", "?format=homeassistant"])(
  "the example feed %s is a payload that ingest takes, and moves with the clock",
  async (query) => {
    clock.set("2026-11-20T10:00:00Z");
    const first = await example(query);
    expect(first.status).toBe(200);
    const payload = readPayload(first.body, { now: clock() });
    expect(payload.ok && payload.value.readings.length > 0).toBe(true);
    clock.set("2026-11-20T13:20:00Z");
    expect((await example(query)).body).not.toEqual(first.body);
  },
);
