import type { FeedShards } from "../../lib/kernel/ports.ts";
import { edge } from "./edge.ts";
import { type Environment, optional } from "./environment.ts";
import { PLATFORM_LIMITS } from "./limits.ts";

/**
 * SHARD_SIZE says how many feeds one invocation polls: what the platform's plan allows it in requests of its
 * own (docs/operations.md has the sums).
 * @throws Error where it is no whole number from 1 to PLATFORM_LIMITS.feedShardMax
 */
export function feedShards(environment: Environment): FeedShards {
  const given = optional(environment, "SHARD_SIZE");
  const size = given === undefined ? PLATFORM_LIMITS.feedShardMax : Number(given);
  if (!Number.isInteger(size) || size < 1 || size > PLATFORM_LIMITS.feedShardMax)
    throw new Error(`SHARD_SIZE must be a whole number from 1 to ${PLATFORM_LIMITS.feedShardMax}`);
  const isWorker = edge(environment) === "cloudflare";
  return {
    size,
    sideBySide: isWorker ? PLATFORM_LIMITS.feedsAtOnceOnWorkers : PLATFORM_LIMITS.feedsAtOnceElsewhere,
  };
}
