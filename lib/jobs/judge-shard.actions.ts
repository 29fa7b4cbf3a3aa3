import { judgeDueHomes } from "../alerts/judge-homes.actions.ts";
import { type Counts, shardTick } from "../kernel/shards.ts";
import type { SendingServices } from "../messages/sending-services.actions.ts";
import { sendQueued } from "./run-job.actions.ts";

/**
 * Evaluates homes beside other shards and sends messages at once. Homes that were evaluated in this tick are due
 * after it.
 */
export async function judgeShard(services: SendingServices, tick: Date): Promise<Counts> {
  const counts = await judgeDueHomes(services, shardTick(tick, services.clock()));
  if (counts.notified > 0) await sendQueued(services);
  return counts;
}
