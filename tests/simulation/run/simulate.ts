import { parseArgs } from "node:util";
import { huntBugs } from "../planted/hunt.ts";
import { type Result, runCampaign } from "./campaign.ts";
import type { Violation } from "./history.ts";
import { planOf } from "./plan.ts";
import { type SimulatedServer, startServer, TEMPLATE } from "./server.ts";
import { openSimulator, playSeed, type Simulator, shrinkSeed } from "./simulator.ts";

/** `npm run simulate`: runs a campaign over many seeds, or one seed with the part that makes it fail. */
const SHOWN_MAX = 5;
/** How often to play a history with contended transactions. */
const CONTENDED_PLAYS = 5;
if (process.argv.includes("--help")) {
  console.log(
    "Usage: npm run simulate -- [--seeds 100] [--from 1] [--seed N] [--planted]; see docs/testing.md",
  );
  process.exit(0);
}
const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "100" },
    from: { type: "string", default: "1" },
    seed: { type: "string" },
    /** Plants bugs in a copy of the project, and checks that they are found. */
    planted: { type: "boolean", default: false },
    only: { type: "string" },
    events: { type: "string", default: "40" },
    /** After this time no more histories begin. */
    minutes: { type: "string", default: "600" },
    workers: { type: "string", default: "2" },
  },
});
const events = Number(values.events);

const server = await startServer();
// Leaves no database server behind if it ends early.
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void server.stop().finally(() => process.exit(130)));
try {
  process.exitCode = await run(server);
} finally {
  await server.stop();
}

async function run(server: SimulatedServer): Promise<number> {
  if (values.planted) {
    const hunt = { seeds: Number(values.seeds), events, workers: Number(values.workers), only: values.only };
    return Math.min(1, await huntBugs(server, hunt));
  }
  return values.seed === undefined ? await campaign(server) : await replay(server, Number(values.seed));
}

async function campaign({ connectionString }: SimulatedServer): Promise<number> {
  const from = Number(values.from);
  const seeds = Array.from({ length: Number(values.seeds) }, (_, place) => from + place);
  const [tally, checked]: Record<string, number>[] = [{}, {}];
  const failed: Result[] = [];
  const begunAt = performance.now();
  let played = 0;
  const options = {
    server: connectionString,
    template: TEMPLATE,
    seeds,
    events,
    workers: Number(values.workers),
    untilMs: Date.now() + Number(values.minutes) * 60_000,
  };
  await runCampaign(options, (result) => {
    played += 1;
    addCounts(tally ?? {}, result.tally);
    addCounts(checked ?? {}, result.checked);
    if (result.violations.length === 0) return;
    failed.push(result);
    console.log(`seed ${result.seed}: ${result.violations[0]?.broken}`);
  });
  const seconds = (performance.now() - begunAt) / 1_000;
  console.log(tableOf("Faults injected", tally ?? {}));
  console.log(tableOf("Checked", checked ?? {}));
  console.log(
    `${played} histories of ${events} events in ${seconds.toFixed(0)} s, ${failed.length} with violations.`,
  );
  if (failed.length > 0) console.log(`Replay one alone: npm run simulate -- --seed ${failed[0]?.seed}`);
  return failed.length > 0 ? 1 : 0;
}

/** Plays contended histories several times: which waiting transaction continues is up to PostgreSQL. */
async function firstViolations(simulator: Simulator, seed: number): Promise<Violation[]> {
  for (let played = 1; ; played += 1) {
    const { violations } = await playSeed(simulator, seed, events);
    if (violations.length > 0 || played === (planOf(seed, events).isContended ? CONTENDED_PLAYS : 1))
      return violations;
  }
}

async function replay({ connectionString }: SimulatedServer, seed: number): Promise<number> {
  const simulator = await openSimulator({
    server: connectionString,
    database: "simulated",
    template: TEMPLATE,
  });
  try {
    const violations = await firstViolations(simulator, seed);
    for (const { broken, after } of violations.slice(0, SHOWN_MAX))
      console.log(`${after === null ? "at the end" : `after event ${after}`}: ${broken}`);
    const [first] = violations;
    if (first === undefined) {
      console.log(`Seed ${seed} holds: ${planOf(seed, events).events.length} events.`);
      return 0;
    }
    const least = await shrinkSeed(simulator, seed, events, first.broken);
    console.log("It needs no more than:");
    for (const event of least.events) console.log(`  ${JSON.stringify(event)}`);
    return 1;
  } finally {
    await simulator.close();
  }
}

type Counts = Record<string, number>;

function addCounts(sum: Counts, more: Counts): void {
  for (const [name, count] of Object.entries(more)) sum[name] = (sum[name] ?? 0) + count;
}

/** Names and counts in two columns, the most frequent first. */
function tableOf(title: string, counts: Counts): string {
  const rows = Object.entries(counts).toSorted(([, a], [, b]) => b - a);
  const width = Math.max(title.length, ...rows.map(([name]) => name.length));
  return [
    title,
    ...rows.map(([name, count]) => `  ${name.padEnd(width)}  ${count.toLocaleString("en")}`),
  ].join("\n");
}
