import { spawn } from "node:child_process";
import path from "node:path";
import { runCampaign } from "../run/campaign.ts";
import { type SimulatedServer, TEMPLATE } from "../run/server.ts";
import { PLANTED_BUGS, type PlantedBug } from "./bug.ts";
import { type Copy, copyProject } from "./copy.ts";

type Hunt = { seeds: number; events: number; workers: number; only: string | undefined };

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
      const played =
        bug.machine === undefined ? findByHistory(server, copy, hunt) : findByMachine(copy, bug.machine);
      const found = (await played) ?? (await findBySuite(copy, bug));
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

/** The first promise that is broken; a simulator that ends otherwise has found nothing. */
function findByMachine(
  { folder }: Copy,
  { from, seeds }: NonNullable<PlantedBug["machine"]>,
): Promise<string | null> {
  const args = ["--machine", "--events", "1", "--from", String(from), "--seeds", String(seeds)];
  const run = spawn(process.execPath, ["tests/simulation/run/simulate.ts", ...args], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [run.stdout, run.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  return new Promise((resolve, reject) => {
    run.once("error", reject);
    run.once("close", (code) => resolve(code === 0 ? null : (/^seed \d+ \(.*$/m.exec(said)?.[0] ?? null)));
  });
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
