import type { HandOutShards } from "../../lib/ports.ts";
import { baseUrl } from "./base-url.ts";
import { cronSecret } from "./cron-secret.ts";
import type { Environment } from "./environment.ts";

/** A message of the queue, or the query of a call: the tick that the shard belongs to. */
export type ShardMessage = { tick: string };

type Queue = { sendBatch(messages: { body: ShardMessage }[]): Promise<void> };

/** What a queue takes in one batch. */
const BATCH_MAX = 100;

/**
 * Through the queue where the platform has one; else by calling this very function over HTTP, once a shard. What
 * is not polled because of a failure here stays due, and the next tick polls it.
 */
export function handOutShards(environment: Environment): HandOutShards {
  const { FEED_SHARDS } = environment as { FEED_SHARDS?: Queue };
  if (FEED_SHARDS !== undefined) return (shards, tick) => enqueue(FEED_SHARDS, shards, tick);
  const url = new URL("/api/cron/poll-shard", baseUrl(environment));
  const headers = { Authorization: `Bearer ${cronSecret(environment)}` };
  return async (shards, tick) => {
    url.searchParams.set("tick", tick.toISOString());
    const calls = Array.from({ length: shards }, () => fetch(url, { method: "POST", headers }));
    await Promise.allSettled(calls);
  };
}

async function enqueue(queue: Queue, shards: number, tick: Date): Promise<void> {
  for (let left = shards; left > 0; left -= BATCH_MAX) {
    const body = { tick: tick.toISOString() };
    await queue.sendBatch(Array.from({ length: Math.min(left, BATCH_MAX) }, () => ({ body })));
  }
}
