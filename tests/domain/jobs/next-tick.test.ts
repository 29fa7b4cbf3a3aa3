import { expect, test } from "vitest";
import type { TimedJob } from "../../../lib/jobs/jobs.ts";
import { nextTick } from "../../../lib/jobs/ticks.ts";

const NOW = Date.parse("2026-11-20T10:07:00Z");

test.each<[TimedJob, string]>([
  ["dispatch", "2026-11-20T10:08:00.000Z"],
  ["collect-history", "2026-11-20T10:15:00.000Z"],
  ["maintenance", "2026-11-20T11:00:00.000Z"],
  ["weekly-digest", "2026-11-23T08:00:00.000Z"],
  ["monthly-report", "2026-12-01T12:00:00.000Z"],
  ["quarterly-report", "2027-01-01T12:00:00.000Z"],
])("%s runs next at %s", (job, next) => {
  expect(new Date(nextTick(job, NOW)).toISOString()).toBe(next);
});
