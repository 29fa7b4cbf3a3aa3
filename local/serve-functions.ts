import path from "node:path";
import { type Bundle, buildGroups } from "./build.ts";
import { stopRecorded } from "./child-processes.ts";
import { freePort, requirePort } from "./free-port.ts";
import { localSecrets } from "./local-secrets.ts";
import { type Runtime, startRuntime } from "./runtime.ts";
import { startDatabase, startLimiterRedis } from "./start-services.ts";
import { reachableUrl, type StartSettings } from "./start-settings.ts";
import { allSettledOrThrow, type StartSteps } from "./start-steps.ts";
import { readWranglerConfig, type WranglerConfig } from "./wrangler-config.ts";

export interface RunningPlatform {
  baseUrl: string;
  connectionString: string;
  runtime: Runtime;
  /** Settles when a part of it ends without being asked to. */
  died: Promise<string>;
}

/** Everything of `npm start` but the demo: database, limiter and functions. */
export async function startPlatform(settings: StartSettings, steps: StartSteps): Promise<RunningPlatform> {
  const processFile = path.join(settings.dataDir, "workerd.json");
  // It would still hold the port.
  await stopRecorded(processFile);
  const port = await choosePort(settings);
  const baseUrl = settings.baseUrl ?? reachableUrl(settings.host, port);
  const secrets = await localSecrets(settings.dataDir, process.env);
  const database = startDatabase(settings, steps);
  const redis = startLimiterRedis(settings, steps);
  const functions = build(steps);
  await allSettledOrThrow([database, redis, functions]);
  const { connectionString, ...data } = await database;
  const { died: redisDied, env: redisEnv } = await redis;
  const env = { ...settings.handedOn, ...secrets, ...data.env, ...redisEnv, BASE_URL: baseUrl };
  const runtime = await steps.run("Functions", async () => {
    const made = await startRuntime({ ...(await functions), env, host: settings.host, port, processFile });
    return { made, told: `serve on ${reachableUrl(settings.host, port)}`, close: made.stop };
  });
  const died = Promise.race([
    data.died.then((words) => `The database ended unexpectedly: ${words}`),
    redisDied.then((words) => `Redis ended unexpectedly: ${words}`),
    runtime.died.then((words) => `The functions' runtime ended unexpectedly: ${words}`),
  ]);
  return { baseUrl, connectionString, runtime, died };
}

function choosePort({ port, host }: StartSettings): Promise<number> {
  return port === 0 ? freePort(host) : requirePort(port, host);
}

function build(steps: StartSteps): Promise<{ config: WranglerConfig; bundles: Bundle[] }> {
  return steps.run("Bundles", async () => {
    const config = await readWranglerConfig();
    const bundles = await buildGroups(config.groups);
    const sizes = bundles.map(({ group, gzipBytes }) => `${group} ${Math.ceil(gzipBytes / 1024)} KB`);
    return { made: { config, bundles }, told: `gzip: ${sizes.join(", ")}` };
  });
}
