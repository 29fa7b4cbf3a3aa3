import { inParallel } from "../../lib/kernel/in-turn.actions.ts";
import type { FeedShards, HandOutShards, Report } from "../../lib/kernel/ports.ts";
import type { ShardMessage } from "../../lib/kernel/shards.ts";
import { messageOf } from "../../lib/kernel/text.ts";
import { PLATFORM_LIMITS, type Reads, type ShardQueue } from "./variables.ts";

/** The most messages that a queue takes in one batch. */
const BATCH_MAX = 100;

type ShardEnv = Partial<Reads<"FEED_SHARDS">> & Reads<"BASE_URL" | "CRON_SECRET">;

/** Shards that were handed out together. `refused` is the reason for a failure, or null if they are under way. */
type Handed = { shards: number; refused: string | null };

/** Hands shards out through the platform's queue, or else calls this same function over HTTP for each. */
export function handOutShards(
  env: ShardEnv,
  report: Report,
  answerMs: number = PLATFORM_LIMITS.shardAnswerMs,
): HandOutShards {
  const { FEED_SHARDS } = env;
  const handOut = FEED_SHARDS === undefined ? byCalls(env, answerMs) : byQueue(FEED_SHARDS);
  return async (work, shards, tick, devices = []) => {
    const common = { tick: tick.toISOString(), work };
    const messages = Array.from({ length: shards }, (_, index): ShardMessage => {
      const own = devices[index];
      return own === undefined ? common : { ...common, devices: own };
    });
    const refused = (await handOut(messages)).filter((each) => each.refused !== null);
    const count = refused.reduce((sum, each) => sum + each.shards, 0);
    if (count > 0) {
      const told = { work, shards: count, of: shards, reason: refused[0]?.refused };
      report({ level: "error", event: "shards_not_handed_out", ...told });
    }
    return shards - count;
  };
}

const byQueue = (queue: ShardQueue) => (messages: ShardMessage[]) => {
  const batches = Array.from({ length: Math.ceil(messages.length / BATCH_MAX) }, (_, index) =>
    messages.slice(index * BATCH_MAX, (index + 1) * BATCH_MAX),
  );
  return inParallel(batches, 1, (batch) =>
    handed(batch.length, () => queue.sendBatch(batch.map((body) => ({ body })))),
  );
};

function byCalls({ BASE_URL, CRON_SECRET }: ShardEnv, answerMs: number) {
  const headers = { Authorization: `Bearer ${CRON_SECRET}` };
  return (messages: ShardMessage[]) =>
    inParallel(messages, PLATFORM_LIMITS.shardCallsMax, ({ work, tick, devices }) => {
      const url = new URL(`/api/cron/${work}-shard`, BASE_URL);
      if (devices === undefined) url.searchParams.set("tick", tick);
      else {
        url.searchParams.set("after", `${devices.after}`);
        url.searchParams.set("up_to", `${devices.upTo}`);
      }
      return handed(1, () => call(url, { method: "POST", headers, signal: AbortSignal.timeout(answerMs) }));
    });
}

async function handed(shards: number, handOut: () => Promise<void>): Promise<Handed> {
  try {
    await handOut();
    return { shards, refused: null };
  } catch (error) {
    return { shards, refused: messageOf(error) };
  }
}

/** @throws Error if the shard isn't polled. A timeout is no error: the shard continues unattended. */
async function call(url: URL, request: RequestInit): Promise<void> {
  const answer = await fetch(url, request).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === "TimeoutError") return null;
    throw error;
  });
  await answer?.body?.cancel();
  if (answer?.ok === false) throw new Error(`It answers ${answer.status}`);
}

/**
 * Returns how many feeds one invocation polls (SHARD_SIZE), and how many at once. The platform's plan limits an
 * invocation's own requests; docs/operations.md has the calculation.
 */
export function feedShards({
  SHARD_SIZE,
  EDGE,
  MACHINE,
}: Reads<"SHARD_SIZE" | "EDGE" | "MACHINE">): FeedShards {
  const isWorker = EDGE === "cloudflare" && MACHINE === undefined;
  return {
    size: SHARD_SIZE,
    sideBySide: isWorker ? PLATFORM_LIMITS.feedsAtOnceOnWorkers : PLATFORM_LIMITS.feedsAtOnceElsewhere,
  };
}
