import { parseArgs } from "node:util";
import { judgeFiles } from "./campaign.ts";
import { GUARDS } from "./guards/guards.ts";
import { breakGuards } from "./guards/run.ts";
import { filesOf } from "./import-graph.ts";
import { reportOf } from "./report.ts";

/** Pure files: those whose names have no second ending. */
const SOURCES = ["lib/**/!(*.*).ts"];
const TESTS = ["tests/domain/**/*.test.ts"];

const { values } = parseArgs({
  options: {
    shard: { type: "string" },
    only: { type: "string", multiple: true },
    guards: { type: "boolean" },
  },
});

if (values.guards) process.exitCode = await reportGuards();
else await reportMutants();

async function reportMutants(): Promise<void> {
  const files = sharded(SOURCES.flatMap(filesOf).filter(isAsked));
  const judged = await judgeFiles(files, TESTS.flatMap(filesOf), (line) => console.log(line));
  console.log(reportOf(judged));
}

async function reportGuards(): Promise<number> {
  const guards = GUARDS.filter(({ file }) => isAsked(file));
  let noticed = 0;
  await breakGuards(guards, ({ guard, isNoticed }) => {
    if (isNoticed) noticed += 1;
    console.log(`${isNoticed ? "noticed " : "SURVIVED"} ${guard.file}: ${guard.keeps} (${guard.test})`);
  });
  console.log(`${noticed} of ${guards.length} guards`);
  return noticed === guards.length ? 0 : 1;
}

/** Whether a file is, or is below, one of those that `--only` names. */
function isAsked(file: string): boolean {
  return (values.only ?? [""]).some((name) => file.startsWith(name));
}

function sharded(all: string[]): string[] {
  const [shard, shards] = (values.shard ?? "1/1").split("/").map(Number);
  return all.filter((_, index) => index % (shards ?? 1) === (shard ?? 1) - 1);
}
