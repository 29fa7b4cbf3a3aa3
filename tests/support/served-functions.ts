import { type Bundle, buildGroups } from "../../local/runtime/build.ts";
import { type Runtime, startRuntime } from "../../local/runtime/runtime.ts";
import { readWranglerConfig, type WranglerConfig } from "../../local/runtime/wrangler-config.ts";
import type { LocalSecrets } from "../../local/start/local-secrets.ts";
import type { TestDatabase } from "./database.ts";
import type { TestRedis } from "./redis.ts";

const SECRETS: LocalSecrets = {
  CRON_SECRET: "c".repeat(43),
  INGEST_KEY_ENCRYPTION_SECRET: "i".repeat(43),
  SERVER_SECRET: "s".repeat(43),
};
/** Nobody listens there: what a function sends to its own address is not what these tests are about. */
const BASE_URL = "http://127.0.0.1:9";

export interface BuiltFunctions {
  config: WranglerConfig;
  bundles: Bundle[];
}

/** The named groups of wrangler.toml, built as every other test builds them: public is the fallback and always among them. */
export async function buildFunctions(...names: string[]): Promise<BuiltFunctions> {
  const config = await readWranglerConfig();
  const groups = config.groups.filter(({ group }) => group === "public" || names.includes(group));
  return { config: { ...config, groups }, bundles: await buildGroups(groups, config) };
}

/** One app instance in workerd, through the production drivers. */
export function serveFunctions(
  built: BuiltFunctions,
  database: TestDatabase,
  redis: Pick<TestRedis, "url" | "token">,
  onLog: (line: string) => void = () => undefined,
): Promise<Runtime> {
  const env = {
    ...SECRETS,
    BASE_URL,
    DATABASE_URL: database.connectionString,
    NEON_FETCH_ENDPOINT: database.fetchEndpoint,
    UPSTASH_REDIS_REST_URL: redis.url,
    UPSTASH_REDIS_REST_TOKEN: redis.token,
  };
  return startRuntime({ ...built, env, onLog });
}
