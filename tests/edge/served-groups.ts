import type { GroupName } from "../../functions/_platform/variables.ts";
import type { LocalSecrets } from "../../local/start/local-secrets.ts";
import type { TestDatabase } from "../support/database.ts";
import type { TestRedis } from "../support/redis.ts";
import { type Edge, startEdge } from "./edge.ts";

export const SECRETS: LocalSecrets = {
  CRON_SECRET: "c".repeat(43),
  INGEST_KEY_ENCRYPTION_SECRET: "i".repeat(43),
  SERVER_SECRET: "s".repeat(43),
};
/** Nobody listens here: these tests don't depend on a function's calls to its own address. */
export const NOWHERE = "http://127.0.0.1:9";

type Services = { database: TestDatabase; redis: Pick<TestRedis, "url" | "token"> };

/** Returns the variables that a deployment gives its functions. */
export const environmentOf = ({ database, redis }: Services, baseUrl = NOWHERE): Record<string, string> => ({
  ...SECRETS,
  BASE_URL: baseUrl,
  DATABASE_URL: database.connectionString,
  NEON_FETCH_ENDPOINT: database.fetchEndpoint,
  UPSTASH_REDIS_REST_URL: redis.url,
  UPSTASH_REDIS_REST_TOKEN: redis.token,
});

/** Starts one instance of these groups in workerd, and of the fallback group. */
export const serveGroups = (groups: readonly GroupName[], services: Services): Promise<Edge> =>
  startEdge({ workers: ["public", ...groups], env: environmentOf(services) });
