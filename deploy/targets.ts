import { parseArgs } from "node:util";

const TARGETS = ["cloudflare", "vercel"] as const;
type Target = (typeof TARGETS)[number];

export type Options = {
  target: Target;
  /** Vercel's plan. Hobby fires no trigger more often than daily. */
  plan: "hobby" | "pro";
  dryRun: boolean;
};

/** A step of a deployment. `run` returns its result: "applied", "created" … */
export type Step = { title: string; run: () => Promise<string> };

export const USAGE = `Usage: npm run deploy -- TARGET [options]

  cloudflare               every group as a Worker on your domain
  vercel                   one project, a function for each group
  vercel --plan=hobby      the same on the free plan, where the clock must come from elsewhere

  --dry-run                show the steps without running them

npm run doctor -- TARGET says what is missing.

Settings are read from the environment and from deploy.env; docs/deploy.md explains them.`;

const FLAGS = {
  plan: { type: "string" },
  "dry-run": { type: "boolean" },
} as const;

/** Returns null if the arguments aren't valid. */
export function readOptions(words: readonly string[]): Options | null {
  const read = readWords(words);
  const target = TARGETS.find((name) => name === read?.positionals[0]);
  if (read === null || target === undefined || read.positionals.length > 1) return null;
  const { plan, ...given } = read.values;
  if (plan !== undefined && (target !== "vercel" || !["hobby", "pro"].includes(plan))) return null;
  return {
    target,
    plan: plan === "hobby" ? "hobby" : "pro",
    dryRun: given["dry-run"] ?? false,
  };
}

function readWords(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options: FLAGS, allowPositionals: true });
  } catch {
    // An unknown flag: the usage lists the known ones.
    return null;
  }
}
