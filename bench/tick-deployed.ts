import { setTimeout as sleep } from "node:timers/promises";
import { collectHistory } from "../lib/jobs/collect-history.actions.ts";
import { pollShard } from "../lib/jobs/poll-shard.actions.ts";
import { logReport } from "../lib/kernel/runtime.vendor.ts";
import { webRandom } from "../lib/kernel/web-crypto.vendor.ts";
import { type DeployedCron, startDeployedCron } from "./deployed-cron.ts";
import { cpuOf } from "./process-cpu.ts";
import { benchServices } from "./services.ts";
import { formatTable } from "./table.ts";
import { PROCESSES, type TickPlatform } from "./tick-platform.ts";

const ROUNDS = 2;
const TICK_MS = 900_000;
/** Feeds polled across the end of a tick are due once more: a measurement fits into what is left of one. */
const MEASURE_MS_MAX = 90_000;
const LOOK_EVERY_MS = 250;
/** What the last homes' judging may still take once all feeds are polled. */
const SETTLE_MS = 1_000;

/** Has all feeds polled and their homes judged; may be back before all shards are. */
type Contender = { name: string; collect(): Promise<void>; deployed?: DeployedCron };

/**
 * Whole ticks of the same feeds, polled and judged: in this process as the floor, by the bundle of production
 * in the edge runtime through its queue, and by its calls of itself. The local queue delivers one message
 * after another.
 */
export async function measureDeployed(bench: TickPlatform, feeds: number): Promise<void> {
  await tick(bench, { name: "first", collect: () => inThisProcess(bench, 4) }, 0);
  const rows: string[][] = [];
  for (let round = 1; round <= ROUNDS; round += 1)
    for (const shardsAtOnce of [1, 4]) {
      const name = `in this process, ${shardsAtOnce} at once`;
      const contender = { name, collect: () => inThisProcess(bench, shardsAtOnce) };
      rows.push(await measure(bench, contender, feeds, rows.length));
    }
  for (const handOut of ["queue", "calls"] as const) {
    const deployed = await startDeployedCron(bench.env, handOut);
    const contender = { name: `deployed, ${handOut}`, collect: () => deployed.collect(), deployed };
    for (let round = 1; round <= ROUNDS; round += 1)
      rows.push(await measure(bench, contender, feeds, rows.length));
    await deployed.stop();
  }
  console.log(`${feeds} feeds, whole ticks: polled and judged; CPU in µs a feed`);
  console.log(formatTable(["tick", "wall s", "homes left", "calls/feed", "workerd", ...PROCESSES], rows));
}

async function measure(
  bench: TickPlatform,
  contender: Contender,
  feeds: number,
  number: number,
): Promise<string[]> {
  const workerd = () => (contender.deployed === undefined ? 0 : cpuOf(contender.deployed.pid));
  const [calls, cpu, cpuOfWorkerd] = [await bench.calls(), bench.cpu(), workerd()];
  const seconds = await tick(bench, contender, number + 1);
  const after = bench.cpu();
  return [
    contender.name,
    seconds.toFixed(1),
    String(await homesLeft(bench)),
    (((await bench.calls()) - calls) / feeds).toFixed(3),
    ((workerd() - cpuOfWorkerd) / feeds).toFixed(0),
    ...PROCESSES.map((name) => ((after[name] - cpu[name]) / feeds).toFixed(0)),
  ];
}

/** Makes all feeds due, lets them be collected, and answers in how many seconds all of them were polled. */
async function tick(bench: TickPlatform, { collect }: Contender, number: number): Promise<number> {
  const leftMs = TICK_MS - (Date.now() % TICK_MS);
  if (leftMs < MEASURE_MS_MAX) await sleep(leftMs + 50);
  await bench.tell({ tick: number, isUnchanged: false, hanging: 0 });
  await bench.database.query("update pull_feeds set next_poll_at = now(), lease_until = null");
  const begun = new Date();
  await collect();
  while (await isAnyLeft(bench, begun)) await sleep(LOOK_EVERY_MS);
  const seconds = (Date.now() - begun.getTime()) / 1_000;
  await sleep(SETTLE_MS);
  return seconds;
}

async function isAnyLeft({ database }: TickPlatform, since: Date): Promise<boolean> {
  const { rows } = await database.query(
    "select 1 from pull_feeds where last_polled_at is null or last_polled_at < $1 limit 1",
    [since],
  );
  return rows.length > 0;
}

/** Homes whose feeds were polled and that nobody has judged since: the next tick will. */
async function homesLeft({ database }: TickPlatform): Promise<number> {
  const { rowCount } = await database.query("select 1 from household_checks where due_at <= 'epoch'");
  return rowCount ?? 0;
}

const tickNow = () => new Date(Math.floor(Date.now() / TICK_MS) * TICK_MS);

async function inThisProcess(bench: TickPlatform, shardsAtOnce: number): Promise<void> {
  const clock = () => new Date();
  let handedOut: Promise<unknown> = Promise.resolve();
  const ports = benchServices({
    ...bench.ports,
    clock,
    random: webRandom,
    report: logReport(clock),
    forecast: async () => null,
    pause: sleep,
    handOutShards: async (work, shards, at) => {
      // What a shard has polled it judges itself here: there is no other process to leave it to.
      if (work === "judge") return 0;
      const rest = Array(shards).keys();
      const worker = async () => {
        for (const _ of rest) await pollShard(ports, at);
      };
      handedOut = Promise.all(Array.from({ length: shardsAtOnce }, worker));
      return shards;
    },
  });
  await collectHistory(ports, tickNow());
  await handedOut;
}
