// vercel.json runs this for `vercel build`, a project connected to git and previews. It applies the migrations that the
// environment's database lacks, and builds the functions, which read the project's own variables there.
import path from "node:path";
import { PROJECT_FOLDER } from "../../local/start/project.ts";
import { type Given, vercelRegion } from "../doctor.ts";
import { migrateStep } from "../migrate-step.ts";
import { runSteps } from "../step.ts";
import { readWranglerConfig } from "../wrangler-toml.ts";
import { sizesOf, writeBuildOutput } from "./build-output.ts";

const OUTPUT_FOLDER = path.join(PROJECT_FOLDER, ".vercel", "output");
const given: Given = process.env;
const { BASE_URL, VERCEL_ENV, VERCEL_URL } = given;

await runSteps(
  [
    ...(given.DATABASE_URL ? [migrateStep(given)] : []),
    {
      title: "Build one file a function",
      run: async () => {
        const built = await writeBuildOutput(await readWranglerConfig(), {
          folder: OUTPUT_FOLDER,
          // vercel.json has the triggers.
          jobs: [],
          region: vercelRegion(given),
          // A preview has its own address, which Vercel passes to the build.
          variablesOf: () =>
            !BASE_URL && VERCEL_ENV === "preview" && VERCEL_URL ? { BASE_URL: `https://${VERCEL_URL}` } : {},
        });
        return sizesOf(built);
      },
    },
  ],
  console.log,
);
