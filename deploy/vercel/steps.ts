import { rm } from "node:fs/promises";
import path from "node:path";
import type { GroupName } from "../../functions/_platform/variables.ts";
import { PROJECT_FOLDER, type WranglerConfig } from "../../local/runtime/wrangler-config.ts";
import { type DeployedState, hashOf } from "../deployed-state.ts";
import type { Given } from "../doctor.ts";
import { folderHash } from "../folder-hash.ts";
import { groupVariables } from "../group-variables.ts";
import { migrateStep } from "../migrate-step.ts";
import { smokeStep } from "../smoke.ts";
import type { RunProgram, Step } from "../step.ts";
import type { Options } from "../targets.ts";
import { writeBuildOutput } from "./build-output.ts";

/**
 * The CLI is large and used only here, so npx fetches it; the version is the one that the tests of the output
 * follow.
 */
const VERCEL = ["npx", "--yes", "vercel@60.1.3"] as const;
export const OUTPUT_FOLDER = path.join(PROJECT_FOLDER, ".vercel", "output");
const PROJECT = "vercel";

export function vercelSteps(
  config: WranglerConfig,
  given: Given,
  { plan, force }: Options,
  { run, state }: { run: RunProgram; state: DeployedState },
): Step[] {
  const variablesOf = (group: string) => groupVariables(group as GroupName, given);
  const token = given.VERCEL_TOKEN === undefined ? [] : ["--token", given.VERCEL_TOKEN];
  const rows = config.groups.map(({ group }) => `${group} ${Object.keys(variablesOf(group)).length}`);
  let hash = "";
  return [
    migrateStep(given),
    {
      title: `Build one file a function, with the variables that it reads (${rows.join(", ")})`,
      run: async () => {
        const built = await writeBuildOutput(config, { folder: OUTPUT_FOLDER, plan, variablesOf });
        hash = hashOf(await folderHash(OUTPUT_FOLDER));
        return built.map(({ group, bytes }) => `${group} ${Math.ceil(bytes / 1024)} KB`).join(", ");
      },
    },
    {
      title: "Deploy the built output to production",
      run: async () => {
        try {
          if (!force && state.isUnchanged(PROJECT, hash)) return "unchanged";
          await run([...VERCEL, "deploy", "--prebuilt", "--prod", "--yes", ...token]);
          await state.remember(PROJECT, hash);
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
