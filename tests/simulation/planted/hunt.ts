import { spawn } from "node:child_process";
import path from "node:path";
import { runCampaign } from "../run/campaign.ts";
import { type SimulatedServer, TEMPLATE } from "../run/server.ts";
import { PLANTED_BUGS } from "./all.ts";
import type { PlantedBug } from "./bug.ts";
import { type Copy, copyProject } from "./copy.ts";

export type Hunt = { seeds: number; events: number; workers: number; only: string | undefined };

/**
 * Whether each planted bug is found, by a history or by the test that is named for it. Answers how many are
 * not.
 */
export async function huntBugs(server: SimulatedServer, hunt: Hunt): Promise<number> {
  const copy = await copyProject();
  const bugs = PLANTED_BUGS.filter(({ breaks, file }) => `${file} ${breaks}`.includes(hunt.only ?? ""));
  let missed = 0;
  try {
    for (const bug of bugs) {
      const restore = await copy.plant(bug);
      const found = (await findByHistory(server, copy, hunt)) ?? (await findBySuite(copy, bug));
      await restore();
      if (found === null) missed += 1;
      console.log(
        `${found === null ? "NOT FOUND" : "found    "} ${bug.breaks} (${bug.file})\n          ${found ?? ""}`,
      );
    }
  } finally {
    await copy.remove();
  }
  console.log(`${bugs.length - missed} of ${bugs.length} planted bugs were found.`);
  return missed;
}

async function findByHistory(
  { connectionString }: SimulatedServer,
  { folder }: Copy,
  { seeds, events, workers }: Hunt,
): Promise<string | null> {
  let found: string | null = null;
  const campaign = {
    server: connectionString,
    template: TEMPLATE,
    events,
    workers,
    untilMs: Number.POSITIVE_INFINITY,
    seeds: Array.from({ length: seeds }, (_, place) => place + 1),
    worker: path.join(folder, "tests/simulation/run/worker.ts"),
    isOver: () => found !== null,
  };
  await runCampaign(campaign, ({ seed, violations: [first] }) => {
    if (first !== undefined) found ??= `seed ${seed}: ${first.broken}`;
  });
  return found;
}

function findBySuite({ folder }: Copy, { suite }: PlantedBug): Promise<string | null> {
  if (suite === undefined) return Promise.resolve(null);
  const args = ["node_modules/vitest/vitest.mjs", "run", suite];
  const run = spawn(process.execPath, args, { cwd: folder, stdio: "ignore" });
  return new Promise((resolve, reject) => {
    run.once("error", reject);
    run.once("exit", (code) => resolve(code === 0 ? null : suite));
  });
}
