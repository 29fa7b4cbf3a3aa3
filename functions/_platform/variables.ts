import * as z from "zod/mini";
import type { SendMessage } from "../../lib/channels/ports.ts";
import type { Db } from "../../lib/kernel/db.queries.ts";
import type { CountingRedis } from "../../lib/kernel/limiter.vendor.ts";
import type { Objects, ResolveHost } from "../../lib/kernel/ports.ts";
import type { R2Bucket } from "../../lib/kernel/r2-objects.vendor.ts";
import type { ShardMessage } from "../../lib/kernel/shards.ts";
import type { Queries } from "../../lib/kernel/statements.queries.ts";
import type { StorePost } from "../../lib/readings/record-readings.actions.ts";
import type { MadeBackup } from "../../lib/status/judge-status.ts";
import {
  addresses,
  amount,
  choice,
  databaseAddress,
  headerNames,
  hosts,
  jsonObject,
  longSecret,
  origin,
  prefixes,
  sender,
  slipIn,
  text,
  webAddress,
  webAddressOrOff,
  webApp,
  wholeNumber,
} from "./variable-shapes.ts";

/** The limits of functions/_platform, unit last. Sending limits are defaults that the operator can change. */
export const PLATFORM_LIMITS = {
  /** Resend's default limit. */
  mailsPerSecond: 2,
  /** Daily limits (UTC) of the installation: texts, calls, mails to people who never signed in from that network. */
  smsPerDay: 500,
  callsPerDay: 100,
  newcomerMailsPerDay: 3_000,
  /** How long the caller of a dispatch waits for its response. */
  wakeMs: 30_000,
  /** Feeds that one invocation polls, unless SHARD_SIZE is lower. */
  feedShardMax: 100,
  /**
   * Feeds that an invocation polls at once. Workers wait for the headers of at most six requests at a time; Node has no
   * limit.
   */
  feedsAtOnceOnWorkers: 6,
  feedsAtOnceElsewhere: 24,
  /** Without a queue: simultaneous calls that hand out shards. A function has some 1,000 file descriptors. */
  shardCallsMax: 100,
  /** How long the caller waits for each of them. A function's 300 s are for its own shard and for evaluating homes. */
  shardAnswerMs: 20_000,
} as const;

/** Another function of this deployment, called without the network. */
export type Service = { fetch(request: Request): Promise<Response> };

export type ShardQueue = { sendBatch(messages: { body: ShardMessage }[]): Promise<void> };

/** The one process that holds every group on a self-hosted machine. */
export type Machine = {
  /** PostgreSQL over its own protocol. */
  queries: Queries;
  /** Counts requests across several such processes; absent if this is the only one. */
  redis?: CountingRedis | undefined;
  /** The machine's own DNS resolver: the operator of a home's machine chooses which resolver to trust. */
  resolveHost?: ResolveHost | undefined;
  /** Stores concurrent posts together. */
  postsTogether?: ((db: Db) => StorePost) | undefined;
  /** Mail over SMTP, for which edge functions have no sockets; absent if SMTP_URL isn't set. */
  mail?: SendMessage | undefined;
  /** Files, stored in the data folder; absent if the machine stores none. */
  objects?: Objects | undefined;
  /** The last complete scheduled backup, or null before the first; absent if none is scheduled. */
  lastBackup?: (() => MadeBackup | null) | undefined;
  /** Subjects of faults that this process detects itself, including those that a full database can't record. */
  faults?: ReadonlySet<string> | undefined;
};

/** The proxy in front of the functions. Only its header about the caller's address is trusted. */
const EDGES = ["none", "cloudflare", "vercel", "machine"] as const;

/** How a home gets its plan: chosen by its owner, granted by operators, or Pro for every new home, permanently. */
const PLANS_VALUES = ["chosen", "granted", "pro"] as const;

/** The groups of functions that read variables. Each gets only the variables that list it. */
export const GROUP_NAMES = [
  "ingest",
  "share",
  "v1",
  "account",
  "companion",
  "inbound",
  "cron",
  "pages",
  "public",
] as const;
export type GroupName = (typeof GROUP_NAMES)[number];

export type Variable = {
  groups: readonly GroupName[];
  /**
   * `generated`: a secret that a deployment generates. `secret`: a secret from a third party. `setting`: no secret.
   * `binding`: an object of the platform, not a text.
   */
  kind: "generated" | "secret" | "setting" | "binding";
  /** The group refuses to start without it. */
  isRequired?: true;
  /** The parsed value that the group gets, defaults included. An empty variable counts as not set. */
  shape: z.ZodMiniType;
};

const EVERY = GROUP_NAMES;
const SAVES_FEEDS = ["v1", "account", "pages"] as const;
const SENDS = ["cron"] as const;
/** The groups that save addresses to fetch or call, and the one that calls them. */
const FETCHES = [...SAVES_FEEDS, ...SENDS] as const;
const WAKES_DISPATCH = ["ingest", ...SAVES_FEEDS, "public"] as const;
const LINKS = [...WAKES_DISPATCH, ...SENDS] as const;
const SEALS = ["ingest", "v1", "account", "companion", "inbound", "cron", "pages", "public"] as const;
/** The groups that check which channels are configured, the one that sends, and the one that shows their state. */
const SHOWS_PROVIDERS = [...FETCHES, "public"] as const;

const { callsPerDay, smsPerDay, mailsPerSecond, newcomerMailsPerDay } = PLATFORM_LIMITS;
const spareSecret = z.optional(longSecret);

/**
 * Every variable of the service, and the groups that read it. A function sees no other variable, wherever its platform
 * stores them; a deployment gives each function only its own.
 */
export const VARIABLES = {
  DATABASE_URL: { groups: EVERY, kind: "secret", isRequired: true, shape: databaseAddress },
  NEON_FETCH_ENDPOINT: { groups: EVERY, kind: "setting", shape: text },
  UPSTASH_REDIS_REST_URL: { groups: EVERY, kind: "setting", isRequired: true, shape: webAddress },
  UPSTASH_REDIS_REST_TOKEN: { groups: EVERY, kind: "secret", isRequired: true, shape: text },
  SERVER_SECRET: { groups: SEALS, kind: "generated", isRequired: true, shape: longSecret },
  SERVER_SECRET_PREVIOUS: { groups: SEALS, kind: "secret", shape: spareSecret },
  CRON_SECRET: { groups: LINKS, kind: "generated", isRequired: true, shape: longSecret },
  INGEST_KEY_ENCRYPTION_SECRET: { groups: SAVES_FEEDS, kind: "generated", shape: spareSecret },
  INGEST_KEY_ENCRYPTION_SECRET_PREVIOUS: { groups: SAVES_FEEDS, kind: "secret", shape: spareSecret },
  BASE_URL: { groups: LINKS, kind: "setting", isRequired: true, shape: origin },
  EDGE: { groups: EVERY, kind: "setting", shape: choice(EDGES) },
  ADMIN_EMAILS: { groups: SAVES_FEEDS, kind: "setting", shape: addresses },
  PLANS: { groups: ["v1", "account", "companion", "pages"], kind: "setting", shape: choice(PLANS_VALUES) },
  PLAN_PRICES: { groups: ["v1", "account", "companion", "pages"], kind: "setting", shape: text },
  OPERATOR_EMAILS: { groups: ["cron"], kind: "setting", shape: addresses },
  OPERATOR_CHAT_WEBHOOK_URL: { groups: ["ingest", "cron"], kind: "secret", shape: webAddress },
  DEAD_MAN_PING_URL: { groups: SENDS, kind: "secret", shape: webAddress },
  FEED_ALLOWED_HOSTS: { groups: FETCHES, kind: "setting", shape: hosts },
  DNS_OVER_HTTPS_URL: { groups: FETCHES, kind: "setting", shape: webAddressOrOff },
  INBOUND_LEGACY_SIGNATURE_HEADERS: { groups: ["inbound", "pages"], kind: "setting", shape: headerNames },
  SHARD_SIZE: { groups: SENDS, kind: "setting", shape: wholeNumber(1, PLATFORM_LIMITS.feedShardMax) },
  FORECAST_BASE_URL: { groups: ["cron", "pages"], kind: "setting", shape: webAddress },
  GEOCODING_BASE_URL: { groups: ["pages"], kind: "setting", shape: webAddress },
  RESEND_API_KEY: { groups: SHOWS_PROVIDERS, kind: "secret", shape: text },
  RESEND_WEBHOOK_SECRET: { groups: ["public"], kind: "secret", shape: text },
  RESEND_BASE_URL: { groups: SENDS, kind: "setting", shape: text },
  EMAIL_FROM: { groups: SENDS, kind: "setting", shape: sender },
  TWILIO_ACCOUNT_SID: { groups: SHOWS_PROVIDERS, kind: "secret", shape: text },
  // Also verifies the signature of Twilio's callbacks.
  TWILIO_AUTH_TOKEN: { groups: SHOWS_PROVIDERS, kind: "secret", shape: text },
  TWILIO_FROM: { groups: SHOWS_PROVIDERS, kind: "setting", shape: text },
  TWILIO_CALL_FROM: { groups: SENDS, kind: "setting", shape: text },
  TWILIO_REPLIES: { groups: SENDS, kind: "setting", shape: text },
  TWILIO_BASE_URL: { groups: SENDS, kind: "setting", shape: text },
  FIREBASE_SERVICE_ACCOUNT: { groups: SHOWS_PROVIDERS, kind: "secret", shape: jsonObject },
  FIREBASE_WEB_CONFIG: { groups: ["pages"], kind: "setting", shape: webApp },
  FIREBASE_WEB_VAPID_KEY: { groups: ["pages"], kind: "setting", shape: text },
  TELEGRAM_BOT_TOKEN: { groups: SHOWS_PROVIDERS, kind: "secret", shape: text },
  TELEGRAM_BOT_NAME: { groups: ["pages"], kind: "setting", shape: text },
  TELEGRAM_BASE_URL: { groups: SENDS, kind: "setting", shape: text },
  PUSHOVER_TOKEN: { groups: SHOWS_PROVIDERS, kind: "secret", shape: text },
  PUSHOVER_BASE_URL: { groups: SENDS, kind: "setting", shape: text },
  CALLS_PER_DAY: { groups: SHOWS_PROVIDERS, kind: "setting", shape: amount(callsPerDay) },
  SMS_PER_DAY: { groups: SHOWS_PROVIDERS, kind: "setting", shape: amount(smsPerDay) },
  SMS_COUNTRY_PREFIXES: { groups: SHOWS_PROVIDERS, kind: "setting", shape: prefixes },
  MAILS_PER_SECOND: { groups: SHOWS_PROVIDERS, kind: "setting", shape: amount(mailsPerSecond, 0.01) },
  NEWCOMER_MAILS_PER_DAY: { groups: SHOWS_PROVIDERS, kind: "setting", shape: amount(newcomerMailsPerDay) },
  WEBHOOK_ALLOWED_HOSTS: { groups: FETCHES, kind: "setting", shape: hosts },
  CRON: { groups: WAKES_DISPATCH, kind: "binding", shape: z.optional(z.custom<Service>()) },
  OBJECTS: { groups: FETCHES, kind: "binding", shape: z.optional(z.custom<R2Bucket>()) },
  FEED_SHARDS: { groups: SENDS, kind: "binding", shape: z.optional(z.custom<ShardQueue>()) },
  MACHINE: { groups: EVERY, kind: "binding", shape: z.optional(z.custom<Machine>()) },
} as const satisfies Record<string, Variable>;

export type VariableName = keyof typeof VARIABLES;

const ENTRIES = Object.entries<Variable>(VARIABLES) as [VariableName, Variable][];

/** Returns the variables that a group reads, with their names. */
export const variablesOf = (group: GroupName): [VariableName, Variable][] =>
  ENTRIES.filter(([, { groups }]) => groups.includes(group));

type Bindings = { CRON: Service; FEED_SHARDS: ShardQueue; MACHINE: Machine };

/** The values that a platform passes to a function: texts, and objects of the platform. */
export type Environment = Readonly<{
  [Name in VariableName]?: (Name extends keyof Bindings ? Bindings[Name] : unknown) | undefined;
}>;

type Read = { [Name in VariableName]: z.output<(typeof VARIABLES)[Name]["shape"]> };

/** The parsed variables `Name`, with the types of the table's shapes. */
export type Reads<Name extends VariableName> = Readonly<Pick<Read, Name>>;

/** The variables that a group reads: those whose row lists it. */
export type Env<Group extends GroupName> = Reads<
  {
    [Name in VariableName]: Group extends (typeof VARIABLES)[Name]["groups"][number] ? Name : never;
  }[VariableName]
>;

/**
 * Parses a group's variables. A binding takes precedence over the process's variable of the same name.
 * @throws Error naming the first variable that is missing or invalid, so that a mistake shows at startup
 */
export function envOf<Group extends GroupName>(
  group: Group,
  bindings: Environment,
  process: Environment = {},
): Env<Group> {
  const names = variablesOf(group).map(([name]) => name);
  const shape = z.object(Object.fromEntries(names.map((name) => [name, VARIABLES[name].shape])));
  const given = names.map((name) => [name, bindings[name] ?? process[name]]);
  const set = Object.fromEntries(given.filter(([, value]) => value !== ""));
  const read = shape.safeParse(set);
  if (read.success) return read.data as Env<Group>;
  throw new Error(slipIn(read.error));
}

/** @throws Error naming the variable if it isn't set; only a process that holds every group can do without it */
export function needed(name: VariableName, value: string | undefined): string {
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
}
