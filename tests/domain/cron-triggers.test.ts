import { readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { JOB_NAMES, JOBS, jobOfCron } from "../../lib/domain/cron/jobs.ts";
import { isDue } from "../../local/runtime/cron-expression.ts";
import { PROJECT_FOLDER, readWranglerConfig } from "../../local/runtime/wrangler-config.ts";

const MINUTE_MS = 60_000;

type Vercel = {
  builds: { src: string }[];
  rewrites: { source: string; destination: string }[];
  crons: { path: string; schedule: string }[];
};

const { groups } = await readWranglerConfig();
const vercel = JSON.parse(await readFile(path.join(PROJECT_FOLDER, "vercel.json"), "utf8")) as Vercel;
const mainOf = ({ main }: { main: string }) => path.relative(PROJECT_FOLDER, main).replaceAll("\\", "/");

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

describe("vercel.json says what wrangler.toml says", () => {
  test("of the functions", () => {
    expect(vercel.builds.map(({ src }) => src).toSorted()).toEqual(groups.map(mainOf).toSorted());
  });

  test("of the routes, with the fallback last", () => {
    const routes = groups.flatMap((group) =>
      group.routes.map((route) => `${route.replace("*", "(.*)")} → /${mainOf(group)}`),
    );
    const rewrites = vercel.rewrites.map(({ source, destination }) => `${source} → ${destination}`);
    expect(rewrites.toSorted()).toEqual(routes.toSorted());
    const fallback = groups.find(({ routes: paths }) => paths.includes("/*"));
    expect(rewrites.at(-1)).toBe(`/(.*) → /${mainOf(fallback ?? { main: "" })}`);
  });

  test("of the clock, with weekdays as numbers", () => {
    expect(vercel.crons).toEqual(
      JOB_NAMES.map((job) => ({
        path: `/api/cron/${job}`,
        schedule: JOBS[job].cron.replace("MON", "1"),
      })),
    );
  });
});
