import type { Counts } from "../jobs/jobs.ts";
import { type RunJobPorts, sendQueued } from "../jobs/run-job.actions.ts";
import { shardTick } from "../jobs/ticks.ts";
import { judgeDueHomes } from "./judge-homes.actions.ts";

/**
 * Judges homes beside others that do, and sends at once what is to be told. What was judged in this tick is
 * due after it.
 */
export async function judgeShard(ports: RunJobPorts, tick: Date): Promise<Counts> {
  const counts = await judgeDueHomes(ports, shardTick(tick, ports.clock()));
  if (counts.notified > 0) await sendQueued(ports);
  return counts;
}
