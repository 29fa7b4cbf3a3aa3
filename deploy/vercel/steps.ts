import { rm } from "node:fs/promises";
import path from "node:path";
import type { GroupName } from "../../functions/_platform/variables.ts";
import { JOB_NAMES } from "../../lib/jobs/jobs.ts";
import { PROJECT_FOLDER } from "../../local/start/project.ts";
import { type Given, vercelRegion } from "../doctor.ts";
import { groupVariables, migrateStep } from "../migrate-step.ts";
import { smokeStep } from "../smoke.ts";
import type { RunProgram, Step } from "../step.ts";
import type { Options } from "../targets.ts";
import { groupsOf, type WranglerConfig } from "../wrangler-toml.ts";
import { sizesOf, writeBuildOutput } from "./build-output.ts";

/** The CLI is large and used only here: it has a lockfile of its own, and is installed by the first deployment. */
const CLI_FOLDER = path.join("deploy", "vercel", "cli");
const VERCEL = [process.execPath, path.join(CLI_FOLDER, "node_modules", "vercel", "dist", "vc.js")] as const;
const OUTPUT_FOLDER = path.join(PROJECT_FOLDER, ".vercel", "output");
/** Without the triggers of vercel.json: those of the plan stand in what is built. */
const PREBUILT_CONFIG = path.join("deploy", "vercel", "prebuilt.json");

export function vercelSteps(
  config: WranglerConfig,
  given: Given,
  { plan }: Options,
  run: RunProgram,
): Step[] {
  const variablesOf = (group: string) => groupVariables(group as GroupName, given);
  // In its environment: everyone who lists the processes of this machine sees their arguments.
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
          // The hobby plan fires a trigger once a day at most and refuses a deployment that asks for more.
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
          // It holds the variables' values.
          await rm(OUTPUT_FOLDER, { recursive: true, force: true });
        }
      },
    },
    smokeStep(given),
  ];
}
