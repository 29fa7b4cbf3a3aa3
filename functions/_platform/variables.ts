/** The groups of functions that read variables; each gets only those of its own row. */
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
   * `generated` is a secret that a deployment generates, `secret` one that somebody else gives, `setting` may be
   * read by anybody, `binding` is the platform's own object and no text.
   */
  kind: "generated" | "secret" | "setting" | "binding";
  /** Without it the group refuses to start. */
  isRequired?: true;
};

const EVERY: readonly GroupName[] = GROUP_NAMES;
const WAKES_DISPATCH: readonly GroupName[] = ["ingest", "v1", "account", "pages", "public"];
const SEALS: readonly GroupName[] = EVERY.filter((group) => group !== "share");
const LINKS: readonly GroupName[] = [...WAKES_DISPATCH, "cron"];
const SAVES_FEEDS: readonly GroupName[] = ["v1", "account", "pages"];
const SENDS: readonly GroupName[] = ["cron"];
/** These only check which channels are configured; the one that sends gets the provider's secret. */
const NAMES_CHANNELS: readonly GroupName[] = [...SAVES_FEEDS, ...SENDS];
/** Groups that the budget of what costs stands in front of. */
/** And one that shows whether they are there. */
const SHOWS_PROVIDERS: readonly GroupName[] = [...NAMES_CHANNELS, "public"];
const SPENDS: readonly GroupName[] = [...NAMES_CHANNELS, "public"];

/**
 * Every variable of the service and the groups that read it. A function sees no other, wherever its platform keeps
 * them; a deployment gives each function its own alone.
 */
export const VARIABLES = {
  DATABASE_URL: { groups: EVERY, kind: "secret", isRequired: true },
  NEON_FETCH_ENDPOINT: { groups: EVERY, kind: "setting" },
  UPSTASH_REDIS_REST_URL: { groups: EVERY, kind: "setting", isRequired: true },
  UPSTASH_REDIS_REST_TOKEN: { groups: EVERY, kind: "secret", isRequired: true },
  SERVER_SECRET: { groups: SEALS, kind: "generated", isRequired: true },
  SERVER_SECRET_PREVIOUS: { groups: SEALS, kind: "secret" },
  CRON_SECRET: { groups: LINKS, kind: "generated", isRequired: true },
  INGEST_KEY_ENCRYPTION_SECRET: { groups: SAVES_FEEDS, kind: "generated" },
  INGEST_KEY_ENCRYPTION_SECRET_PREVIOUS: { groups: SAVES_FEEDS, kind: "secret" },
  BASE_URL: { groups: LINKS, kind: "setting", isRequired: true },
  EDGE: { groups: EVERY, kind: "setting" },
  ADMIN_EMAILS: { groups: ["v1", "account", "pages"], kind: "setting" },
  PLANS: { groups: ["v1", "account", "companion", "pages"], kind: "setting" },
  PLAN_PRICES: { groups: ["v1", "account", "companion", "pages"], kind: "setting" },
  OPERATOR_EMAILS: { groups: ["ingest", "cron"], kind: "setting" },
  OPERATOR_CHAT_WEBHOOK_URL: { groups: ["ingest", "cron"], kind: "secret" },
  DEAD_MAN_PING_URL: { groups: SENDS, kind: "secret" },
  FEED_ALLOWED_HOSTS: { groups: [...SAVES_FEEDS, "cron"], kind: "setting" },
  DNS_OVER_HTTPS_URL: { groups: [...SAVES_FEEDS, "cron"], kind: "setting" },
  INBOUND_LEGACY_SIGNATURE_HEADERS: { groups: ["inbound", "pages"], kind: "setting" },
  SHARD_SIZE: { groups: SENDS, kind: "setting" },
  FORECAST_BASE_URL: { groups: ["cron", "pages"], kind: "setting" },
  GEOCODING_BASE_URL: { groups: ["pages"], kind: "setting" },
  RESEND_API_KEY: { groups: SHOWS_PROVIDERS, kind: "secret" },
  RESEND_WEBHOOK_SECRET: { groups: ["public"], kind: "secret" },
  RESEND_BASE_URL: { groups: SENDS, kind: "setting" },
  EMAIL_FROM: { groups: SENDS, kind: "setting" },
  TWILIO_ACCOUNT_SID: { groups: SHOWS_PROVIDERS, kind: "secret" },
  // What Twilio posts is signed with it.
  TWILIO_AUTH_TOKEN: { groups: SHOWS_PROVIDERS, kind: "secret" },
  TWILIO_FROM: { groups: SHOWS_PROVIDERS, kind: "setting" },
  TWILIO_CALL_FROM: { groups: SENDS, kind: "setting" },
  TWILIO_REPLIES: { groups: SENDS, kind: "setting" },
  TWILIO_BASE_URL: { groups: SENDS, kind: "setting" },
  FIREBASE_SERVICE_ACCOUNT: { groups: SHOWS_PROVIDERS, kind: "secret" },
  FIREBASE_WEB_CONFIG: { groups: ["pages"], kind: "setting" },
  FIREBASE_WEB_VAPID_KEY: { groups: ["pages"], kind: "setting" },
  TELEGRAM_BOT_TOKEN: { groups: SHOWS_PROVIDERS, kind: "secret" },
  TELEGRAM_BOT_NAME: { groups: ["pages"], kind: "setting" },
  TELEGRAM_BASE_URL: { groups: SENDS, kind: "setting" },
  PUSHOVER_TOKEN: { groups: SHOWS_PROVIDERS, kind: "secret" },
  PUSHOVER_BASE_URL: { groups: SENDS, kind: "setting" },
  CALLS_PER_DAY: { groups: SPENDS, kind: "setting" },
  SMS_PER_DAY: { groups: SPENDS, kind: "setting" },
  SMS_COUNTRY_PREFIXES: { groups: SPENDS, kind: "setting" },
  SMS_BALANCE_WARNING: { groups: SENDS, kind: "setting" },
  MAILS_PER_SECOND: { groups: SPENDS, kind: "setting" },
  NEWCOMER_MAILS_PER_DAY: { groups: SPENDS, kind: "setting" },
  WEBHOOK_ALLOWED_HOSTS: { groups: ["v1", "account", "cron", "pages"], kind: "setting" },
  CRON: { groups: WAKES_DISPATCH, kind: "binding" },
  OBJECTS: { groups: ["v1", "account", "cron", "pages"], kind: "binding" },
  FEED_SHARDS: { groups: SENDS, kind: "binding" },
  MACHINE: { groups: EVERY, kind: "binding" },
} as const satisfies Record<string, Variable>;

export type VariableName = keyof typeof VARIABLES;

/** The variables whose value is text; the others are objects of the platform. */
export type TextVariable = {
  [Name in VariableName]: (typeof VARIABLES)[Name]["kind"] extends "binding" ? never : Name;
}[VariableName];

const ENTRIES = Object.entries<Variable>(VARIABLES) as [VariableName, Variable][];

/** The variables that a group reads, by name. */
export const variablesOf = (group: GroupName): [VariableName, Variable][] =>
  ENTRIES.filter(([, { groups }]) => groups.includes(group));
