import "../../support/fast-check-seed.ts";
import type { Answer, Plan, PlannedMutant, Verdict } from "../protocol.ts";
import { activate } from "./active.ts";
import { cpuMs } from "./cpu-time.ts";
import { importFile, loadMutated } from "./load-mutated.ts";
import { type Known, type Rehearsed, rehearse } from "./rehearse.ts";
import { collect } from "./vitest.ts";

/** A mutant that no test notices within so much time of the processor counts as one that survives. */
const TESTS_MS_MAX = 500;
/** The same where everything is loaded again for it. */
const LOADING_MS_MAX = 2_000;
/** A test that waits for longer waits for what will not come. */
const WAIT_MS_MAX = 10_000;

process.once("message", (plan: Plan) => void work(plan));

const say = (answer: Answer) => process.send?.(answer);

async function work({ first, tests, mutants }: Plan): Promise<void> {
  loadMutated(new Map(first));
  const rehearsed = await rehearse(tests);
  say({ kind: "ready", failing: rehearsed.failing });
  for (const mutant of mutants) {
    say({ kind: "begin", id: mutant.id });
    const verdict = await judge(mutant, rehearsed);
    activate(-1);
    say({ kind: "end", id: mutant.id, verdict });
  }
  say({ kind: "done" });
  process.disconnect();
}

async function judge(
  { id, source, reachedBy, keepsState }: PlannedMutant,
  rehearsed: Rehearsed,
): Promise<Verdict> {
  const met = rehearsed.metBy.get(id) ?? [];
  const until = cpuMs() + TESTS_MS_MAX;
  const ordered = met.toSorted(
    (a, b) => killsOf(source, b) - killsOf(source, a) || a.milliseconds - b.milliseconds,
  );
  const isAtLoad = rehearsed.atLoad.has(id);
  const isMet = met.length > 0 || isAtLoad;
  if (await isKilledBy(ordered, id, source, until)) return "killed";
  if ((isAtLoad || (isMet && keepsState)) && (await isKilledAfresh(reachedBy, id, source))) return "killed";
  return isMet ? "survived" : "not met";
}

type Named = Pick<Known, "file" | "name" | "run">;

async function isKilledBy(cases: Named[], id: number, source: string, until: number): Promise<boolean> {
  for (const each of cases) {
    if (cpuMs() > until) return false;
    activate(id);
    if (!(await passes(each))) {
      kills.set(keyOf(source, each), killsOf(source, each) + 1);
      return true;
    }
  }
  return false;
}

async function passes({ run }: Named): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("waited too long")), WAIT_MS_MAX);
  });
  try {
    await Promise.race([run(), waited]);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

let generation = 0;

/**
 * What is made while files are loaded is made again: everything is loaded once more, with the mutant active.
 */
async function isKilledAfresh(files: string[], id: number, source: string): Promise<boolean> {
  generation += 1;
  const until = cpuMs() + LOADING_MS_MAX;
  const ordered = files.toSorted(
    (a, b) => (fileKills.get(source + b) ?? 0) - (fileKills.get(source + a) ?? 0),
  );
  for (const file of ordered) {
    if (cpuMs() > until) return false;
    activate(id);
    const isKilled = await collect(file, () => importFile(file, generation)).then(
      (cases) =>
        isKilledBy(
          cases
            .map((each) => ({ ...each, file }))
            .toSorted((a, b) => killsOf(source, b) - killsOf(source, a)),
          id,
          source,
          until,
        ),
      () => true,
    );
    if (!isKilled) continue;
    fileKills.set(source + file, (fileKills.get(source + file) ?? 0) + 1);
    return true;
  }
  return false;
}

/** Tests that have noticed a mutant of the same file are asked first. */
const kills = new Map<string, number>();
const fileKills = new Map<string, number>();
const keyOf = (source: string, { file, name }: Pick<Known, "file" | "name">) => `${source} ${file} ${name}`;
const killsOf = (source: string, known: Pick<Known, "file" | "name">) => kills.get(keyOf(source, known)) ?? 0;
