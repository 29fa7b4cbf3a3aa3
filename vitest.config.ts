import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/support/longest-first.ts";

const POSTGRES = "./tests/support/global-setup.ts";
const SETUP = ["./tests/support/fast-check-seed.ts"];
/** What only a release needs: `npm test -- --release`, and CI. */
const RELEASE = process.env.RELEASE === "1" ? [] : ["tests/**/*.release.test.ts"];

/** What is polled for may take as long, too. */
const PATIENT = { poll: { timeout: 60_000 } };

export default defineConfig({
  test: {
    // A worker waits for PostgreSQL and for other processes: one for each of two cores would leave them idle. Each more loads
    // the whole code once more.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // A test that hangs is found all the same; a machine that does other things beside must fail none.
    projects: [
      {
        test: {
          name: "architecture",
          include: ["tests/architecture.test.ts", "tests/architecture/*.test.ts"],
          isolate: false,
          testTimeout: 60_000,
        },
      },
      // Pure code leaves nothing behind that the next file could see.
      {
        test: {
          name: "domain",
          include: ["tests/domain/**/*.test.ts"],
          exclude: RELEASE,
          setupFiles: SETUP,
          isolate: false,
          testTimeout: 240_000,
        },
      },
      {
        test: {
          name: "service",
          include: ["tests/**/*.test.ts"],
          exclude: [
            "tests/architecture.test.ts",
            "tests/{architecture,browser,domain,edge,platform,simulation,support}/**",
            ...RELEASE,
          ],
          globalSetup: [POSTGRES],
          setupFiles: SETUP,
          // Everything a file needs is passed in and closed again; loading the code anew for each costs half the time.
          isolate: false,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: PATIENT,
        },
      },
      // It takes the place of Web Crypto and of the wire to the database.
      {
        test: {
          name: "simulation",
          include: ["tests/simulation/**/*.test.ts"],
          exclude: RELEASE,
          globalSetup: [POSTGRES],
          testTimeout: 120_000,
          hookTimeout: 90_000,
        },
      },
      {
        test: {
          name: "browser",
          include: ["tests/browser/**/*.test.ts"],
          exclude: RELEASE,
          globalSetup: [POSTGRES, "./tests/support/browser-setup.ts"],
          isolate: false,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: PATIENT,
        },
      },
      // What is deployed, in the edge's own runtime; in a release as wrangler itself bundles it.
      {
        test: {
          name: "edge",
          include: ["tests/edge/**/*.test.ts"],
          exclude: RELEASE,
          globalSetup: [POSTGRES, "./tests/support/prepared-setup.ts", "./tests/edge/bundles.ts"],
          isolate: false,
          testTimeout: 600_000,
          hookTimeout: 600_000,
          expect: PATIENT,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "platform",
          include: ["tests/platform/**/*.test.ts"],
          exclude: RELEASE,
          globalSetup: [POSTGRES, "./tests/support/prepared-setup.ts"],
          isolate: false,
          testTimeout: 600_000,
          hookTimeout: 600_000,
          expect: PATIENT,
          // Whole processes, which others would slow down: after everything else.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
