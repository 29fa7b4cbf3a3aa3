import type { Counts } from "../../domain/cron/jobs.ts";
import { shardTick } from "../../domain/cron/shard-tick.ts";
import { judgeDueHomes } from "../alerts/judge-homes.ts";
import { type RunJobPorts, sendQueued } from "./run-job.ts";

/**
 * Judges homes beside others that do, and sends at once what is to be told. What was judged in this tick is
 * due after it.
 */
export async function judgeShard(ports: RunJobPorts, tick: Date): Promise<Counts> {
  const counts = await judgeDueHomes(ports, shardTick(tick, ports.clock()));
  if (counts.told > 0) await sendQueued(ports);
  return counts;
}
