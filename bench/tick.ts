// npm run bench tick: what polling all feeds of one tick costs, in shards of the production size
// Measures the polling of all feeds in one tick, in shards of the production size, with the production code, the
// guard and Neon's HTTP. PostgreSQL is durable and only for this measurement. Feeds answer at once, so that wall time
// has no network in it. `--ticks` measures only the first ticks, for many feeds.
// npm run bench tick -- [--feeds 10000] [--shards 4] [--ticks 6]

import { parseArgs } from "node:util";
import { PLATFORM_LIMITS } from "../functions/_platform/variables.ts";
import { type FeedsPolled, pollFeeds } from "../lib/feeds/poll-feeds.actions.ts";
import { watchHeap } from "./process-cpu.ts";
import { benchServices } from "./services.ts";
import { formatTable } from "./table.ts";
import { PROCESSES, startTickPlatform, type TickPlatform } from "./tick-platform.ts";

const TICK_MS = 900_000;
const HANGING = 20;

const { values } = parseArgs({
  options: {
    feeds: { type: "string" },
    shards: { type: "string" },
    ticks: { type: "string" },
  },
});
const feeds = Number(values.feeds ?? 10_000);
/** The number of simultaneous invocations. In production, each runs on its own machine. */
const shardsAtOnce = Number(values.shards ?? 4);

const TICKS = [
  { name: "first (sensors are made)", isUnchanged: false, hanging: 0 },
  { name: "readings", isUnchanged: false, hanging: 0 },
  { name: "readings", isUnchanged: false, hanging: 0 },
  { name: "nothing changed (304)", isUnchanged: true, hanging: 0 },
  { name: `readings, ${HANGING} hang`, isUnchanged: false, hanging: HANGING },
  { name: `readings, the same ${HANGING} hang`, isUnchanged: false, hanging: HANGING },
];

const startMs = Math.ceil(Date.now() / TICK_MS) * TICK_MS;
const platform = await startTickPlatform(feeds);
try {
  await measurePolling();
} finally {
  await platform.stop();
}
process.exit();

async function measurePolling(): Promise<void> {
  const rows: string[][] = [];
  for (const [index, tick] of TICKS.slice(0, Number(values.ticks ?? TICKS.length)).entries()) {
    await platform.tell({ tick: index, ...tick });
    rows.push([tick.name, ...(await measure(platform, new Date(startMs + index * TICK_MS)))]);
  }
  console.log(
    `${feeds} feeds, shards of ${PLATFORM_LIMITS.feedShardMax}, ${shardsAtOnce} at once, durable PostgreSQL; CPU in µs a feed`,
  );
  console.log(formatTable(header(), rows));
}

function header(): string[] {
  return [
    "tick",
    "answered",
    "304",
    "failed",
    "readings",
    "wall s",
    "slowest shard s",
    "heap MB",
    "SQL calls",
    "calls/feed",
    ...PROCESSES,
  ];
}

async function measure(bench: TickPlatform, tick: Date): Promise<string[]> {
  const [cpu, callsBefore, begun] = [bench.cpu(), await bench.calls(), performance.now()];
  const clock = () => new Date(tick.getTime() + performance.now() - begun);
  const services = benchServices({ ...bench.services, clock });
  const shards: { counts: FeedsPolled; seconds: number }[] = [];
  const heap = watchHeap();
  const invoke = async (): Promise<void> => {
    for (let left = true; left; ) {
      const start = performance.now();
      const counts = await pollFeeds(services, tick);
      shards.push({ counts, seconds: (performance.now() - start) / 1_000 });
      left = counts.polled > 0;
    }
  };
  await Promise.all(Array.from({ length: shardsAtOnce }, invoke));
  const seconds = (performance.now() - begun) / 1_000;
  const after = bench.cpu();
  const calls = (await bench.calls()) - callsBefore;
  const sum = (count: keyof FeedsPolled) => shards.reduce((total, { counts }) => total + counts[count], 0);
  return [
    ...(["answered", "unchanged", "failed", "readings"] as const).map((count) => String(sum(count))),
    seconds.toFixed(1),
    Math.max(...shards.map((shard) => shard.seconds)).toFixed(1),
    (heap.stop() / 1e6).toFixed(0),
    String(calls),
    (calls / feeds).toFixed(3),
    ...PROCESSES.map((name) => ((after[name] - cpu[name]) / feeds).toFixed(0)),
  ];
}
