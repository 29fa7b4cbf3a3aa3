import { expect, test } from "vitest";
import { ingestApp } from "../../functions/ingest/app.ts";
import { MINUTE_MS } from "../../lib/kernel/time.ts";
import { openTestDatabase } from "../support/database.ts";
import { addDevice, addHome } from "../support/fixtures.ts";
import { fuzzedBodies } from "../support/fuzzed-bodies.ts";
import { testClock, testServices } from "../support/services.ts";

/** tests/domain/readings/fuzz.test.ts reads more of them without posting. */
const BODIES = 60;
/** Stays below a device's limits of posts a minute and of sensors. */
const POSTS_OF_A_DEVICE = 10;
const ANSWERS = new Set([200, 400, 409, 422]);

const database = await openTestDatabase();

test("whatever is posted gets an answer with a reason, and one that is refused costs no database call", async () => {
  const clock = testClock("2026-11-20T10:00:00Z");
  const app = ingestApp({ ...testServices(database, clock), noteBody: () => null });
  const home = await addHome(database);
  const faults: string[] = [];
  let device = await addDevice(database, home);
  const bodies = fuzzedBodies(7);
  for (let posted = 0; posted < BODIES; posted += 1) {
    const { text, said } = bodies.next().value;
    if (posted % POSTS_OF_A_DEVICE === 0) {
      clock.advance(MINUTE_MS);
      device = await addDevice(database, home);
    }
    database.resetCalls();
    const headers = {
      "Content-Type": said === "form" ? "application/x-www-form-urlencoded" : "application/json",
    };
    const answer = await app.request(`/api/ingest/${device.ingestKey}`, {
      method: "POST",
      headers,
      body: text,
    });
    const { error } = await answer.json();
    const isStored = answer.status === 200 || answer.status === 409 || answer.status === 422;
    const isRight =
      ANSWERS.has(answer.status) &&
      (answer.status === 200 || typeof error === "string") &&
      (isStored || database.calls() === 0 || /unplugged/.test(error));
    if (!isRight) faults.push(`${answer.status} after ${database.calls()} calls: ${text.slice(0, 300)}`);
  }
  expect(faults).toEqual([]);
});
