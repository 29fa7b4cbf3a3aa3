import { fork } from "node:child_process";
import path from "node:path";
import { isEquivalent } from "./equivalents/equivalents.ts";
import { reachOf, readSource } from "./import-graph.ts";
import { findMutants, type Mutant } from "./mutants.ts";
import type { Answer, Plan, Verdict } from "./protocol.ts";
import { type Judged, lineOf, scoresOf } from "./report.ts";

const WORKER = path.join(import.meta.dirname, "worker/worker.ts");
/** A worker that says nothing for so long hangs in a mutant. */
const SILENCE_MS_MAX = 120_000;

/** A map, a set or a variable of the whole file. */
const KEEPS_STATE = /^(?:let |const \w+(?:: [^=]+)? = new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\))/m;

/** Every mutant of these files, each tried by the tests that meet it. */
export async function judgeFiles(
  files: readonly string[],
  tests: readonly string[],
  told: (line: string) => void,
): Promise<Judged[]> {
  const first: [string, number][] = [];
  const mutants: Mutant[] = [];
  const remembering = new Set(files.filter((file) => KEEPS_STATE.test(readSource(file))));
  for (const file of files) {
    first.push([file, mutants.length]);
    mutants.push(...findMutants(file, readSource(file)).mutants);
  }
  const nearest = nearestTests(files, tests);
  const verdicts = new Map<number, Verdict>();
  const judged = () =>
    mutants.flatMap((mutant, id) => {
      const verdict = verdicts.get(id);
      return verdict === undefined ? [] : [{ ...mutant, verdict }];
    });
  const judge = (id: number, verdict: Verdict) => {
    verdicts.set(id, verdict);
    const mutant = mutants[id];
    if (mutant === undefined) return;
    if (verdict !== "killed") told(lineOf({ ...mutant, verdict }));
    const isFileDone = mutants.every(({ file }, other) => file !== mutant.file || verdicts.has(other));
    if (isFileDone) told(scoresOf(mutant.file, judged()));
  };
  for (const [id, mutant] of mutants.entries()) if (isEquivalent(mutant)) verdicts.set(id, "equivalent");
  while (verdicts.size < mutants.length) {
    const left = mutants.flatMap(({ file }, id) =>
      verdicts.has(id)
        ? []
        : [{ id, source: file, reachedBy: nearest.get(file) ?? [], keepsState: remembering.has(file) }],
    );
    const reached = new Set(left.flatMap(({ reachedBy }) => reachedBy));
    const hung = await runWorker(
      { first, tests: tests.filter((test) => reached.has(test)), mutants: left },
      judge,
      told,
    );
    if (hung !== null) judge(hung, "killed");
  }
  return judged();
}

/** The tests that reach each file, those that import it most directly first. */
function nearestTests(files: readonly string[], tests: readonly string[]): Map<string, string[]> {
  const reach = [...reachOf(tests)].map(([test, reached]) => ({
    test,
    distance: new Map([...reached].map((file, at) => [file, at])),
  }));
  return new Map(
    files.map((file) => [
      file,
      reach
        .flatMap(({ test, distance }) => {
          const steps = distance.get(file);
          return steps === undefined ? [] : [{ test, steps }];
        })
        .toSorted((a, b) => a.steps - b.steps)
        .map(({ test }) => test),
    ]),
  );
}

/** Answers the mutant in which the worker hung, or null once it has judged all. */
function runWorker(
  plan: Plan,
  judged: (id: number, verdict: Verdict) => void,
  told: (line: string) => void,
): Promise<number | null> {
  const worker = fork(WORKER);
  let current: number | null = null;
  let isDone = false;
  let silence = setTimeout(() => undefined, 0);
  const listen = (milliseconds: number) => {
    clearTimeout(silence);
    silence = setTimeout(() => worker.kill("SIGKILL"), milliseconds);
  };
  worker.on("message", (answer: Answer) => {
    if (answer.kind === "ready")
      for (const line of answer.failing) told(`left out, it fails without a mutant: ${line}`);
    if (answer.kind === "begin") current = answer.id;
    if (answer.kind === "end") judged(answer.id, answer.verdict);
    if (answer.kind === "done") isDone = true;
    listen(SILENCE_MS_MAX);
  });
  worker.send(plan);
  return new Promise((resolve, reject) => {
    worker.once("error", reject);
    worker.once("exit", (code) => {
      clearTimeout(silence);
      if (isDone) resolve(null);
      else if (current !== null) resolve(current);
      else reject(new Error(`The tests could not be loaded: the worker ended with ${code}.`));
    });
  });
}
