import { type Db, databaseOver, neonQueries } from "../../lib/kernel/db.queries.ts";
import {
  localLimiter,
  type UpstashOptions,
  upstashLimiter,
  upstashSharedLimiter,
} from "../../lib/kernel/limiter.vendor.ts";
import type { Clock, Pause, SharedLimiter } from "../../lib/kernel/ports.ts";
import { inTime, logReport } from "../../lib/kernel/runtime.vendor.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { webRandom } from "../../lib/kernel/web-crypto.vendor.ts";
import { type Environment, optional, required } from "./environment.ts";

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

/** Asked where a count of one instance would not do; the same Redis, or the one process that there is. */
export const sharedLimiter = (environment: Environment): SharedLimiter =>
  countsAlone(environment) ? localLimiter(clock) : upstashSharedLimiter(upstashOptions(environment));

/** A process that holds every group needs no Redis: what it has counted is everything. */
const countsAlone = (environment: Environment): boolean =>
  environment.MACHINE !== undefined && optional(environment, "UPSTASH_REDIS_REST_URL") === undefined;

const upstashOptions = (environment: Environment): UpstashOptions => ({
  url: required(environment, "UPSTASH_REDIS_REST_URL"),
  token: required(environment, "UPSTASH_REDIS_REST_TOKEN"),
  clock,
  random: webRandom,
  report,
});

/** @throws Error when DATABASE_URL or the Upstash variables are missing, unless one process holds every group */
export function corePorts(environment: Environment): CorePorts {
  return {
    db: databaseIn(environment),
    inTime,
    limiter: countsAlone(environment) ? localLimiter(clock) : upstashLimiter(upstashOptions(environment)),
    clock,
    random: webRandom,
    report,
  };
}

/** @throws Error when DATABASE_URL is missing, unless one process holds every group */
export const databaseIn = (environment: Environment): Db =>
  databaseOver(environment.MACHINE?.queries ?? neonAt(environment), { pause, clock });

const neonAt = (environment: Environment) =>
  neonQueries({
    url: required(environment, "DATABASE_URL"),
    endpoint: optional(environment, "NEON_FETCH_ENDPOINT"),
  });
