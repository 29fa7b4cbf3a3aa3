import { randomBytes } from "node:crypto";
import { afterAll, expect, inject, test } from "vitest";
import { dropDatabase } from "../support/kept-databases.ts";
import { playSeed } from "./run/play-seed.ts";
import { openSimulator } from "./run/simulator.ts";

const EVENTS = 40;

const server = inject("testServer");
const database = `simulated_${randomBytes(6).toString("hex")}`;
const { connectionString, template } = server;
const simulator = await openSimulator({ server: connectionString, database, template });
afterAll(async () => {
  await simulator.close();
  await dropDatabase(server.connectionString, database);
});

test.each([
  [910_027, "a critical mail about frost was dropped for another alert's message to the same person"],
  [910_105, "somebody without a phone was told nothing of an open alert"],
])("the whole history of seed %i keeps every promise, where once %s", { timeout: 300_000 }, async (seed) => {
  expect((await playSeed(simulator, seed, EVENTS)).violations).toEqual([]);
});
