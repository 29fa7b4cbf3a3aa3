import path from "node:path";
import * as z from "zod/mini";
import {
  addressLike,
  choice,
  hostNames,
  slipIn,
  text,
  wholeNumber,
} from "../../functions/_platform/variable-shapes.ts";
import { VARIABLES } from "../../functions/_platform/variables.ts";
import { messageOf } from "../../lib/kernel/text.ts";
import { textIfThere } from "../processes/whole-files.ts";
import { PROJECT_FOLDER, StartError } from "./project.ts";

const PORT_DEFAULT = 8787;
const PORT_MAX = 65_535;
const BACKUPS_KEPT_DEFAULT = 7;
const BACKUPS_KEPT_MAX = 1_000;

/** Home Assistant's supervisor writes a person's options for an add-on here. */
const OPTIONS_FILE = "/data/options.json";

/** Variables that only a machine reads, or reads differently from the functions. */
const OWN_VARIABLES = {
  DATA_DIR: text,
  HOST: z._default(z.string(), "127.0.0.1"),
  /** 0 means any free port. */
  PORT: wholeNumber(0, PORT_MAX, PORT_DEFAULT),
  BASE_URL: addressLike(/^https?:\/\/[^/]+$/, "https://host without a path"),
  ALLOWED_HOSTS: hostNames,
  /** The proxy in front of this machine, if there is one. */
  EDGE: choice(["none", "cloudflare"]),
  DATABASE_URL: VARIABLES.DATABASE_URL.shape,
  REDIS_URL: addressLike(/^rediss?:/, "redis://user:password@host:6379 or rediss://…"),
  SMTP_URL: addressLike(/^smtps?:\/\/[^/]/, "smtp://user:password@host:587 or smtps://…"),
  MQTT_URL: addressLike(/^mqtts?:\/\/[^/]/, "mqtt://user:password@host:1883 or mqtts://…"),
  MQTT_API_KEY: text,
  MQTT_CA_FILE: text,
  BACKUP_DIR: text,
  BACKUP_KEEP: wholeNumber(1, BACKUPS_KEPT_MAX, BACKUPS_KEPT_DEFAULT),
  HTTP_COOKIES: choice(["0", "1"]),
  SEED_DEMO: choice(["1", "0"]),
  SEED_HISTORY: choice(["1", "0"]),
};

/** The functions' own settings, which are passed on unchanged. */
const HANDED_ON = Object.entries(VARIABLES).flatMap(([name, { kind }]) =>
  kind === "binding" || name in OWN_VARIABLES || name === "NEON_FETCH_ENDPOINT" ? [] : [name],
);

const Given = z.object({
  ...Object.fromEntries(Object.entries(VARIABLES).map(([name, { shape }]) => [name, z.optional(shape)])),
  ...OWN_VARIABLES,
});

/** People who run their own machine pay nobody, so their homes have Pro permanently. */
const OWN_MACHINE_PLANS = "pro";

type Variables = Readonly<Record<string, string | undefined>>;

export type StartSettings = ReturnType<typeof readSettings>;

/** @throws StartError if a value is invalid; the functions would only find out when one of them is called */
export function readSettings(variables: Variables, production = false) {
  const given = Object.fromEntries(
    Object.entries(variables).flatMap(([name, text]) => (text ? [[name, text]] : [])),
  );
  const { data: set, error } = Given.safeParse(given);
  if (set === undefined) throw new StartError(`${slipIn(error)}.`);
  refuseTwoRedis(given);
  const dataDir = path.resolve(set.DATA_DIR ?? path.join(PROJECT_FOLDER, ".local"));
  return {
    dataDir,
    host: set.HOST,
    port: set.PORT,
    baseUrl: set.BASE_URL,
    allowedHosts: set.ALLOWED_HOSTS,
    edge: set.EDGE,
    databaseUrl: set.DATABASE_URL,
    /** Counts requests across several machines with one database. */
    redisUrl: set.REDIS_URL,
    /** No demo and no stand-ins: the start lists what isn't configured. */
    production,
    smtp: smtpOf(set.SMTP_URL, given.EMAIL_FROM),
    mqtt: mqttOf(set.MQTT_URL, set.MQTT_API_KEY, set.MQTT_CA_FILE),
    backupDir: backupDirOf(set.BACKUP_DIR, dataDir),
    backupsKept: set.BACKUP_KEEP,
    httpCookies: set.HTTP_COOKIES === "1",
    seedDemo: !production && set.SEED_DEMO === "1",
    seedHistory: set.SEED_HISTORY === "1",
    handedOn: {
      PLANS: OWN_MACHINE_PLANS,
      ...Object.fromEntries(Object.entries(given).filter(([name]) => HANDED_ON.includes(name))),
    } as Record<string, string>,
  };
}

/** Returns the address at which a person on this machine reaches what listens on `host`. */
export function reachableUrl(host: string, port: number): string {
  const everywhere = host === "0.0.0.0" || host === "::" || host === "*";
  const name = everywhere ? "127.0.0.1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

function refuseTwoRedis(given: Variables): void {
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token, REDIS_URL: own } = given;
  if ((url === undefined) !== (token === undefined))
    throw new StartError("UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN must be set together.");
  if (own !== undefined && url !== undefined)
    throw new StartError("Set either REDIS_URL or UPSTASH_REDIS_REST_URL: one Redis counts.");
}

/** Returns the server for mail, or undefined to use Resend. */
function smtpOf(url: string | undefined, from: string | undefined) {
  if (url === undefined) return undefined;
  const user = decodeURIComponent(new URL(url).username);
  const sender = from ?? (user.includes("@") ? `Hearthwatch <${user}>` : undefined);
  if (sender === undefined)
    throw new StartError("SMTP_URL needs EMAIL_FROM, the address that mail comes from.");
  return { url, from: sender };
}

/**
 * Returns the broker whose sensors become devices of the key's home, or undefined. `caFile` is the certificate of the
 * broker's authority, if that isn't publicly known.
 */
function mqttOf(url: string | undefined, apiKey: string | undefined, caFile: string | undefined) {
  if (url === undefined) return undefined;
  if (apiKey === undefined)
    throw new StartError("MQTT_URL needs MQTT_API_KEY, a key of your home with the scope write.");
  return { url, apiKey, caFile };
}

/** Returns the folder for daily backups, or undefined for none. */
function backupDirOf(folder: string | undefined, dataDir: string): string | undefined {
  if (folder === undefined) return undefined;
  const backupDir = path.resolve(folder);
  if (!path.relative(dataDir, backupDir).startsWith(".."))
    throw new StartError(
      `BACKUP_DIR must not be inside the data folder ${dataDir}: name another disk's folder.`,
    );
  return backupDir;
}

/**
 * Returns a Home Assistant add-on's options as environment variables: `smtp_url` is SMTP_URL. Empty outside of an
 * add-on; skips options that are left empty.
 * @throws StartError if the file can't be read
 */
export async function addOnOptions(
  env: Readonly<Record<string, string | undefined>>,
  file: string = OPTIONS_FILE,
): Promise<Record<string, string>> {
  if (env.SUPERVISOR_TOKEN === undefined) return {};
  try {
    const options: Record<string, unknown> = JSON.parse((await textIfThere(file)) ?? "{}");
    const given = Object.entries(options).filter(([, value]) => value !== null && value !== "");
    return Object.fromEntries(given.map(([name, value]) => [name.toUpperCase(), String(value)]));
  } catch (error) {
    throw new StartError(`${file} cannot be read: ${messageOf(error)}.`);
  }
}
