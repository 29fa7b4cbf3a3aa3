import { describe, expect, test } from "vitest";
import { definitionOf, JOB_NAMES, jobOfCron, provenOver, TIMED_JOBS } from "../../../lib/jobs/jobs.ts";

const jobsThat = (is: (job: ReturnType<typeof definitionOf>) => boolean) =>
  TIMED_JOBS.filter((job) => is(definitionOf(job)));

describe("of the jobs of the clock", () => {
  test("the reports alone have no trigger of their own, and none may be called by name", () => {
    expect(jobsThat(({ cron }) => cron === null)).toEqual(["monthly-report", "quarterly-report"]);
    expect(JOB_NAMES).toEqual(["collect-history", "maintenance", "weekly-digest", "dispatch"]);
  });

  test("only sending may begin while an earlier run is under way", () => {
    expect(jobsThat(({ mayOverlap }) => mayOverlap)).toEqual(["dispatch"]);
  });

  test("those that may write messages are followed by sending", () => {
    expect(jobsThat(({ isFollowedBySending }) => isFollowedBySending)).toEqual([
      "collect-history",
      "maintenance",
      "weekly-digest",
    ]);
  });

  test("only the polls show that the clock is alive", () => {
    expect(jobsThat(({ isHeartbeat }) => isHeartbeat)).toEqual(["collect-history"]);
    expect(provenOver("collect-history")).toEqual(["job/collect-history", "clock"]);
    expect(provenOver("dispatch")).toEqual(["job/dispatch"]);
  });

  test.each([
    ["*/15 * * * *", "collect-history"],
    ["0 * * * *", "maintenance"],
    ["0 8 * * MON", "weekly-digest"],
    ["* * * * *", "dispatch"],
    ["*/5 * * * *", null],
  ])("the trigger %s runs %s", (cron, job) => {
    expect(jobOfCron(cron)).toBe(job);
  });
});
