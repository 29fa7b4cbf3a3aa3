// npm run bench ingest-worst: the bodies that cost most to read, CPU in ms [--rounds 4] [--show 12]
// Each adversarial body at the length that is allowed, beside the floor (JSON.parse of a body of many keys). The first
// time is on the clock, of code that is not compiled yet.
import { parseArgs } from "node:util";
import { FEED_LIMITS } from "../lib/feeds/limits.ts";
import { readFeed } from "../lib/feeds/read-feed.ts";
import { decodeBody } from "../lib/readings/decode-json.ts";
import { readPayload } from "../lib/readings/read-payload.ts";
import { LIMITS } from "../schema/limits.ts";
import { ADVERSARIES, LONG_TEXTS } from "../tests/support/adversarial-bodies.ts";
import { formatTable } from "./table.ts";

/** The whole budget of a request on Workers' free plan. */
const GOAL_MS = 10;
const NOW = new Date("2026-03-08T07:30:00.250Z");

const CALLS_PER_ROUND = 10;

type Measured = { name: string; coldMs: number; ms: number };

const { values } = parseArgs({ options: { rounds: { type: "string" }, show: { type: "string" } } });
const rounds = Number(values.rounds ?? 4);
const shown = Number(values.show ?? 12);

report("At ingest", LIMITS.ingestBodyBytesMax, (bytes) => {
  const body = decodeBody(bytes);
  if (body.ok) readPayload(body.value, { now: NOW });
});
report("In a feed", FEED_LIMITS.feedBodyBytesMax, (bytes) => {
  readFeed(bytes, { jsonRoot: null, now: NOW });
});

function report(title: string, bytes: number, read: (bytes: Uint8Array) => void): void {
  const floor = floorOf(bytes);
  const measured = Object.entries({ ...ADVERSARIES, ...LONG_TEXTS })
    .map(([name, adversary]) => measure(name, new TextEncoder().encode(adversary(bytes)), read))
    .toSorted((a, b) => b.ms - a.ms);
  const rows = measured
    .slice(0, shown)
    .map(({ name, ms, coldMs }) => [name, ms.toFixed(2), coldMs.toFixed(2), (ms / floor).toFixed(1)]);
  console.log(`\n${title}: ${bytes / 1_024} KB, ${measured.length} bodies, the slowest ${shown}`);
  console.log(formatTable(["", "CPU ms", "first ms", "÷ parse"], rows));
  const slowest = measured[0]?.ms ?? 0;
  const goal = (GOAL_MS * bytes) / LIMITS.ingestBodyBytesMax;
  console.log(`slowest ${slowest.toFixed(2)} ms, goal ${goal} ms: ${slowest <= goal ? "met" : "MISSED"}`);
}

function measure(name: string, bytes: Uint8Array, read: (bytes: Uint8Array) => void): Measured {
  const before = performance.now();
  read(bytes);
  const coldMs = performance.now() - before;
  return { name, coldMs, ms: cpuMs(() => read(bytes)) };
}

function floorOf(bytes: number): number {
  const text = ADVERSARIES["flat-keys: many keys"]?.(bytes) ?? "";
  return cpuMs(() => JSON.parse(text));
}

/**
 * Measures this thread alone: the best of some rounds of many calls each, since systems count CPU in coarse
 * ticks.
 */
function cpuMs(work: () => void): number {
  const times = Array.from({ length: rounds }, () => {
    const before = process.threadCpuUsage();
    for (let call = 0; call < CALLS_PER_ROUND; call += 1) work();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000 / CALLS_PER_ROUND;
  });
  return Math.min(...times);
}
