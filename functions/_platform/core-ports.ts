import { logReport } from "../../lib/adapters/log-report.ts";
import {
  type UpstashOptions,
  upstashLimiter,
  upstashSharedLimiter,
} from "../../lib/adapters/upstash-limiter.ts";
import { webRandom } from "../../lib/adapters/web-random.ts";
import type { Clock, Limiter, Pause, Random, Report, SharedLimiter } from "../../lib/ports.ts";
import { type Db, openDatabase } from "../../lib/store/db.ts";
import { type Environment, optional, required } from "./environment.ts";

/** What every group that touches data is composed from. */
export type CorePorts = { db: Db; limiter: Limiter; clock: Clock; random: Random; report: Report };

const clock: Clock = () => new Date();
const report = logReport(clock);
export const pause: Pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Asked where a count of one instance would not do; the same Redis. */
export const sharedLimiter = (environment: Environment): SharedLimiter =>
  upstashSharedLimiter(upstashOptions(environment));

const upstashOptions = (environment: Environment): UpstashOptions => ({
  url: required(environment, "UPSTASH_REDIS_REST_URL"),
  token: required(environment, "UPSTASH_REDIS_REST_TOKEN"),
  clock,
  random: webRandom,
  report,
});

/** @throws Error when DATABASE_URL or the Upstash variables are missing */
export function corePorts(environment: Environment): CorePorts {
  return {
    db: openDatabase({
      url: required(environment, "DATABASE_URL"),
      endpoint: optional(environment, "NEON_FETCH_ENDPOINT"),
      pause,
    }),
    limiter: upstashLimiter(upstashOptions(environment)),
    clock,
    random: webRandom,
    report,
  };
}
