import { parseArgs } from "node:util";

/** The targets of a deployment. `clock` is Cloudflare's free clock for a service that runs elsewhere. */
const TARGETS = ["cloudflare", "vercel", "clock"] as const;
export type Target = (typeof TARGETS)[number];

export type Options = {
  target: Target;
  /** Every group in one worker on workers.dev, for a household without a domain. */
  household: boolean;
  /** Vercel's plan; hobby fires no trigger more often than daily. */
  plan: "hobby" | "pro";
  /** Show the steps without running them. */
  dryRun: boolean;
  /** Wait at the end for the first scheduled run. */
  wait: boolean;
  /** For the doctor: check that a running installation's clock calls. */
  clock: boolean;
};

export const USAGE = `Usage: npm run deploy -- TARGET [options]

  cloudflare               every group as a Worker on your domain
  cloudflare --household   every group in one Worker on workers.dev, without a domain
  vercel                   one project, a function for each group
  vercel --plan=hobby      the same on the free plan, where the clock must come from elsewhere
  clock                    a Worker that fires the triggers of a service that runs elsewhere

  --dry-run                show the steps without running them
  --no-wait                don't wait for the first scheduled run

npm run doctor -- TARGET says what is missing; with --clock it checks that scheduled jobs are firing.

Settings are read from the environment and from deploy.env; docs/deploy.md explains them.`;

const FLAGS = {
  household: { type: "boolean" },
  plan: { type: "string" },
  "dry-run": { type: "boolean" },
  "no-wait": { type: "boolean" },
  clock: { type: "boolean" },
} as const;

/** Null where the words are none that this command knows. */
export function readOptions(words: readonly string[]): Options | null {
  const read = readWords(words);
  const target = TARGETS.find((name) => name === read?.positionals[0]);
  if (read === null || target === undefined || read.positionals.length > 1) return null;
  const { household = false, plan, clock = false, ...given } = read.values;
  if (household && target !== "cloudflare") return null;
  if (plan !== undefined && (target !== "vercel" || !["hobby", "pro"].includes(plan))) return null;
  return {
    ...{ target, household, clock },
    plan: plan === "hobby" ? "hobby" : "pro",
    dryRun: given["dry-run"] ?? false,
    wait: given["no-wait"] !== true,
  };
}

function readWords(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options: FLAGS, allowPositionals: true });
  } catch {
    // An unknown flag: the usage says which there are.
    return null;
  }
}
