import { databaseOver, neonQueries } from "../../lib/kernel/db.queries.ts";
import {
  type CountingRedis,
  localLimiter,
  upstashLimiter,
  upstashRedis,
  upstashSharedLimiter,
} from "../../lib/kernel/limiter.vendor.ts";
import type { Clock, Pause, SharedLimiter, Vault } from "../../lib/kernel/ports.ts";
import {
  aesVault,
  inTime,
  linkKeys,
  logReport,
  verifyHmac,
  webRandom,
} from "../../lib/kernel/runtime.vendor.ts";
import type { CoreServices } from "../../lib/kernel/services.actions.ts";
import { base64UrlBytes, base64UrlText } from "../../lib/kernel/text.ts";
import { needed, type Reads } from "./variables.ts";

/** The variables that all groups read. A group that seals nothing has no server secret. */
export type CoreEnv = Reads<
  | "DATABASE_URL"
  | "NEON_FETCH_ENDPOINT"
  | "UPSTASH_REDIS_REST_URL"
  | "UPSTASH_REDIS_REST_TOKEN"
  | "EDGE"
  | "MACHINE"
> &
  Partial<Reads<"SERVER_SECRET" | "SERVER_SECRET_PREVIOUS">>;

const clock: Clock = () => new Date();
const report = logReport(clock);
/** Node's shortest timer takes 1 ms, so a pause of 0, which only yields to other work, doesn't use a timer. */
const hasTurns = typeof setImmediate === "function";
export const pause: Pause = (ms) =>
  new Promise((resolve) => {
    if (ms === 0 && hasTurns) setImmediate(resolve);
    else setTimeout(resolve, ms);
  });

/** Returns the limiter that all instances share, or null if this process is the only one. */
export const redisLimiter = (env: CoreEnv): SharedLimiter | null => limiterBy(upstashSharedLimiter, env);

/** Returns the limiter for counts that must hold across instances. A process that is the only one counts alone. */
export const sharedLimiter = (env: CoreEnv): SharedLimiter => redisLimiter(env) ?? localLimiter(clock);

function limiterBy<L>(limiterOf: (options: Parameters<typeof upstashLimiter>[0]) => L, env: CoreEnv) {
  const redis = redisOf(env);
  return redis && limiterOf({ redis, clock, random: webRandom, report });
}

/** Returns null for a process that holds every group and has no Redis: its own counts are complete. */
function redisOf({ MACHINE, UPSTASH_REDIS_REST_URL: url, ...env }: CoreEnv): CountingRedis | null {
  if (MACHINE !== undefined && url === undefined) return MACHINE.redis ?? null;
  return upstashRedis({
    url: needed("UPSTASH_REDIS_REST_URL", url),
    token: needed("UPSTASH_REDIS_REST_TOKEN", env.UPSTASH_REDIS_REST_TOKEN),
  });
}

const noSecret = async (): Promise<never> => {
  throw new Error("SERVER_SECRET is not set");
};
const NO_VAULT: Vault = { seal: noSecret, open: noSecret };

/**
 * Builds the services that every group needs.
 * @throws Error if DATABASE_URL or the Upstash variables are missing, unless one process holds every group
 */
export const coreServices = (env: CoreEnv): CoreServices => ({
  db: databaseOver(env.MACHINE?.queries ?? neonAt(env), { pause, clock }),
  inTime,
  limiter: limiterBy(upstashLimiter, env) ?? localLimiter(clock),
  clock,
  random: webRandom,
  report,
  edge: env.EDGE,
  serverVault:
    env.SERVER_SECRET === undefined
      ? NO_VAULT
      : aesVault({ current: env.SERVER_SECRET, previous: env.SERVER_SECRET_PREVIOUS }),
  verifyHmac,
});

const neonAt = (env: CoreEnv) =>
  neonQueries(needed("DATABASE_URL", env.DATABASE_URL), env.NEON_FETCH_ENDPOINT);

const SALT = "telegram-webhook/v1";
const TEXT = "updates";

export type SecretEnv = Reads<"SERVER_SECRET" | "SERVER_SECRET_PREVIOUS">;

/** Returns the secrets that seal the server's own texts and sign its links. */
export const serverSecrets = (env: SecretEnv) => ({
  current: env.SERVER_SECRET,
  previous: env.SERVER_SECRET_PREVIOUS,
});

/** Derives the secret that Telegram sends with each update, so that nobody has to store it. */
export function telegramSecret(env: SecretEnv) {
  const keys = linkKeys(SALT, serverSecrets(env));
  return {
    sign: async (): Promise<string> => base64UrlText(await keys.sign(TEXT)),
    isTelegrams: async (given: string | null): Promise<boolean> => {
      const mac = given === null ? null : base64UrlBytes(given);
      return mac !== null && (await keys.isOurs(TEXT, mac));
    },
  };
}

/**
 * Returns the vault for ingest keys that a person may see again, or null if INGEST_KEY_ENCRYPTION_SECRET isn't set:
 * then no ingest key can be revealed.
 */
export function keyVault({
  INGEST_KEY_ENCRYPTION_SECRET: current,
  INGEST_KEY_ENCRYPTION_SECRET_PREVIOUS: previous,
}: Partial<Reads<"INGEST_KEY_ENCRYPTION_SECRET" | "INGEST_KEY_ENCRYPTION_SECRET_PREVIOUS">>): Vault | null {
  return current === undefined ? null : aesVault({ current, previous });
}
