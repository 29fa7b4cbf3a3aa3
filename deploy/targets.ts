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
  /** Redeploy unchanged functions too. */
  force: boolean;
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
  --force                  redeploy unchanged functions too
  --no-wait                don't wait for the first scheduled run

npm run doctor -- TARGET says what is missing; with --clock it checks that scheduled jobs are firing.

Settings are read from the environment and from deploy.env; docs/deploy.md explains them.`;

/** Null where the words are none that this command knows. */
export function readOptions(words: readonly string[]): Options | null {
  const [target, ...flags] = words;
  const known = TARGETS.find((name) => name === target);
  if (known === undefined) return null;
  const options: Options = {
    target: known,
    household: false,
    plan: "pro",
    dryRun: false,
    force: false,
    wait: true,
    clock: false,
  };
  for (const flag of flags) {
    if (flag === "--dry-run") options.dryRun = true;
    else if (flag === "--force") options.force = true;
    else if (flag === "--no-wait") options.wait = false;
    else if (flag === "--clock") options.clock = true;
    else if (flag === "--household" && known === "cloudflare") options.household = true;
    else if ((flag === "--plan=hobby" || flag === "--plan=pro") && known === "vercel")
      options.plan = flag === "--plan=hobby" ? "hobby" : "pro";
    else return null;
  }
  return options;
}
