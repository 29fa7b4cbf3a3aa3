import { collectShard } from "../../lib/flows/jobs/collect-history.ts";
import type { CronPorts } from "./app.ts";

/** A batch of the queue of shards; one message is one shard. */
export type ShardBatch = { messages: readonly { body: { tick: string } }[] };

/** Polls the shards that a tick has handed out. A throw makes the queue hand the batch out once more. */
export const onShards =
  (ports: CronPorts) =>
  async ({ messages }: ShardBatch): Promise<void> => {
    for (const { body } of messages) await pollReported(ports, body.tick);
  };

async function pollReported(ports: CronPorts, tick: string): Promise<void> {
  try {
    await collectShard(ports, new Date(tick));
  } catch (error) {
    ports.report({ level: "error", event: "shard_failed", tick, error: String(error) });
    throw error;
  }
}
