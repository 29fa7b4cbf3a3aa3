import { type Db, databaseOver, neonQueries } from "../../lib/kernel/db.queries.ts";
import {
  type CountingRedis,
  localLimiter,
  upstashLimiter,
  upstashRedis,
  upstashSharedLimiter,
} from "../../lib/kernel/limiter.vendor.ts";
import type { Clock, Limiter, Pause, SharedLimiter } from "../../lib/kernel/ports.ts";
import { inTime, logReport } from "../../lib/kernel/runtime.vendor.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { webRandom } from "../../lib/kernel/web-crypto.vendor.ts";
import { needed, type Reads } from "./environment.ts";

/** What all groups read. */
type CoreEnv = Reads<
  "DATABASE_URL" | "NEON_FETCH_ENDPOINT" | "UPSTASH_REDIS_REST_URL" | "UPSTASH_REDIS_REST_TOKEN" | "MACHINE"
>;

/** What every group that touches data is composed from. */
type CorePorts = Pick<Services, "db" | "limiter" | "clock" | "random" | "report" | "inTime">;

export const clock: Clock = () => new Date();
const report = logReport(clock);
/** Node's shortest timer takes a millisecond; who only lets others have their turn need not wait for it. */
const hasTurns = typeof setImmediate === "function";
export const pause: Pause = (ms) =>
  new Promise((resolve) => {
    if (ms === 0 && hasTurns) setImmediate(resolve);
    else setTimeout(resolve, ms);
  });

/** The limiter that all instances share; null for a process that is alone. */
export function redisLimiter(env: CoreEnv): SharedLimiter | null {
  const redis = redisOf(env);
  return redis && upstashSharedLimiter({ redis, clock, random: webRandom, report });
}

/** Asked where a count of one instance would not do. */
export const sharedLimiter = (env: CoreEnv): SharedLimiter => redisLimiter(env) ?? localLimiter(clock);

function limiterOf(env: CoreEnv): Limiter {
  const redis = redisOf(env);
  return redis === null ? localLimiter(clock) : upstashLimiter({ redis, clock, random: webRandom, report });
}

/** Null for a process that holds every group and needs no Redis: what it has counted is everything. */
function redisOf({ MACHINE, UPSTASH_REDIS_REST_URL: url, ...env }: CoreEnv): CountingRedis | null {
  if (MACHINE !== undefined && url === undefined) return MACHINE.redis ?? null;
  return upstashRedis({
    url: needed("UPSTASH_REDIS_REST_URL", url),
    token: needed("UPSTASH_REDIS_REST_TOKEN", env.UPSTASH_REDIS_REST_TOKEN),
  });
}

/** @throws Error when DATABASE_URL or the Upstash variables are missing, unless one process holds every group */
export function corePorts(env: CoreEnv): CorePorts {
  return {
    db: databaseIn(env),
    inTime,
    limiter: limiterOf(env),
    clock,
    random: webRandom,
    report,
  };
}

/** @throws Error when DATABASE_URL is missing, unless one process holds every group */
export const databaseIn = (env: CoreEnv): Db =>
  databaseOver(env.MACHINE?.queries ?? neonAt(env), { pause, clock });

const neonAt = (env: CoreEnv) =>
  neonQueries({
    url: needed("DATABASE_URL", env.DATABASE_URL),
    endpoint: env.NEON_FETCH_ENDPOINT,
  });
