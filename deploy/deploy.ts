// npm run deploy: one command from settings to a service that answers. It can be repeated.
import { rm } from "node:fs/promises";
import path from "node:path";
import { messageOf } from "../lib/kernel/text.ts";
import { PROJECT_FOLDER } from "../local/start/project-folder.ts";
import { cloudflareSteps, DEPLOY_FILE } from "./cloudflare/steps.ts";
import { diagnose, type Given } from "./doctor.ts";
import { absentSecrets, generateSecrets, readGiven, SETTINGS_FILE } from "./given-settings.ts";
import { runProgram, runSteps } from "./step.ts";
import { type Options, readOptions, USAGE } from "./targets.ts";
import { vercelSteps } from "./vercel/steps.ts";
import { readWranglerConfig } from "./wrangler-toml.ts";

process.exitCode = await main();

async function main(): Promise<number> {
  const words = process.argv.slice(2);
  if (words.includes("--help") || words.includes("-h")) {
    console.log(USAGE);
    return 0;
  }
  const doctorOnly = words[0] === "doctor";
  const options = readOptions(doctorOnly ? [words[1] ?? "cloudflare", ...words.slice(2)] : words);
  if (options === null) {
    console.error(USAGE);
    return 1;
  }
  const given = await readGiven(SETTINGS_FILE, process.env);
  const faults = tell(options, given);
  if (doctorOnly) return faults > 0 ? 1 : 0;
  return faults === 0 ? deploy(options, given) : 1;
}

/** Prints everything that is missing; how much of it keeps the deployment from being made. */
function tell(options: Options, given: Given): number {
  const { missing, notes } = diagnose(options, given);
  if (missing.length > 0) console.log(["Missing:", ...missing.map((line) => `  - ${line}`), ""].join("\n"));
  if (notes.length > 0) console.log(["Note:", ...notes.map((line) => `  - ${line}`), ""].join("\n"));
  if (missing.length === 0) console.log("All required settings are present.\n");
  return missing.length;
}

async function deploy(options: Options, found: Given): Promise<number> {
  try {
    const generated = await generateSecrets(SETTINGS_FILE, absentSecrets(found));
    for (const name of Object.keys(generated)) console.log(`  Generated ${name} and saved it to deploy.env`);
    const given = { ...found, ...generated };
    const config = await readWranglerConfig(given.CLOUDFLARE_PREFIX);
    const steps =
      options.target === "cloudflare"
        ? cloudflareSteps(config, given, runProgram)
        : vercelSteps(config, given, options, runProgram);
    await runSteps(steps, console.log);
    console.log(`\nHearthwatch answers at ${given.BASE_URL}`);
    return 0;
  } catch (error) {
    console.error(`\n${messageOf(error)}\n\nStopped here. Fix the problem and run the command again.`);
    return 1;
  } finally {
    await rm(path.join(PROJECT_FOLDER, DEPLOY_FILE), { force: true });
  }
}
