import { expect, test } from "vitest";
import { cronOf } from "../../../deploy/vercel/build-output.ts";
import { groupsOf, readWranglerConfig } from "../../../deploy/wrangler-toml.ts";
import { JOB_NAMES, jobOfCron } from "../../../lib/jobs/jobs.ts";

const groups = groupsOf(await readWranglerConfig());

test("the triggers of wrangler.toml are one for each job, no more than Cloudflare's five", () => {
  const crons = groups.flatMap(([, { triggers }]) => triggers?.crons ?? []);
  expect(crons.map(jobOfCron)).toEqual([...JOB_NAMES]);
  expect(crons.length).toBeLessThanOrEqual(5);
  expect(groups.find(([group]) => group === "cron")?.[1].triggers?.crons).toEqual(crons);
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
