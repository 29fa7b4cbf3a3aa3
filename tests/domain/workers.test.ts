import { expect, test } from "vitest";
import { cronOf } from "../../deploy/vercel/build-output.ts";
import { groupsOf, parseWranglerConfig, pathsOf, readWranglerConfig } from "../../deploy/wrangler-toml.ts";
import { groupOf } from "../../functions/all/paths.ts";
import { JOB_NAMES, jobOfCron } from "../../lib/jobs/jobs.ts";

const config = await readWranglerConfig();
const groups = groupsOf(config);

test("one process sends each route of wrangler.toml to the group that has it there", () => {
  const routes = groups.flatMap(([group, worker]) => pathsOf(worker).map((route) => ({ group, route })));
  const sent = routes.map(({ route }) => groupOf(route.replace(/\*$/, "").replace(/\/$/, "/x")));
  expect(sent).toEqual(routes.map(({ group }) => group));
});

test("the triggers of wrangler.toml are one for each job, no more than Cloudflare's five", () => {
  const crons = groups.flatMap(([, { triggers }]) => triggers?.crons ?? []);
  expect(crons.map(jobOfCron)).toEqual([...JOB_NAMES]);
  expect(jobOfCron("*/5 * * * *")).toBeNull();
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

const good = (lines: string) => `[env.public]\nname = "hearthwatch-public"\nmain = "a.ts"\n${lines}`;

test("a worker's paths are those of its routes, and every path of its own domain", () => {
  const routes =
    'routes = [{ pattern = "x.example/api/*" }, { pattern = "x.example", custom_domain = true }]';
  const { env } = parseWranglerConfig(good(routes));
  expect(env.public && pathsOf(env.public)).toEqual(["/api/*", "/*"]);
});

test("a mistake in wrangler.toml says where it is", () => {
  const mistakes: [string, RegExp][] = [
    ["[env", /line 1|1:/],
    ['[env.ingest]\nname = "x"', /"ingest",\s+"main"/],
    [good("vars = { A = 1 }"), /"vars",\s+"A"/],
  ];
  for (const [text, where] of mistakes) expect(() => parseWranglerConfig(text)).toThrow(where);
});
