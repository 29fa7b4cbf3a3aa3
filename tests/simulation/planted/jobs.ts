import type { PlantedBug } from "./bug.ts";

const RUNS = "lib/jobs/job-runs.queries.ts";

/** Of jobs, and of what everything stands on. */
export const JOB_BUGS: readonly PlantedBug[] = [
  {
    breaks: "two runs of a job are under way at once",
    file: RUNS,
    find: "where ${beside} or not exists (select from busy)",
    replace: "where true",
    suite: "tests/flows/jobs/jobs-run.test.ts",
  },
  {
    breaks: "a tick that has run is run again",
    file: RUNS,
    find: "or ((run.finished_at is null or run.error is not null)\n        and",
    replace: "or (",
    suite: "tests/flows/jobs/jobs-run.test.ts",
  },
  {
    breaks: "what may run once is repeated after an unknown outcome",
    file: "lib/kernel/db.queries.ts",
    find: 'return kind === "repeatable";',
    replace: "return true;",
    suite: "tests/adapters/store-retries.test.ts",
  },
  {
    breaks: "a restart of the database is no reason to try again",
    file: "lib/kernel/db.queries.ts",
    find: 'new Set(["57P01", "57P02",',
    replace: 'new Set(["57P02",',
    suite: "tests/adapters/store-failure.test.ts",
  },
  {
    breaks: "a Free home has as many share links as it wants",
    file: "lib/sharing/share-link.ts",
    find: "linksMax: SHARING_LIMITS.freeShareLinksMax",
    replace: "linksMax: 50",
    suite: "tests/http/share-plan.test.ts",
  },
];
