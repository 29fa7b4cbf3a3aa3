import { randomBytes } from "node:crypto";
import { createDatabase } from "../postgres/create-database.ts";
import { migrateDatabase } from "../postgres/migrate.ts";
import { startPostgres } from "../postgres/start-postgres.ts";
import { startRedisRestEndpoint } from "../redis/rest-endpoint.ts";
import { startRedis } from "../redis/start-redis.ts";
import { startSqlEndpoint } from "../sql/endpoint.ts";
import { isNeonHost, type StartSettings } from "./settings.ts";
import type { StartSteps } from "./steps.ts";

const DATABASE = "hearthwatch";

/** What the functions are told, and what to watch. */
export interface DatabaseService {
  connectionString: string;
  env: { DATABASE_URL: string; NEON_FETCH_ENDPOINT?: string };
  died: Promise<string>;
}

/** Has no `died`: a Redis that ends is started again, and done without until it is there. */
export interface RedisService {
  env: { UPSTASH_REDIS_REST_URL: string; UPSTASH_REDIS_REST_TOKEN: string };
}

const NEVER = new Promise<never>(() => undefined);

export async function startDatabase(settings: StartSettings, steps: StartSteps): Promise<DatabaseService> {
  const { connectionString, died } =
    settings.databaseUrl === undefined
      ? await embeddedDatabase(settings, steps)
      : { connectionString: settings.databaseUrl, died: NEVER };
  await steps.run("Migrations", async () => {
    await migrateDatabase(connectionString);
    return { made: undefined, told: "applied" };
  });
  if (isNeonHost(connectionString))
    return { connectionString, env: { DATABASE_URL: connectionString }, died };
  const endpoint = await steps.run("SQL endpoint", async () => {
    const made = await startSqlEndpoint({ connectionString });
    return { made, told: `Neon's dialect on ${made.url}`, close: made.stop };
  });
  return {
    connectionString,
    env: { DATABASE_URL: connectionString, NEON_FETCH_ENDPOINT: endpoint.url },
    died,
  };
}

function embeddedDatabase({ dataDir }: StartSettings, steps: StartSteps) {
  return steps.run("PostgreSQL", async () => {
    const postgres = await startPostgres({ dataDir });
    const connectionString = postgres.connectionString(DATABASE);
    try {
      await createDatabase(postgres.connectionString("postgres"), DATABASE);
    } catch (error) {
      await postgres.stop();
      throw error;
    }
    const again = postgres.tookOver ? ", after stopping the one a killed start left behind" : "";
    const told = `embedded, on port ${postgres.port}${again}`;
    return { made: { connectionString, died: postgres.died }, told, close: postgres.stop };
  });
}

export async function startLimiterRedis(settings: StartSettings, steps: StartSteps): Promise<RedisService> {
  const { upstash, redisUrl, dataDir } = settings;
  if (upstash !== undefined)
    return {
      env: { UPSTASH_REDIS_REST_URL: upstash.url, UPSTASH_REDIS_REST_TOKEN: upstash.token },
    };
  const redis = await steps.run("Redis", async () => {
    const made = await startRedis({ dataDir, url: redisUrl });
    return { made, told: made.description, close: made.stop };
  });
  const token = randomBytes(24).toString("base64url");
  const endpoint = await steps.run("Redis REST", async () => {
    const made = await startRedisRestEndpoint({ source: redis, token });
    return { made, told: `Upstash's dialect on ${made.url}`, close: made.stop };
  });
  return {
    env: { UPSTASH_REDIS_REST_URL: endpoint.url, UPSTASH_REDIS_REST_TOKEN: token },
  };
}
