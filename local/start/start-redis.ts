import { randomBytes } from "node:crypto";
import { startRedisRestEndpoint } from "../redis/rest-endpoint.ts";
import { startRedis } from "../redis/start-redis.ts";
import type { StartSettings } from "./settings.ts";
import type { StartSteps } from "./steps.ts";

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
