import type { ShardQueue } from "../../functions/_platform/environment.ts";

type Batch = Parameters<ShardQueue["sendBatch"]>[0];

/** Shards that wait. Beyond it a tick is told that its shards were not taken; the next one hands them out again. */
const WAITING_MAX = 1_000;

/**
 * The shards of a tick, one after the other. One that fails has been reported; what it had taken is free again after
 * its lease, for the next tick.
 */
export function shardQueue(
  work: (batch: { messages: Batch }) => Promise<void>,
  add: (work: Promise<unknown>) => void,
): ShardQueue {
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;
  return {
    sendBatch: async (messages) => {
      if (waiting + messages.length > WAITING_MAX) throw new Error("Too many shards are waiting already");
      waiting += messages.length;
      const next = last
        .then(() => inOrder(messages, work))
        .finally(() => {
          waiting -= messages.length;
        });
      last = next;
      add(next);
    },
  };
}

async function inOrder(messages: Batch, work: (batch: { messages: Batch }) => Promise<void>): Promise<void> {
  for (const message of messages)
    await work({ messages: [message] }).catch(() => {
      // It has been reported where it failed.
    });
}
