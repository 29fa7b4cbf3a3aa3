import { randomBytes } from "node:crypto";
import { afterAll, describe, expect, inject, test } from "vitest";
import { readLines } from "../support/json-lines.ts";
import { dropDatabase } from "../support/kept-databases.ts";
import type { Plan } from "./run/plan.ts";
import { playSafely, playSeed } from "./run/play-seed.ts";
import { openSimulator } from "./run/simulator.ts";

/** Short ones; `npm run simulate` plays as many and as long ones as it is told to. */
const HISTORIES = 3;
const EVENTS = 6;
/** Longer histories that failed are played for a release. */
const SHORT_EVENTS = 10;

/**
 * Histories that once broke a promise, and what it was: shrunk, as far as the shrinker came, so that they stay as they
 * were when the making of plans changes.
 */
const FAILED = readLines<{ because: string; plan: Plan }>(
  new URL("failing-seeds.jsonl", import.meta.url),
).filter(({ plan }) => process.env.RELEASE === "1" || plan.events.length <= SHORT_EVENTS);

const server = inject("testServer");
const database = `simulated_${randomBytes(6).toString("hex")}`;
const { connectionString, template } = server;
const simulator = await openSimulator({ server: connectionString, database, template });
afterAll(async () => {
  await simulator.close();
  await dropDatabase(server.connectionString, database);
});

describe("every promise is kept, whatever goes wrong", () => {
  test(`in ${HISTORIES} short histories`, { timeout: 120_000 }, async () => {
    const broken: string[] = [];
    for (let seed = 1; seed <= HISTORIES; seed += 1) {
      const { violations } = await playSeed(simulator, seed, EVENTS);
      broken.push(...violations.map((violation) => `seed ${seed}: ${violation.broken}`));
    }
    expect(broken).toEqual([]);
  });

  test.each(FAILED)("in the history of seed $plan.seed, where once $because", async ({ plan }) => {
    expect((await playSafely(simulator, plan)).violations).toEqual([]);
  });
});
