import { readFile } from "node:fs/promises";
import https, { Agent } from "node:https";
import { connect } from "node:net";
import path from "node:path";
import { coreServices, pause } from "../../functions/_platform/core.ts";
import { wakeDispatch } from "../../functions/_platform/cron-calls.ts";
import { operators } from "../../functions/_platform/operators.ts";
import { type Environment, envOf } from "../../functions/_platform/variables.ts";
import type { SendMessage } from "../../lib/channels/ports.ts";
import { JOBS, type Job } from "../../lib/jobs/jobs.ts";
import { type Db, databaseOver } from "../../lib/kernel/db.queries.ts";
import type { WatchServices } from "../../lib/kernel/services.actions.ts";
import { messageOf } from "../../lib/kernel/text.ts";
import { findLanguages } from "../../lib/people/users.queries.ts";
import { createDatabase } from "../postgres/cluster.ts";
import { migrateDatabase } from "../postgres/migrate.ts";
import { startPostgres } from "../postgres/start-postgres.ts";
import { withClient } from "../postgres/with-client.ts";
import { freePort, requirePort } from "../processes/free-port.ts";
import { GOOGLE_HOSTS } from "../sandbox/providers.ts";
import { localSecrets, requireSameSecret } from "../start/local-secrets.ts";
import { StartError } from "../start/project.ts";
import { startProviders } from "../start/sandbox.ts";
import { reachableUrl, type StartSettings } from "../start/settings.ts";
import { allSettledOrThrow, type StartSteps } from "../start/steps.ts";
import { scheduledBackups } from "./backup-schedule.ts";
import { startClock } from "./clock.ts";
import { diskObjects } from "./disk-objects.ts";
import { roomOf, watchDisk } from "./disk-watch.ts";
import { Background, openFunctions } from "./functions.ts";
import { startHttpServer } from "./http-server.ts";
import { askOwnResolver, ownNames } from "./own-names.ts";
import { ALONE, postsAlone, postsTogether } from "./posts-together.ts";
import { openSite } from "./site-files.ts";
import { openSqlConnections } from "./sql-client.ts";

const SITE_FOLDER = path.resolve(import.meta.dirname, "../../dist/site");

export type RunningPlatform = Awaited<ReturnType<typeof startMachine>>;

/** Starts everything of `npm start` except the demo, in this one process besides PostgreSQL. */
export async function startMachine(settings: StartSettings, steps: StartSteps) {
  const port =
    settings.port === 0 ? await freePort(settings.host) : await requirePort(settings.port, settings.host);
  const baseUrl = settings.baseUrl ?? reachableUrl(settings.host, port);
  const secrets = await localSecrets(settings.dataDir, process.env);
  const database = startDatabase(settings, steps);
  const providers = startProviders(settings, steps);
  await allSettledOrThrow([database, providers]);
  const connectionString = await database;
  const { SERVER_SECRET_PREVIOUS: previous } = settings.handedOn;
  if (settings.databaseUrl !== undefined)
    await requireSameSecret(connectionString, secrets.SERVER_SECRET, previous);
  const { env: providerEnv, sandboxUrl, redirectUrl } = await providers;
  const env = {
    ...settings.handedOn,
    ...providerEnv,
    ...secrets,
    // Who states the caller's address: the tunnel in front of this machine, or its own server.
    EDGE: settings.edge === "cloudflare" ? "cloudflare" : "machine",
    BASE_URL: baseUrl,
  };
  const sql = openSqlConnections(connectionString);
  steps.closeLater("SQL", sql.close);
  const alone = openSqlConnections(connectionString, ALONE);
  steps.closeLater("SQL of single posts", alone.close);
  const postAlone = postsAlone(databaseOver(alone.queries, { pause }));
  const background = new Background();
  steps.closeLater("Background", () => background.settled());
  if (redirectUrl !== undefined) redirectGoogle(redirectUrl);
  const backups = await scheduledBackups(settings);
  const onLog = (line: string) => console.error(line);
  const faults = new Set<string>();
  const machine = {
    faults,
    queries: sql.queries,
    resolveHost: askOwnResolver,
    postsTogether: (db: Db) => postsTogether(db, postAlone),
    objects: diskObjects(path.join(settings.dataDir, "objects")),
    lastBackup: backups?.last,
    mail: await mailOf(settings),
    redis: await redisOf(settings, steps, onLog),
  };
  const functions = openFunctions(env, machine, background);
  await steps.run("Server", async () => {
    const made = await startHttpServer({
      host: settings.host,
      port,
      answer: functions.answer,
      site: await openSite(SITE_FOLDER),
      answersFor: ownNames(baseUrl, settings.allowedHosts),
      background,
      httpCookies: settings.httpCookies,
      onLog,
    });
    return { made, report: `serves on ${reachableUrl(settings.host, port)}`, close: made.stop };
  });
  const { mqtt } = settings;
  if (mqtt !== undefined)
    await steps.run("MQTT", async () => {
      const made = await bridgeTo(mqtt, reachableUrl(settings.host, port), settings.dataDir, onLog);
      return { made, report: `listens to ${new URL(mqtt.url).host}`, close: made.stop };
    });
  const services = troubleServices(functions.bindings);
  await steps.run("Clock", async () => {
    const fire = (job: Job, at: Date) => functions.scheduled(JOBS[job].cron, at);
    const made = startClock({ fire, dispatch: services.wake });
    return { made, report: "scheduler running, sends every 15 s", close: made.stop };
  });
  steps.closeLater("Disk", watchDisk({ services, room: () => roomOf(settings.dataDir), faults, onLog }).stop);
  if (backups !== null) steps.closeLater("Backups", backups.start(services, onLog).stop);
  return { baseUrl, connectionString, sandboxUrl, secrets };
}

/** Returns the services for reporting this process's own faults. */
function troubleServices(bindings: Environment): WatchServices {
  const env = envOf("cron", bindings);
  const core = coreServices(env);
  return {
    ...core,
    operators: {
      ...operators(env, core.report),
      languagesOf: (emails) => findLanguages(core.db, emails),
    },
    wake: wakeDispatch(env),
  };
}

/** Loads the MQTT client only if there is a broker. */
async function bridgeTo(
  mqtt: NonNullable<StartSettings["mqtt"]>,
  ownUrl: string,
  dataDir: string,
  onLog: (line: string) => void,
) {
  const [{ startMqttBridge }, { homeApi, openDeviceKeys }] = await Promise.all([
    import("../mqtt/bridge.ts"),
    import("../mqtt/home-api.ts"),
  ]);
  const services = { api: homeApi(ownUrl, mqtt.apiKey), keys: await openDeviceKeys(dataDir), onLog };
  const { url, apiKey, caFile } = mqtt;
  const certificate = async (file: string) =>
    readFile(file, "utf8").catch((error: unknown) => {
      throw new StartError(`The certificate of MQTT_CA_FILE cannot be read: ${messageOf(error)}.`);
    });
  return startMqttBridge({ url, apiKey, ca: caFile && (await certificate(caFile)) }, services);
}

/** Loads the packages of Redis and, below, of mail only if they are used. */
async function redisOf({ redisUrl }: StartSettings, steps: StartSteps, onLog: (line: string) => void) {
  if (redisUrl === undefined) return undefined;
  const { ownRedis } = await import("./own-redis.ts");
  const { redis, close } = ownRedis(redisUrl, onLog);
  steps.closeLater("Redis", async () => close());
  return redis;
}

async function mailOf({ smtp }: StartSettings): Promise<SendMessage | undefined> {
  if (smtp === undefined) return undefined;
  const { smtpEmail } = await import("../../lib/channels/email/smtp.vendor.ts");
  return smtpEmail(smtp);
}

type Connection = Parameters<Agent["createConnection"]>;

/**
 * Sends this process's requests to Google to the sandbox from now on, only in a demo: Google's packages accept no other
 * address, and don't pass an agent on. The connection isn't encrypted, because it doesn't leave this machine.
 */
function redirectGoogle(sandboxUrl: string): void {
  const { hostname, port } = new URL(sandboxUrl);
  https.globalAgent = new (class extends Agent {
    override createConnection(...[options, done]: Connection) {
      return GOOGLE_HOSTS.includes(String(options.host))
        ? connect(Number(port), hostname)
        : super.createConnection(options, done);
    }
  })();
}

const DATABASE = "hearthwatch";

/** Gives Pro to homes with a trial: from before a machine gave its homes Pro, or from elsewhere. */
const KEEP_PRO = `update households set plan = 'pro', trial_ends_at = null, downgraded_at = null
  where trial_ends_at is not null`;

/** Prepares the database of DATABASE_URL, or else the embedded one, with all migrations. Returns its address. */
export async function startDatabase(settings: StartSettings, steps: StartSteps): Promise<string> {
  const connectionString = settings.databaseUrl ?? (await embeddedDatabase(settings, steps));
  await steps.run("Migrations", async () => {
    await migrateDatabase(connectionString);
    return { made: undefined, report: "applied" };
  });
  if (settings.handedOn.PLANS === "pro")
    await withClient(connectionString, (client) => client.query(KEEP_PRO));
  return connectionString;
}

function embeddedDatabase({ dataDir }: StartSettings, steps: StartSteps) {
  return steps.run("PostgreSQL", async () => {
    const postgres = await startPostgres({ dataDir });
    const connectionString = postgres.connectionString(DATABASE);
    try {
      await createDatabase(postgres.connectionString("postgres"), DATABASE);
    } catch (error) {
      await postgres.stop();
      throw new StartError(`The database in ${dataDir} cannot be opened: ${messageOf(error)}.`);
    }
    const again = postgres.tookOver ? ", after stopping the one a killed start left behind" : "";
    const report = `embedded, on port ${postgres.port}${again}`;
    return { made: connectionString, report, close: postgres.stop };
  });
}
