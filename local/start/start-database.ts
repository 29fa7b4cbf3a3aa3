import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { createDatabase } from "../postgres/cluster.ts";
import { migrateDatabase } from "../postgres/migrate.ts";
import { startPostgres } from "../postgres/start-postgres.ts";
import { startRedisRestEndpoint } from "../redis/rest-endpoint.ts";
import { startRedis } from "../redis/start-redis.ts";
import { startSqlEndpoint } from "../sql/endpoint.ts";
import { isNeonHost, type StartSettings } from "./settings.ts";
import type { StartSteps } from "./steps.ts";

const DATABASE = "hearthwatch";

interface DatabaseService {
  connectionString: string;
}

/** Homes that began on a trial, from before a machine gave its homes Pro, or elsewhere. */
const KEEP_PRO = `update households set plan = 'pro', trial_ends_at = null, downgraded_at = null
  where trial_ends_at is not null`;

/** The database of DATABASE_URL, else the embedded one, with all migrations. */
export async function startDatabase(settings: StartSettings, steps: StartSteps): Promise<DatabaseService> {
  const database =
    settings.databaseUrl === undefined
      ? await embeddedDatabase(settings, steps)
      : { connectionString: settings.databaseUrl };
  await steps.run("Migrations", async () => {
    await migrateDatabase(database.connectionString);
    return { made: undefined, report: "applied" };
  });
  if (settings.handedOn.PLANS === "pro") await keepPro(database.connectionString);
  return database;
}

async function keepPro(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(KEEP_PRO);
  } finally {
    await client.end();
  }
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
    const report = `embedded, on port ${postgres.port}${again}`;
    return { made: { connectionString }, report, close: postgres.stop };
  });
}

/** What the functions in the edge's runtime are told of the database: they speak Neon's SQL over HTTP alone. */
export async function startNeonEndpoint(
  connectionString: string,
  steps: StartSteps,
): Promise<{ DATABASE_URL: string; NEON_FETCH_ENDPOINT?: string }> {
  if (isNeonHost(connectionString)) return { DATABASE_URL: connectionString };
  const endpoint = await steps.run("SQL endpoint", async () => {
    const made = await startSqlEndpoint({ connectionString });
    return { made, report: `Neon's dialect on ${made.url}`, close: made.stop };
  });
  return { DATABASE_URL: connectionString, NEON_FETCH_ENDPOINT: endpoint.url };
}

/** Has no `died`: a Redis that ends is started again, and done without until it is there. */
export interface RedisService {
  env: { UPSTASH_REDIS_REST_URL: string; UPSTASH_REDIS_REST_TOKEN: string };
}

export async function startLimiterRedis(settings: StartSettings, steps: StartSteps): Promise<RedisService> {
  const { upstash, redisUrl, dataDir } = settings;
  if (upstash !== undefined)
    return {
      env: { UPSTASH_REDIS_REST_URL: upstash.url, UPSTASH_REDIS_REST_TOKEN: upstash.token },
    };
  const redis = await steps.run("Redis", async () => {
    const made = await startRedis({ dataDir, url: redisUrl });
    return { made, report: made.description, close: made.stop };
  });
  const token = randomBytes(24).toString("base64url");
  const endpoint = await steps.run("Redis REST", async () => {
    const made = await startRedisRestEndpoint({ source: redis, token });
    return { made, report: `Upstash's dialect on ${made.url}`, close: made.stop };
  });
  return {
    env: { UPSTASH_REDIS_REST_URL: endpoint.url, UPSTASH_REDIS_REST_TOKEN: token },
  };
}
