import path from "node:path";
import { VARIABLES, type Variable } from "../../functions/_platform/variables.ts";
import { messageOf } from "../../lib/kernel/text.ts";
import { textIfThere } from "../processes/whole-files.ts";
import { StartError } from "./start-error.ts";

const PORT_DEFAULT = 8787;
const PORT_MAX = 65_535;
const BACKUPS_KEPT_DEFAULT = 7;
const BACKUPS_KEPT_MAX = 1_000;

/** Where Home Assistant's supervisor puts what a person chose for an add-on. */
const OPTIONS_FILE = "/data/options.json";

/** What this machine sets by itself, or reads in another way. */
const OWN: readonly string[] = ["DATABASE_URL", "NEON_FETCH_ENDPOINT", "BASE_URL", "EDGE"];

/** Settings of the functions themselves, handed on as they are. */
const HANDED_ON = Object.entries(VARIABLES).flatMap(([name, { kind }]) =>
  (kind === "secret" || kind === "setting") && !OWN.includes(name) ? [name] : [],
);

/** Whoever runs a machine for their own homes pays nobody: a home there is Pro, for good. */
const OWN_MACHINE_PLANS = "pro";

type Variables = Readonly<Record<string, string | undefined>>;

export interface StartSettings {
  dataDir: string;
  host: string;
  /** 0: any free one. */
  port: number;
  baseUrl: string | undefined;
  /** Names beside that of the address, in small letters. */
  allowedHosts: string[];
  /** What stands before this machine, if anything does. */
  edge: "cloudflare" | "none";
  databaseUrl: string | undefined;
  /** Counts requests for several machines over one database. */
  redisUrl: string | undefined;
  /** No demo and no stand-ins: what is not configured says so. */
  production: boolean;
  /** True if a browser can sign in without TLS. */
  httpCookies: boolean;
  seedDemo: boolean;
  seedHistory: boolean;
  handedOn: Record<string, string>;
  /** A broker whose sensors are devices of the home of this key; undefined for none. */
  /** `caFile`: the certificate of the authority that signed the broker's, where it is none that everybody knows. */
  mqtt: { url: string; apiKey: string; caFile: string | undefined } | undefined;
  /** A server for mail; Resend where it is undefined. */
  smtp: { url: string; from: string } | undefined;
  /** Where a backup is written each day; undefined: none is. */
  backupDir: string | undefined;
  backupsKept: number;
}

export function readSettings(variables: Variables, production = false): StartSettings {
  const given = (name: string) => variables[name] || undefined;
  refuseHalfOfRedis(given("UPSTASH_REDIS_REST_URL"), given("UPSTASH_REDIS_REST_TOKEN"));
  refuseNonsense(given);
  const dataDir = path.resolve(given("DATA_DIR") ?? path.join(import.meta.dirname, "..", "..", ".local"));
  return {
    dataDir,
    host: given("HOST") ?? "127.0.0.1",
    port: portOf(given("PORT")),
    baseUrl: baseUrlOf(given("BASE_URL")),
    allowedHosts: (given("ALLOWED_HOSTS") ?? "")
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean),
    edge: edgeOf(given("EDGE")),
    databaseUrl: addressOf(
      "DATABASE_URL",
      given("DATABASE_URL"),
      /^postgres(ql)?:/,
      "postgresql://user:password@host/database",
    ),
    redisUrl: redisUrlOf(given("REDIS_URL"), given("UPSTASH_REDIS_REST_URL")),
    production,
    smtp: smtpOf(given("SMTP_URL"), given("EMAIL_FROM")),
    mqtt: mqttOf(given("MQTT_URL"), given("MQTT_API_KEY"), given("MQTT_CA_FILE")),
    ...backupsOf(given("BACKUP_DIR"), given("BACKUP_KEEP"), dataDir),
    httpCookies: given("HTTP_COOKIES") === "1",
    seedDemo: !production && given("SEED_DEMO") !== "0",
    seedHistory: given("SEED_HISTORY") !== "0",
    handedOn: {
      PLANS: OWN_MACHINE_PLANS,
      ...Object.fromEntries(HANDED_ON.flatMap((name) => (given(name) ? [[name, given(name) ?? ""]] : []))),
    },
  };
}

/** The address at which a person on this machine reaches what listens on `host`. */
export function reachableUrl(host: string, port: number): string {
  const everywhere = host === "0.0.0.0" || host === "::" || host === "*";
  const name = everywhere ? "127.0.0.1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

function refuseHalfOfRedis(url: string | undefined, token: string | undefined): void {
  if ((url === undefined) !== (token === undefined))
    throw new StartError("UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN must be set together.");
}

/** The functions would refuse it, too, once the database runs and one of them is asked. */
function refuseNonsense(given: (name: string) => string | undefined): void {
  for (const [name, { shape }] of Object.entries<Variable>(VARIABLES)) {
    const value = given(name);
    if (value === undefined || OWN.includes(name)) continue;
    const { error } = shape.safeParse(value);
    if (error !== undefined) throw new StartError(`${name} ${error.issues[0]?.message}.`);
  }
}

function portOf(text: string | undefined): number {
  if (text === undefined) return PORT_DEFAULT;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= PORT_MAX) return port;
  throw new StartError(`PORT must be a number from 0 to ${PORT_MAX}, not "${text}".`);
}

function baseUrlOf(text: string | undefined): string | undefined {
  if (text === undefined || /^https?:\/\/[^/]+$/.test(text)) return text;
  throw new StartError(`BASE_URL must look like https://host without a path, not "${text}".`);
}

function edgeOf(text: string | undefined): StartSettings["edge"] {
  if (text === undefined || text === "none") return "none";
  if (text === "cloudflare") return text;
  throw new StartError(`EDGE must be none or cloudflare (a tunnel of theirs) on one machine, not "${text}".`);
}

function smtpOf(text: string | undefined, from: string | undefined) {
  const url = addressOf("SMTP_URL", text, /^smtps?:\/\/[^/]/, "smtp://user:password@host:587 or smtps://…");
  if (url === undefined) return undefined;
  const user = decodeURIComponent(new URL(url).username);
  const sender = from ?? (user.includes("@") ? `Hearthwatch <${user}>` : undefined);
  if (sender === undefined)
    throw new StartError("SMTP_URL needs EMAIL_FROM, the address that mail comes from.");
  return { url, from: sender };
}

function mqttOf(text: string | undefined, apiKey: string | undefined, caFile: string | undefined) {
  const url = addressOf("MQTT_URL", text, /^mqtts?:\/\/[^/]/, "mqtt://user:password@host:1883 or mqtts://…");
  if (url === undefined) return undefined;
  if (apiKey === undefined)
    throw new StartError("MQTT_URL needs MQTT_API_KEY, a key of your home with the scope write.");
  return { url, apiKey, caFile };
}

function redisUrlOf(text: string | undefined, upstash: string | undefined): string | undefined {
  if (text !== undefined && upstash !== undefined)
    throw new StartError("Set either REDIS_URL or UPSTASH_REDIS_REST_URL: one Redis counts.");
  return addressOf("REDIS_URL", text, /^rediss?:/, "redis://user:password@host:6379 or rediss://…");
}

function addressOf(name: string, text: string | undefined, form: RegExp, like: string): string | undefined {
  if (text === undefined || (URL.canParse(text) && form.test(text))) return text;
  throw new StartError(`${name} must look like ${like}.`);
}

function backupsOf(folder: string | undefined, keep: string | undefined, dataDir: string) {
  const backupsKept = keep === undefined ? BACKUPS_KEPT_DEFAULT : Number(keep);
  if (!Number.isInteger(backupsKept) || backupsKept < 1 || backupsKept > BACKUPS_KEPT_MAX)
    throw new StartError(`BACKUP_KEEP must be a whole number from 1 to ${BACKUPS_KEPT_MAX}, not "${keep}".`);
  if (folder === undefined) return { backupDir: undefined, backupsKept };
  const backupDir = path.resolve(folder);
  if (!path.relative(dataDir, backupDir).startsWith(".."))
    throw new StartError(
      `BACKUP_DIR must not be inside the data folder ${dataDir}: name another disk's folder.`,
    );
  return { backupDir, backupsKept };
}

/**
 * The options of a Home Assistant add-on as environment variables: `smtp_url` is SMTP_URL. Empty outside of one, and
 * for options that are left empty.
 * @throws StartError where the file cannot be read
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
