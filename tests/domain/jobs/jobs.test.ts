import { expect, test } from "vitest";
import { jobOfCron } from "../../../lib/jobs/jobs.ts";

test.each([
  ["*/15 * * * *", "collect-history"],
  ["0 * * * *", "maintenance"],
  ["0 8 * * MON", "weekly-digest"],
  ["* * * * *", "dispatch"],
  ["*/5 * * * *", null],
])("of the jobs of the clock the trigger %s runs %s", (cron, job) => {
  expect(jobOfCron(cron)).toBe(job);
});
