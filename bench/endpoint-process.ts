// Runs one endpoint as a separate process, so that its CPU time can be measured.

import { startSqlEndpoint } from "../tests/edge/neon/endpoint.ts";
import { startRedisRestEndpoint } from "../tests/edge/upstash/rest-endpoint.ts";
import { startRedis } from "../tests/edge/upstash/start-redis.ts";

/** Connections must stay open while other contenders have their turn. */
const IDLE_MS = 600_000;

/** The address of the database, or the token of Redis. */
const [kind = "", given = ""] = process.argv.slice(2);
/** The number of database calls so far. */
let calls = 0;
const { url, stop } = await start();
process.once("disconnect", () => void stop().then(() => process.exit()));
process.on("message", () => process.send?.({ calls }));
process.send?.({ url });

async function start(): Promise<{ url: string; stop(): Promise<void> }> {
  if (kind === "sql")
    return startSqlEndpoint({ connectionString: given, onCall: countCall, idleMs: IDLE_MS });
  const source = await startRedis();
  const endpoint = await startRedisRestEndpoint({ source, token: given });
  const stop = async () => {
    await endpoint.stop();
    await source.stop();
  };
  return { url: endpoint.url, stop };
}

function countCall(): undefined {
  calls += 1;
}
