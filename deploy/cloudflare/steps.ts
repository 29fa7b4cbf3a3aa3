import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { GroupName } from "../../functions/_platform/variables.ts";
import { buildSite } from "../../local/site/build-site.ts";
import { PROJECT_FOLDER } from "../../local/start/project.ts";
import { databaseRegion, type Given } from "../doctor.ts";
import { groupVariables, migrateStep } from "../migrate-step.ts";
import { smokeStep } from "../smoke.ts";
import type { RunProgram, Step } from "../step.ts";
import { groupsOf, readWranglerText, type WorkerConfig, type WranglerConfig } from "../wrangler-toml.ts";

/** The domain that stands in wrangler.toml until somebody has one. */
const EXAMPLE_DOMAIN = "hearthwatch.example";

export const DEPLOY_FILE = "wrangler.deploy.toml";

/** wrangler.toml with the routes of one's own domain; `zone` is the domain that Cloudflare manages. */
export function withDomain(text: string, host: string, zone: string): string {
  return text
    .replaceAll(`pattern = "${EXAMPLE_DOMAIN}`, `pattern = "${host}`)
    .replaceAll(`zone_name = "${EXAMPLE_DOMAIN}"`, `zone_name = "${zone}"`);
}

/** With the functions beside the database, where its address tells the region. */
export const withPlacement = (text: string, region: string | null): string =>
  region === null ? text : text.replace('mode = "smart"', `region = "aws:${region}"`);

const WRANGLER = path.join("node_modules", "wrangler", "bin", "wrangler.js");

/** The clock first: what the other functions queue is sent from the first moment on. */
export function cloudflareSteps(config: WranglerConfig, given: Given, run: RunProgram): Step[] {
  const deployed = clockFirst(groupsOf(config));
  const queues = new Set(
    deployed.flatMap(([, { queues }]) => queues?.producers.map(({ queue }) => queue) ?? []),
  );
  return [
    migrateStep(given),
    { title: "Build the browser assets", run: () => buildSite().then(() => "built") },
    writeFileStep(given),
    ...[...queues].map((queue) => queueStep(queue, run)),
    ...deployed.map((worker) => workerStep(worker, given, run)),
    smokeStep(given),
  ];
}

const clockFirst = (workers: readonly [string, WorkerConfig][]): [string, WorkerConfig][] =>
  workers.toSorted(([, a], [, b]) => Number(b.triggers !== undefined) - Number(a.triggers !== undefined));

const wrangler = (...args: string[]): [string, ...string[]] => [process.execPath, WRANGLER, ...args];

/** wrangler reads paths from where its file stands, so the file stands beside wrangler.toml. */
function writeFileStep(given: Given): Step {
  const host = new URL(given.BASE_URL ?? "").host;
  return {
    title: `Write ${DEPLOY_FILE} for ${host}`,
    run: async () => {
      const text = await readWranglerText(given.CLOUDFLARE_PREFIX);
      const zone = given.CLOUDFLARE_ZONE || host;
      const placed = withPlacement(text, databaseRegion(given));
      await writeFile(path.join(PROJECT_FOLDER, DEPLOY_FILE), withDomain(placed, host, zone));
      return "written";
    },
  };
}

function queueStep(queue: string, run: RunProgram): Step {
  return {
    title: `Create the queue ${queue}`,
    run: async () => {
      if ((await run(wrangler("queues", "list"))).includes(queue)) return "unchanged";
      await run(wrangler("queues", "create", queue));
      return "created";
    },
  };
}

function workerStep([group, worker]: [string, WorkerConfig], given: Given, run: RunProgram): Step {
  const variables = withoutVars(groupVariables(group as GroupName, given), worker);
  const names = Object.keys(variables);
  return {
    title: `Deploy ${worker.name} with ${names.join(", ")}`,
    run: async () => {
      await deployWorker(group, variables, run);
      return "deployed";
    },
  };
}

/** A name cannot be a variable of the file and a secret at once. */
const withoutVars = (variables: Record<string, string>, { vars }: WorkerConfig): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => !(name in vars)));

/**
 * The secrets travel with the version, in a file that only this user can read and that is gone afterwards.
 */
async function deployWorker(env: string, variables: Record<string, string>, run: RunProgram): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "hearthwatch-deploy-"));
  const file = path.join(folder, "secrets.json");
  try {
    await writeFile(file, JSON.stringify(variables), { mode: 0o600 });
    await run(wrangler("deploy", "--config", DEPLOY_FILE, "--env", env, "--secrets-file", file), {
      env: { WRANGLER_SEND_METRICS: "false" },
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
