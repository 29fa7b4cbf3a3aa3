import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { GroupName } from "../functions/_platform/variables.ts";
import { JOB_NAMES } from "../lib/jobs/jobs.ts";
import { buildSite } from "../local/site/build-site.ts";
import { PROJECT_FOLDER } from "../local/start/project.ts";
import { databaseRegion, type Given, vercelRegion } from "./doctor.ts";
import { groupVariables, migrateStep } from "./migrate-step.ts";
import { smokeStep } from "./smoke.ts";
import type { Options, Step } from "./targets.ts";
import { sizesOf, writeBuildOutput } from "./vercel/build-output.ts";
import { groupsOf, readWranglerText, type WorkerConfig, type WranglerConfig } from "./wrangler-toml.ts";

const SHOWN_CHARACTERS_MAX = 4_000;

/** Runs one of the platform's programs. Throws with the program's own output if it fails. */
export type RunProgram = (
  program: readonly [string, ...string[]],
  options?: { env?: Record<string, string>; input?: string },
) => Promise<string>;

/** Prints each step and its result. A failure ends the deployment. */
export async function runSteps(steps: readonly Step[], print: (line: string) => void): Promise<void> {
  for (const [index, { title, run }] of steps.entries()) {
    const came = await run();
    print(`  ${index + 1}/${steps.length} ${title}: ${came}`);
  }
}

/** Runs a program in the project's folder, and returns its output. */
export const runProgram: RunProgram = ([program, ...args], { env = {}, input } = {}) =>
  new Promise((resolve, reject) => {
    const options = {
      cwd: PROJECT_FOLDER,
      env: { ...process.env, ...env },
      maxBuffer: Number.POSITIVE_INFINITY,
    };
    const child = execFile(program, args, options, (error, output, complaints) => {
      const said = output + complaints;
      if (error === null) return resolve(said);
      const last = said.slice(-SHOWN_CHARACTERS_MAX).trim() || error.message;
      reject(new Error(`${args.slice(0, 3).join(" ")} failed:\n${last}`));
    });
    // A program that ends without reading its input reports that itself.
    child.stdin?.on("error", () => undefined).end(input);
  });

/** The domain in wrangler.toml, which a deployment replaces. */
const EXAMPLE_DOMAIN = "hearthwatch.example";

export const DEPLOY_FILE = "wrangler.deploy.toml";

/** Returns wrangler.toml with the routes of one's own domain. `zone` is the domain that Cloudflare manages. */
export function withDomain(text: string, host: string, zone: string): string {
  return text
    .replaceAll(`pattern = "${EXAMPLE_DOMAIN}`, `pattern = "${host}`)
    .replaceAll(`zone_name = "${EXAMPLE_DOMAIN}"`, `zone_name = "${zone}"`);
}

/** Places the functions next to the database, if its address shows the region. */
export const withPlacement = (text: string, region: string | null): string =>
  region === null ? text : text.replace('mode = "smart"', `region = "aws:${region}"`);

const WRANGLER = path.join("node_modules", "wrangler", "bin", "wrangler.js");

/** Deploys the clock first, so that it sends what the other functions queue from the first moment on. */
export function cloudflareSteps(config: WranglerConfig, given: Given, run: RunProgram): Step[] {
  const isClock = ([, { triggers }]: [string, WorkerConfig]) => Number(triggers !== undefined);
  const deployed = groupsOf(config).toSorted((one, other) => isClock(other) - isClock(one));
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

const wrangler = (...args: string[]): [string, ...string[]] => [process.execPath, WRANGLER, ...args];

/** wrangler resolves paths from its file's folder, so the file is next to wrangler.toml. */
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
  const all = Object.entries(groupVariables(group as GroupName, given));
  // A name can't be both a variable of the file and a secret.
  const variables = Object.fromEntries(all.filter(([name]) => !(name in worker.vars)));
  return {
    title: `Deploy ${worker.name} with ${Object.keys(variables).join(", ")}`,
    run: async () => {
      await deployWorker(group, variables, run);
      return "deployed";
    },
  };
}

/** Deploys the secrets with the version, in a temporary file that only this user can read. */
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

/** The CLI is large and only used here, so it has its own lockfile, and the first deployment installs it. */
const CLI_FOLDER = path.join("deploy", "vercel", "cli");
const VERCEL = [process.execPath, path.join(CLI_FOLDER, "node_modules", "vercel", "dist", "vc.js")] as const;
const OUTPUT_FOLDER = path.join(PROJECT_FOLDER, ".vercel", "output");
/** Has no triggers, unlike vercel.json: the build contains those of the plan. */
const PREBUILT_CONFIG = path.join("deploy", "vercel", "prebuilt.json");

export function vercelSteps(config: WranglerConfig, given: Given, { plan }: Options, run: RunProgram) {
  const variablesOf = (group: string) => groupVariables(group as GroupName, given);
  // In the environment, because everyone who lists this machine's processes sees their arguments.
  const env = given.VERCEL_TOKEN === undefined ? {} : { VERCEL_TOKEN: given.VERCEL_TOKEN };
  const vercel = (words: string[], input?: string) =>
    run([...VERCEL, ...words], { env, ...(input === undefined ? {} : { input }) });
  const rows = groupsOf(config).map(([group]) => `${group} ${Object.keys(variablesOf(group)).length}`);
  return [
    migrateStep(given),
    {
      title: `Install Vercel's CLI as ${CLI_FOLDER} says`,
      run: async () => {
        // Not `npm ci`: it refuses a lockfile that lacks an optional package of another platform.
        await run(["npm", "install", "--no-save", "--prefix", CLI_FOLDER, "--ignore-scripts", "--no-audit"]);
        return "installed";
      },
    },
    {
      title: "Give the project CRON_SECRET, which its triggers send",
      run: async () => {
        const add = ["env", "add", "CRON_SECRET", "production", "--force", "--sensitive"];
        await vercel(add, given.CRON_SECRET ?? "");
        return "set";
      },
    },
    {
      title: `Build one file a function, with the variables that it reads (${rows.join(", ")})`,
      run: async () => {
        const built = await writeBuildOutput(config, {
          folder: OUTPUT_FOLDER,
          // The hobby plan fires a trigger once a day at most, and refuses a deployment that asks for more.
          jobs: plan === "hobby" ? [] : JOB_NAMES,
          region: vercelRegion(given),
          variablesOf,
        });
        return sizesOf(built);
      },
    },
    {
      title: "Deploy the built output to production",
      run: async () => {
        try {
          await vercel(["deploy", "--prebuilt", "--prod", "--yes", "--local-config", PREBUILT_CONFIG]);
          return "deployed";
        } finally {
          // The output contains the variables' values.
          await rm(OUTPUT_FOLDER, { recursive: true, force: true });
        }
      },
    },
    smokeStep(given),
  ];
}
