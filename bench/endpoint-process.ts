// One endpoint in a process of its own, so that its CPU time is told apart from the others'.

import { startSqlEndpoint } from "../tests/edge/neon/endpoint.ts";
import { startRedisRestEndpoint } from "../tests/edge/upstash/rest-endpoint.ts";
import { startRedis } from "../tests/edge/upstash/start-redis.ts";

/** Contenders take turns: a connection outlives the others' ones. */
const IDLE_MS = 600_000;

const [kind = "", ...args] = process.argv.slice(2);
/** Figures of the database. */
let calls = 0;
const { url, stop } = await start();
process.once("disconnect", () => void stop().then(() => process.exit()));
process.on("message", () => process.send?.({ calls }));
process.send?.({ url });

async function start(): Promise<{ url: string; stop(): Promise<void> }> {
  const [first = "", token = ""] = args;
  if (kind === "sql")
    return startSqlEndpoint({ connectionString: first, onCall: countCall, idleMs: IDLE_MS });
  const source = await startRedis();
  const endpoint = await startRedisRestEndpoint({ source, token });
  const stop = async () => {
    await endpoint.stop();
    await source.stop();
  };
  return { url: endpoint.url, stop };
}

function countCall(): undefined {
  calls += 1;
}
