import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { PROJECT_FOLDER } from "../../support/processes.ts";
import { runCampaign } from "../run/campaign.ts";
import { type SimulatedServer, TEMPLATE } from "../run/server.ts";
import { PLANTED_BUGS } from "./bug.ts";

const LEFT_OUT = new Set(["node_modules", ".git", ".local"]);

type Hunt = { seeds: number; events: number; workers: number; only: string | undefined };

/** Plants each bug in a copy of the project, and plays histories until one fails. Returns the missed ones' count. */
export async function huntBugs(server: SimulatedServer, hunt: Hunt): Promise<number> {
  const folder = await copyProject();
  const bugs = PLANTED_BUGS.filter(({ breaks, file }) => `${file} ${breaks}`.includes(hunt.only ?? ""));
  let missed = 0;
  try {
    for (const { breaks, file, find, replace } of bugs) {
      const target = path.join(folder, file);
      const before = await readFile(target, "utf8");
      // A function, so that `$` has no special meaning in the text.
      await writeFile(
        target,
        before.replace(find, () => replace),
      );
      const found = await firstViolation(server, folder, hunt);
      await writeFile(target, before);
      if (found === null) missed += 1;
      console.log(
        `${found === null ? "NOT FOUND" : "found    "} ${breaks} (${file})\n          ${found ?? ""}`,
      );
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  console.log(`${bugs.length - missed} of ${bugs.length} planted bugs were found.`);
  return missed;
}

/** Copies the project, sharing its installed packages. */
async function copyProject(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "hearthwatch-planted-"));
  const filter = (source: string) => !LEFT_OUT.has(path.relative(PROJECT_FOLDER, source));
  await cp(PROJECT_FOLDER, folder, { recursive: true, filter });
  await symlink(path.join(PROJECT_FOLDER, "node_modules"), path.join(folder, "node_modules"));
  return folder;
}

async function firstViolation(
  { connectionString }: SimulatedServer,
  folder: string,
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
