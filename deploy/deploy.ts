// npm run deploy: one command from settings to a running service. It can be repeated.
import { rm } from "node:fs/promises";
import path from "node:path";
import { VARIABLES } from "../functions/_platform/variables.ts";
import { messageOf } from "../lib/kernel/text.ts";
import { PROJECT_FOLDER } from "../local/start/project.ts";
import { absentSecrets, diagnose, type Given, generateSecrets, readGiven, SETTINGS_FILE } from "./doctor.ts";
import { cloudflareSteps, DEPLOY_FILE, runProgram, runSteps, vercelSteps } from "./step.ts";
import { type Options, readOptions, type Step, USAGE } from "./targets.ts";
import { readWranglerConfig, type WranglerConfig } from "./wrangler-toml.ts";

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
  if (options.dryRun) return dryRun(options, given);
  return faults === 0 ? deploy(options, given) : 1;
}

/** Prints what is missing, and returns the number of faults that prevent the deployment. */
function tell(options: Options, given: Given): number {
  const { missing, notes } = diagnose(options, given);
  if (missing.length > 0) console.log(["Missing:", ...missing.map((line) => `  - ${line}`), ""].join("\n"));
  if (notes.length > 0) console.log(["Note:", ...notes.map((line) => `  - ${line}`), ""].join("\n"));
  if (missing.length === 0) console.log("All required settings are present.\n");
  return missing.length;
}

async function dryRun(options: Options, given: Given): Promise<number> {
  const absent = absentSecrets(given);
  const assumed: Given = { ...assumedSettings(), ...given };
  const steps = stepsOf(await readWranglerConfig(given.CLOUDFLARE_PREFIX), assumed, options);
  const generates = absent.length > 0 ? [`Generate ${absent.join(", ")} and save to deploy.env`] : [];
  const titles = [...generates, ...steps.map(({ title }) => title)];
  console.log(`Steps (${options.target}):`);
  console.log(titles.map((title, index) => `  ${index + 1}. ${title}`).join("\n"));
  return 0;
}

/** Stand-ins for missing required settings, so that a dry run can list every step. */
function assumedSettings(): Given {
  return {
    ...Object.fromEntries(
      Object.entries(VARIABLES).flatMap(([name, facts]) =>
        "isRequired" in facts || facts.kind === "generated" ? [[name, "not set"]] : [],
      ),
    ),
    BASE_URL: "https://not-set.example",
    DATABASE_URL: "postgresql://not-set.example/hearthwatch",
  };
}

async function deploy(options: Options, found: Given): Promise<number> {
  try {
    const generated = await generateSecrets(SETTINGS_FILE, absentSecrets(found));
    for (const name of Object.keys(generated)) console.log(`  Generated ${name} and saved it to deploy.env`);
    const given = { ...found, ...generated };
    const config = await readWranglerConfig(given.CLOUDFLARE_PREFIX);
    await runSteps(stepsOf(config, given, options), console.log);
    console.log(`\nHearthwatch answers at ${given.BASE_URL}`);
    return 0;
  } catch (error) {
    console.error(`\n${messageOf(error)}\n\nStopped here. Fix the problem and run the command again.`);
    return 1;
  } finally {
    await rm(path.join(PROJECT_FOLDER, DEPLOY_FILE), { force: true });
  }
}

function stepsOf(config: WranglerConfig, given: Given, options: Options): Step[] {
  return options.target === "cloudflare"
    ? cloudflareSteps(config, given, runProgram)
    : vercelSteps(config, given, options, runProgram);
}
