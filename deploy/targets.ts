import { parseArgs } from "node:util";

const TARGETS = ["cloudflare", "vercel"] as const;
type Target = (typeof TARGETS)[number];

export type Options = {
  target: Target;
  /** Vercel's plan; hobby fires no trigger more often than daily. */
  plan: "hobby" | "pro";
};

export const USAGE = `Usage: npm run deploy -- TARGET [options]

  cloudflare               every group as a Worker on your domain
  vercel                   one project, a function for each group
  vercel --plan=hobby      the same on the free plan, where the clock must come from elsewhere

npm run doctor -- TARGET says what is missing.

Settings are read from the environment and from deploy.env; docs/deploy.md explains them.`;

/** Null where the words are none that this command knows. */
export function readOptions(words: readonly string[]): Options | null {
  const read = readWords(words);
  const target = TARGETS.find((name) => name === read?.positionals[0]);
  if (read === null || target === undefined || read.positionals.length > 1) return null;
  const { plan } = read.values;
  if (plan !== undefined && (target !== "vercel" || !["hobby", "pro"].includes(plan))) return null;
  return { target, plan: plan === "hobby" ? "hobby" : "pro" };
}

function readWords(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options: { plan: { type: "string" } }, allowPositionals: true });
  } catch {
    // An unknown flag: the usage says which there are.
    return null;
  }
}
