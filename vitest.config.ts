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
          testTimeout: 20_000,
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
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: "service",
          include: ["tests/**/*.test.ts"],
          exclude: ["tests/architecture.test.ts", "tests/{architecture,browser,domain,platform,support}/**"],
          globalSetup: [POSTGRES],
          setupFiles: SEED,
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: "browser",
          include: ["tests/browser/**/*.test.ts"],
          globalSetup: [POSTGRES, "./tests/support/browser-setup.ts"],
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: "platform",
          include: ["tests/platform/**/*.test.ts"],
          globalSetup: [POSTGRES],
          testTimeout: 60_000,
          hookTimeout: 90_000,
          // Whole processes: one file at a time, after everything else.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
