import { describe, expect, test } from "vitest";
import { cronOf } from "../../../deploy/vercel/build-output.ts";
import { JOB_NAMES, JOBS, jobOfCron } from "../../../lib/jobs/jobs.ts";
import { isDue } from "../../../local/runtime/clock.ts";
import { readWranglerConfig } from "../../../local/runtime/wrangler-config.ts";

const MINUTE_MS = 60_000;

const { groups } = await readWranglerConfig();

describe("the triggers", () => {
  test("of wrangler.toml are one for each job, no more than Cloudflare's five", () => {
    const crons = groups.flatMap((group) => group.crons);
    expect(crons.map(jobOfCron)).toEqual([...JOB_NAMES]);
    expect(crons.length).toBeLessThanOrEqual(5);
    expect(groups.find(({ group }) => group === "cron")?.crons).toEqual(crons);
  });

  test.each(JOB_NAMES)("of %s are due at its ticks and at no other minute", (job) => {
    const fromMs = Date.parse("2026-11-20T00:00:00Z");
    for (let minute = 0; minute < 7 * 24 * 60; minute += 1) {
      const atMs = fromMs + minute * MINUTE_MS;
      expect(isDue(JOBS[job].cron, new Date(atMs)), new Date(atMs).toISOString()).toBe(
        JOBS[job].timetable.tickAt(atMs) === atMs,
      );
    }
  });

  test("that the local clock cannot read are named", () => {
    for (const cron of ["*/15 * * *", "1-5 * * * *", "0 8 * * * *"])
      expect(() => isDue(cron, new Date("2026-11-20T08:00:00Z")), cron).toThrow(cron);
  });
});

test("Vercel's triggers are those of wrangler.toml, with weekdays as numbers", () => {
  const paths = JOB_NAMES.map((job) => `/api/cron/${job}`);
  expect(JOB_NAMES.map(cronOf).map(({ path }) => path)).toEqual(paths);
  expect(JOB_NAMES.map(cronOf).map(({ schedule }) => schedule)).toEqual([
    "*/15 * * * *",
    "0 * * * *",
    "0 8 * * 1",
    "* * * * *",
  ]);
});
