import { freePort } from "../local/processes/free-port.ts";
import { childrenOf, commandLineOf } from "../local/processes/running-process.ts";
import { buildGroups } from "../local/runtime/build.ts";
import { startRuntime } from "../local/runtime/runtime.ts";
import { type FunctionGroup, readWranglerConfig } from "../local/runtime/wrangler-config.ts";

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
  const config = await readWranglerConfig();
  const used = config.groups.filter(({ group }) => ["public", "cron"].includes(group));
  const groups = handOut === "queue" ? used : used.map(withoutQueue);
  const port = await freePort();
  const runtime = await startRuntime({
    config: { ...config, groups },
    bundles: await buildGroups(groups, config),
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
  });
  const workerd = childrenOf(process.pid).find(({ pid }) => commandLineOf(pid).includes("workerd serve"));
  const collect = async () => {
    const answer = await fetch(`${runtime.url}/api/cron/collect-history`, {
      method: "POST",
      headers: { Authorization: `Bearer ${CRON_SECRET}` },
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`The tick answers ${answer.status}: ${text}`);
  };
  return { pid: workerd?.pid ?? 0, collect, stop: runtime.stop };
}

const withoutQueue = (group: FunctionGroup): FunctionGroup => ({
  ...group,
  queueProducers: {},
  queueConsumers: {},
});
