import type { HandOutShards } from "../jobs/run-ticks.actions.ts";
import type { Services } from "../kernel/services.actions.ts";
import { ALL_DEVICES, type DeviceRange, rangesBetween } from "./device-range.ts";
import { HISTORY_LIMITS } from "./limits.ts";
import { listDeviceCuts } from "./roll-up.queries.ts";

/** `handOutShards` is null where the platform has no invocation of its own to hand a shard to. */
export type SharePorts = Pick<Services, "db"> & { handOutShards: HandOutShards | null };

/**
 * Hands out the history of all devices but the first ones, which the caller does itself; all of them where some were refused,
 * or where there are no more than one run is for.
 */
export async function shareHistory(
  { db, handOutShards }: SharePorts,
  tick: Date,
  size: number = HISTORY_LIMITS.historyShardDevices,
): Promise<{ own: DeviceRange; shards: number }> {
  const none = { own: ALL_DEVICES, shards: 0 };
  if (handOutShards === null) return none;
  const cuts = await listDeviceCuts(db, { size, cutsMax: HISTORY_LIMITS.historyShardsMax });
  const [own, ...others] = rangesBetween(cuts);
  if (own === undefined || others.length === 0) return none;
  const shards = await handOutShards("history", others.length, tick, others);
  return { own: shards === others.length ? own : ALL_DEVICES, shards };
}
