// npm run bench soak: whether workerd's memory levels off under a stream of posts
// Finds out if the memory of workerd levels off under a stream of posts, or grows with each post. Growth that the empty
// handler has, too, is that of the runtime. npm run bench soak -- [--minutes 2] [--worker ingest|empty]
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Client } from "pg";
import { messageOf } from "../lib/kernel/text.ts";
import { startIngestPlatform } from "./ingest-platform.ts";
import { poster, runLoad } from "./load.ts";
import { formatTable } from "./table.ts";

const CONCURRENCY = 16;
const SAMPLES = 12;
const REST_MS = 20_000;

type Sample = { minutes: number; posts: number; megabytes: number };

const { values } = parseArgs({
  options: {
    minutes: { type: "string" },
    worker: { type: "string" },
    "posts-a-second": { type: "string" },
  },
});
const minutes = Number(values.minutes ?? 2);
const worker = values.worker ?? "ingest";
const pace = values["posts-a-second"] === undefined ? {} : { pace: Number(values["posts-a-second"]) };
const failures: string[] = [];
const platform = await startIngestPlatform();
const { post, close } = poster(platform.workers.url(worker), CONCURRENCY);
try {
  const samples = [sampleAt(0, 0)];
  let posts = 0;
  for (let round = 1; round <= SAMPLES; round += 1) {
    const milliseconds = (minutes * 60_000) / SAMPLES;
    posts += (await runLoad({ concurrency: CONCURRENCY, milliseconds, send, ...pace })).requests;
    samples.push(sampleAt((round * minutes) / SAMPLES, posts));
  }
  await sleep(REST_MS);
  const rested = sampleAt(minutes + REST_MS / 60_000, posts);
  console.log(formatTable(["minutes", "posts", "MB"], [...samples, rested].map(rowOf)));
  if (worker === "ingest")
    console.log(`\n${posts - failures.length} acknowledged, ${await rowsStored()} stored`);
  console.log(`\n${failures.length} posts failed${failures.length > 0 ? `, the first: ${failures[0]}` : ""}`);
  console.log(`\n${worker}: ${slopeOf(samples.slice(-SAMPLES / 2))} B a post in the second half`);
} finally {
  close();
  await platform.stop();
}
process.exit();

/** Counts a failed post instead of throwing, so that a long run goes on. */
async function send(index: number): Promise<void> {
  const device = platform.devices[index % platform.devices.length];
  const body = { temp1: 62 + (index % 97) / 10, humidity1: 30 + (index % 20), door1: index % 2 === 0 };
  try {
    await post(`/api/ingest/${device?.ingestKey}`, JSON.stringify(body));
  } catch (error) {
    failures.push(messageOf(error));
  }
}

/** Returns the number of stored rows; each post is one row. */
async function rowsStored(): Promise<number> {
  const client = new Client({ connectionString: platform.connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: string }>("select count(*) from snapshots");
    return Number(rows[0]?.count);
  } finally {
    await client.end();
  }
}

function sampleAt(at: number, posts: number): Sample {
  const status = readFileSync(`/proc/${platform.workers.pid}/status`, "utf8");
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
  return { minutes: at, posts, megabytes: kilobytes / 1_024 };
}

function rowOf({ minutes: at, posts, megabytes }: Sample): string[] {
  return [at.toFixed(1), String(posts), megabytes.toFixed(0)];
}

/** Returns the bytes that each post leaves behind: the slope of a straight line fitted to the samples. */
function slopeOf(samples: Sample[]): string {
  const mean = (pick: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + pick(sample), 0) / samples.length;
  const [meanPosts, meanMegabytes] = [mean(({ posts }) => posts), mean(({ megabytes }) => megabytes)];
  const together = mean(({ posts, megabytes }) => (posts - meanPosts) * (megabytes - meanMegabytes));
  const spread = mean(({ posts }) => (posts - meanPosts) ** 2);
  return ((together / spread) * 1_048_576).toFixed(0);
}
