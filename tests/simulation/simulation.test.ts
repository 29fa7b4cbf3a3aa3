import { randomBytes } from "node:crypto";
import { afterAll, describe, expect, inject, test } from "vitest";
import { readLines } from "../support/json-lines.ts";
import { dropDatabase } from "../support/kept-databases.ts";
import type { Plan } from "./run/plan.ts";
import { openSimulator, playSafely, playSeed } from "./run/simulator.ts";

const IS_RELEASE = process.env.RELEASE === "1";
/** Only short ones here; `npm run simulate` plays more and longer ones. */
const HISTORIES = 3;
const EVENTS = 6;
/** Longer histories that failed are only played for a release. */
const SHORT_EVENTS = 10;
const WHOLE_EVENTS = 40;

/**
 * Histories that once violated an invariant, and the reason. They are stored as shrunk plans, so that they don't change
 * with the code that creates plans.
 */
const FAILED = readLines<{ because: string; plan: Plan }>(
  new URL("failing-seeds.jsonl", import.meta.url),
).filter(({ plan }) => IS_RELEASE || plan.events.length <= SHORT_EVENTS);

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

  test.runIf(IS_RELEASE).each([
    [910_027, "a critical mail about frost was dropped for another alert's message to the same person"],
    [910_105, "somebody without a phone was told nothing of an open alert"],
  ])("in the whole history of seed %i, where once %s", { timeout: 300_000 }, async (seed) => {
    expect((await playSeed(simulator, seed, WHOLE_EVENTS)).violations).toEqual([]);
  });
});
