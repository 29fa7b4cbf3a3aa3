import { freePort } from "../local/processes/free-port.ts";
import { childrenOf, commandLineOf } from "../local/processes/running-process.ts";
import makeBundles from "../tests/edge/bundles.ts";
import { startEdge } from "../tests/edge/edge.ts";

const CRON_SECRET = "c".repeat(43);
/** Nobody listens there: the limiter counts in its own instance then. */
const NOBODY = "http://127.0.0.1:9";

export interface DeployedCron {
  pid: number;
  /** One tick by hand, as its operator would call it. */
  collect(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * The bundle of the cron group in workerd as wrangler.toml describes it; `calls`: on a platform without its
 * queue.
 */
export async function startDeployedCron(
  env: Record<string, string>,
  handOut: "queue" | "calls",
): Promise<DeployedCron> {
  await makeBundles();
  const port = await freePort();
  const edge = await startEdge({
    workers: ["public", "cron"],
    port,
    env: {
      ...env,
      CRON_SECRET,
      SERVER_SECRET: "s".repeat(43),
      BASE_URL: `http://127.0.0.1:${port}`,
      UPSTASH_REDIS_REST_URL: NOBODY,
      UPSTASH_REDIS_REST_TOKEN: "none",
      DNS_OVER_HTTPS_URL: "off",
    },
    change: (_, config) =>
      handOut === "queue" ? config : { ...config, queues: { producers: [], consumers: [] } },
  });
  const workerd = childrenOf(process.pid).find(({ pid }) => commandLineOf(pid).includes("workerd serve"));
  const collect = async () => {
    const answer = await fetch(`${edge.url}/api/cron/collect-history`, {
      method: "POST",
      headers: { Authorization: `Bearer ${CRON_SECRET}` },
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`The tick answers ${answer.status}: ${text}`);
  };
  return { pid: workerd?.pid ?? 0, collect, stop: edge.stop };
}
