// npm run bench peers: durable writes, CPU and bytes of a reading beside what else a home would log with, in one run
// Sends the same posts of three readings to Hearthwatch on one machine and in the edge runtime, to its bare statement,
// and to the peers available here, in interleaved rounds, all warmed up first. Missing peers are fetched from Debian's
// and npm's registries; unavailable ones are named. On a shared machine, wall time says little, since one busy process
// gets a smaller share than a database's sixteen processes. So CPU time is printed, too.
// npm run bench peers -- [--seconds 3] [--rounds 5] [--warm 6] [--concurrency 16]. Linux alone.
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { messageOf } from "../lib/kernel/text.ts";
import { runLoad } from "./load.ts";
import { startLogger, startNodeRed } from "./peers/makers.ts";
import { startMosquitto } from "./peers/mosquitto.ts";
import { startOnEdge, startOnMachine } from "./peers/ours.ts";
import { type Entry, type Peer, READINGS_A_POST } from "./peers/peer.ts";
import { startTimeSeries, TIME_SERIES } from "./peers/time-series.ts";
import { cpuOf, cpuOfTree } from "./process-cpu.ts";
import { formatTable, median } from "./table.ts";

/** The time for each peer to write and compress what it has accepted. */
const REST_MS = 15_000;
/** Each may post 60 times a minute, and a quick machine sends more than 60,000 posts during the warm-up. */
const DEVICES = 3_000;
/** After so many posts, everything about a device is known, as after its first minutes. */
const SEASON_POSTS = 2;
/** Peers that neither registry has. */
const NOT_TO_BE_HAD = ["Home Assistant's recorder (PyPI)", "healthchecks (PyPI)"];

/** CPU microseconds per post: of the peer as a whole, of its PostgreSQL, and of the load generator. */
type Round = { posts: number; perSecond: number; cpuUs: number; postgresUs: number; loadUs: number };

const { values } = parseArgs({
  options: {
    seconds: { type: "string" },
    rounds: { type: "string" },
    warm: { type: "string" },
    concurrency: { type: "string" },
  },
});
const milliseconds = Number(values.seconds ?? 3) * 1_000;
const rounds = Number(values.rounds ?? 5);
/** Enough to compile the hot code, and to cache everything about the devices. */
const warmUpMs = Number(values.warm ?? 6) * 1_000;
const concurrency = Number(values.concurrency ?? 16);
const folder = await mkdtemp(path.join(tmpdir(), "hearthwatch-peers-"));
const started: Peer[] = [];
try {
  await measureAll();
} finally {
  for (const peer of started.reverse()) await peer.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit();

async function measureAll(): Promise<void> {
  const skipped = await startAll();
  const posted = new Map(started.map((peer) => [peer, 0]));
  const results = new Map<Peer, Round[]>(started.map((peer) => [peer, []]));
  for (const peer of started) {
    await season(peer.send);
    await measure(peer, warmUpMs);
  }
  await sleep(REST_MS);
  const before = await heldByEach();
  for (let round = 0; round < rounds; round += 1)
    for (const peer of started) {
      const measured = await measure(peer, milliseconds);
      results.get(peer)?.push(measured);
      posted.set(peer, (posted.get(peer) ?? 0) + measured.posts);
    }
  await sleep(REST_MS);
  const after = await heldByEach();
  const rows = started.map((peer, place) => {
    const [had, has] = [before[place] ?? null, after[place] ?? null];
    const readings = (posted.get(peer) ?? 0) * READINGS_A_POST;
    const held = had === null || has === null ? "–" : ((has - had) / readings).toFixed(1);
    return rowOf(peer, results.get(peer) ?? [], held);
  });
  const header = [
    "",
    "posts/s",
    "min–max",
    "on disk when answered",
    "judges",
    "CPU µs",
    "PostgreSQL's",
    "load's",
    "a core's posts/s",
    "kept B",
  ];
  console.log(
    `\nMedians of ${rounds} rounds of ${milliseconds / 1_000} s, ${concurrency} at a time; µs a post, B a reading`,
  );
  console.log(formatTable(header, rows));
  for (const line of skipped) console.log(`SKIPPED ${line}`);
}

/** Starts all peers into `started`. Returns those that aren't available, with the reason. */
async function startAll(): Promise<string[]> {
  const skipped = NOT_TO_BE_HAD.map((name) => `${name}: in no registry that is asked`);
  const starts: ((place: {
    folder: string;
    concurrency: number;
    devices: number;
  }) => Promise<Entry | Entry[]>)[] = [
    startOnMachine,
    startOnEdge,
    startLogger,
    startNodeRed,
    ...TIME_SERIES.map((kind) => (place: Parameters<typeof startLogger>[0]) => startTimeSeries(kind, place)),
    startMosquitto,
  ];
  for (const [place, start] of starts.entries()) {
    const own = path.join(folder, String(place));
    await mkdir(own);
    for (const entry of [await start({ folder: own, concurrency, devices: DEVICES })].flat())
      if ("skipped" in entry) skipped.push(`${entry.name}: ${entry.skipped}`);
      else started.push(entry);
  }
  return skipped;
}

async function season(send: Peer["send"]): Promise<void> {
  const rest = Array.from({ length: SEASON_POSTS * DEVICES }, (_, index) => index).values();
  const sender = async () => {
    for (const index of rest) await send(index);
  };
  await Promise.all(Array.from({ length: concurrency }, sender));
}

function heldByEach(): Promise<(number | null)[]> {
  return Promise.all(started.map((peer) => peer.held()));
}

async function measure({ name, pids, postmaster, send }: Peer, milliseconds: number): Promise<Round> {
  const before = spent(pids, postmaster);
  const { requests, perSecond } = await runLoad({ concurrency, milliseconds, send }).catch(
    (error: unknown) => {
      throw new Error(`${name}: ${messageOf(error)}`);
    },
  );
  const after = spent(pids, postmaster);
  return {
    posts: requests,
    perSecond,
    cpuUs: (after.cpuUs - before.cpuUs) / requests,
    postgresUs: (after.postgresUs - before.postgresUs) / requests,
    loadUs: (after.loadUs - before.loadUs) / requests,
  };
}

function spent(pids: number[], postmaster?: number) {
  return {
    cpuUs: pids.reduce((sum, pid) => sum + cpuOfTree(pid), 0),
    postgresUs: postmaster === undefined ? 0 : cpuOfTree(postmaster),
    loadUs: cpuOf(process.pid),
  };
}

function rowOf({ name, isDurable, judges }: Peer, measured: Round[], held: string): string[] {
  const of = (value: (round: Round) => number) => median(measured.map(value));
  const speeds = measured.map(({ perSecond }) => perSecond);
  return [
    name,
    of(({ perSecond }) => perSecond).toFixed(0),
    `${Math.min(...speeds).toFixed(0)}–${Math.max(...speeds).toFixed(0)}`,
    isDurable ? "yes" : "no",
    judges,
    of(({ cpuUs }) => cpuUs).toFixed(0),
    of(({ postgresUs }) => postgresUs).toFixed(0),
    of(({ loadUs }) => loadUs).toFixed(0),
    (1_000_000 / of(({ cpuUs }) => cpuUs)).toFixed(0),
    held,
  ];
}
