import { defineConfig } from "vitest/config";

const POSTGRES = "./tests/support/global-setup.ts";
const SEED = ["./tests/support/fast-check-seed.ts"];

export default defineConfig({
  test: {
    // Most of a test's time is spent waiting for PostgreSQL: a worker for every core but one would leave it idle.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: "architecture",
          include: ["tests/architecture.test.ts", "tests/architecture/*.test.ts"],
          testTimeout: 60_000,
        },
      },
      // Pure code leaves nothing behind that the next file could see.
      {
        test: {
          name: "domain",
          include: ["tests/domain/**/*.test.ts"],
          setupFiles: SEED,
          isolate: false,
          // A property test takes seconds on a busy machine.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: "service",
          include: ["tests/**/*.test.ts"],
          exclude: [
            "tests/architecture.test.ts",
            "tests/{architecture,browser,domain,platform,simulation,support}/**",
          ],
          globalSetup: [POSTGRES],
          setupFiles: SEED,
          // Everything a file needs is passed in and closed again; loading the code anew for each costs half the time.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 90_000,
        },
      },
      // It takes the place of Web Crypto and of the wire to the database.
      {
        test: {
          name: "simulation",
          include: ["tests/simulation/**/*.test.ts"],
          globalSetup: [POSTGRES],
          testTimeout: 120_000,
          hookTimeout: 90_000,
        },
      },
      {
        test: {
          name: "browser",
          include: ["tests/browser/**/*.test.ts"],
          globalSetup: [POSTGRES, "./tests/support/browser-setup.ts"],
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 90_000,
        },
      },
      {
        test: {
          name: "platform",
          include: ["tests/platform/**/*.test.ts"],
          globalSetup: [POSTGRES],
          isolate: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // Whole processes, which wait for each other most of the time: three files at once, after everything else.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
