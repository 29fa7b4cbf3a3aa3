import path from "node:path";
import { JOBS } from "../../lib/jobs/jobs.ts";
import { freePort, requirePort } from "../processes/free-port.ts";
import { stopRecorded } from "../processes/running-process.ts";
import { localSecrets } from "../start/local-secrets.ts";
import type { RunningPlatform } from "../start/running-platform.ts";
import { startProviders } from "../start/sandbox.ts";
import { reachableUrl, type StartSettings } from "../start/settings.ts";
import { startDatabase, startLimiterRedis, startNeonEndpoint } from "../start/start-database.ts";
import { allSettledOrThrow, type StartSteps } from "../start/steps.ts";
import { type Bundle, buildGroups } from "./build.ts";
import { startClock } from "./clock.ts";
import { startDnsEndpoint, systemResolver } from "./dns-endpoint.ts";
import { startEgressProxy } from "./egress-proxy.ts";
import { startFront } from "./front.ts";
import { type Runtime, startRuntime } from "./runtime.ts";
import { ensureSite, withOwnSite } from "./site.ts";
import { readWranglerConfig, type WranglerConfig } from "./wrangler-config.ts";

/** `EDGE=workerd npm start`: the functions in the edge's own runtime. */
export async function startPlatform(settings: StartSettings, steps: StartSteps): Promise<RunningPlatform> {
  const processFile = path.join(settings.dataDir, "workerd.json");
  // It would still hold the port.
  await stopRecorded(processFile);
  const port = await choosePort(settings);
  const baseUrl = settings.baseUrl ?? reachableUrl(settings.host, port);
  const secrets = await localSecrets(settings.dataDir, process.env);
  const database = startDatabase(settings, steps);
  const redis = startLimiterRedis(settings, steps);
  const providers = startProviders(settings, steps);
  const functions = build(settings, steps);
  await allSettledOrThrow([database, redis, providers, functions]);
  const { connectionString } = await database;
  const neonEnv = await startNeonEndpoint(connectionString, steps);
  const { env: redisEnv } = await redis;
  const { env: providerEnv, sandboxUrl, redirectUrl } = await providers;
  const dns = await startDnsEndpoint();
  steps.closeLater("DNS", dns.stop);
  const env = {
    DNS_OVER_HTTPS_URL: dns.url,
    // The front reports it, or the server in front of this machine.
    EDGE: "cloudflare",
    ...settings.handedOn,
    ...providerEnv,
    ...secrets,
    ...neonEnv,
    ...redisEnv,
    BASE_URL: baseUrl,
  };
  const egress = await steps.run("Egress", async () => {
    const { url, stop } = await startEgressProxy(systemResolver());
    const made = { redirectUrl, proxy: { url, directOrigins: ownOrigins(env) } };
    return { made, report: "lets the clock's requests out to public addresses only", close: stop };
  });
  const runtime = await steps.run("Functions", async () => {
    const made = await startRuntime({ ...(await functions), env, processFile, egress });
    return { made, report: "are built and wait for requests", close: made.stop };
  });
  await steps.run("Front", async () => {
    const made = await startFront({
      host: settings.host,
      port,
      upstream: runtime.url,
      onLog: (line) => console.error(line),
      keepsCallerHeader: settings.edge === "cloudflare",
      httpCookies: settings.httpCookies,
    });
    return { made, report: `serves on ${reachableUrl(settings.host, port)}`, close: made.stop };
  });
  await steps.run("Clock", async () => {
    const { config } = await functions;
    const made = startClock({
      cronSecret: secrets.CRON_SECRET,
      post: callJob(runtime),
      fire: runtime.scheduled,
      crons: [...new Set(config.groups.flatMap(({ crons }) => crons))],
      atStart: [JOBS["collect-history"].cron, JOBS.maintenance.cron],
    });
    return { made, report: "fires the jobs' triggers, and sends every 15 s", close: made.stop };
  });
  const died = runtime.died.then((words) => `The functions' runtime ended unexpectedly: ${words}`);
  return { baseUrl, connectionString, sandboxUrl, secrets, died };
}

/**
 * What the clock's function reaches though it is on this machine or in this home: its own parts, what was
 * configured.
 */
function ownOrigins(env: Record<string, string>): string[] {
  const configured = Object.values(env).filter((value) => /^https?:\/\//.test(value));
  const allowed = [env.FEED_ALLOWED_HOSTS ?? "", env.WEBHOOK_ALLOWED_HOSTS ?? ""]
    .flatMap((hosts) => hosts.split(","))
    .map((host) => host.trim())
    .filter((host) => host !== "")
    .flatMap((host) => [`http://${host}`, `https://${host}`]);
  return [...configured, ...allowed].flatMap((url) => (URL.canParse(url) ? [new URL(url).origin] : []));
}

/** Through the port, as the platform's own clock would. */
const callJob =
  ({ url }: Runtime) =>
  (path: string, headers: Record<string, string>, signal: AbortSignal) =>
    fetch(url + path, { method: "POST", headers, signal });

function choosePort({ port, host }: StartSettings): Promise<number> {
  return port === 0 ? freePort(host) : requirePort(port, host);
}

function build(
  { dataDir }: StartSettings,
  steps: StartSteps,
): Promise<{ config: WranglerConfig; bundles: Bundle[] }> {
  return steps.run("Bundles", async () => {
    const read = await readWranglerConfig();
    await ensureSite();
    const config = { ...read, groups: await withOwnSite(read.groups, dataDir) };
    const bundles = await buildGroups(config.groups, config);
    const sizes = bundles.map(({ group, gzipBytes }) => `${group} ${Math.ceil(gzipBytes / 1024)} KB`);
    return { made: { config, bundles }, report: `gzip: ${sizes.join(", ")}` };
  });
}
