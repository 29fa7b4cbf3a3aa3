import { ALL_DEVICES } from "../../lib/history/compact.actions.ts";
import { historyShard } from "../../lib/history/history-shard.actions.ts";
import { jobOfCron } from "../../lib/jobs/jobs.ts";
import { judgeShard, pollShard, runJob } from "../../lib/jobs/run-job.actions.ts";
import type { ShardMessage } from "../../lib/kernel/shards.ts";
import type { SendingServices } from "../../lib/messages/attempt.actions.ts";

export const SHARDS = { poll: pollShard, judge: judgeShard } as const;

type ShardBatch = { messages: readonly { body: ShardMessage }[] };

/** Does the shards that a tick has handed out. A throw makes the queue hand the batch out once more. */
export const onShards =
  (services: SendingServices) =>
  async ({ messages }: ShardBatch): Promise<void> => {
    for (const { body } of messages) await doReported(services, body);
  };

async function doReported(
  services: SendingServices,
  { tick, work, devices = ALL_DEVICES }: ShardMessage,
): Promise<void> {
  try {
    if (work === "history") await historyShard(services, devices);
    else await SHARDS[work](services, new Date(tick));
  } catch (error) {
    services.report({ level: "error", event: "shard_failed", work, tick, error: String(error) });
    throw error;
  }
}

/** Runs the job that a trigger of wrangler.toml stands for. */
export const onTrigger =
  (services: SendingServices) =>
  async ({ cron, scheduledTime }: { cron: string; scheduledTime: number }): Promise<void> => {
    const job = jobOfCron(cron);
    if (job === null) throw new Error(`No job has the trigger "${cron}"`);
    await runJob(services, job, { trigger: "clock", at: new Date(scheduledTime) });
  };
