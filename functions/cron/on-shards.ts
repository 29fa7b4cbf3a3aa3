import { judgeShard } from "../../lib/alerts/judge-shard.actions.ts";
import { pollShard } from "../../lib/feeds/poll-shard.actions.ts";
import type { RunJobPorts } from "../../lib/jobs/run-job.actions.ts";
import type { ShardMessage, ShardWork } from "../../lib/jobs/ticks.ts";

/** A batch of the queue of shards; one message is one shard. */
type ShardBatch = { messages: readonly { body: ShardMessage }[] };

export const SHARDS = { poll: pollShard, judge: judgeShard } as const satisfies Record<ShardWork, unknown>;

/** Does the shards that a tick has handed out. A throw makes the queue hand the batch out once more. */
export const onShards =
  (ports: RunJobPorts) =>
  async ({ messages }: ShardBatch): Promise<void> => {
    for (const { body } of messages) await doReported(ports, body);
  };

async function doReported(ports: RunJobPorts, { tick, work = "poll" }: ShardMessage): Promise<void> {
  try {
    await SHARDS[work](ports, new Date(tick));
  } catch (error) {
    ports.report({ level: "error", event: "shard_failed", work, tick, error: String(error) });
    throw error;
  }
}
