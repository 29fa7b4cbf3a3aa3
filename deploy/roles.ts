import { type GroupName, variablesOf } from "../functions/_platform/variables.ts";
import type { Given } from "./doctor.ts";

/** What signs somebody in. */
const OF_SIGN_INS = [
  "sessions",
  "passkeys",
  "used_passkey_challenges",
  "sign_in_challenges",
  "companion_sessions",
  "companion_refresh_tokens",
] as const;

/** Everything that signs somebody in or opens something for them, and the recipients of a home's messages. */
const OF_PEOPLE = [
  ...OF_SIGN_INS,
  "users",
  "api_keys",
  "inbound_tokens",
  "share_links",
  "invitations",
  "declined_invitations",
] as const;

/** Groups that only report which channels are configured: they check if a provider's secret is set. */
const ONLY_LOOK: readonly GroupName[] = ["v1", "account", "public"];
const PROVIDERS = /^(RESEND|TWILIO|FIREBASE)_/;
/** What providers post to it is checked with these. */
const OF_PUBLIC: readonly string[] = ["RESEND_WEBHOOK_SECRET", "TWILIO_AUTH_TOKEN"];
const PLACEHOLDER = "configured";

/** What somebody who has stolen the database's address of a group could do with it. */
export type RoleName = "share" | "public" | "ingest" | "app";

type Role = {
  /** The groups that connect as it. The clock (`cron`) and migrations stay the tables' owner: they make and drop partitions. */
  groups: readonly GroupName[];
  /** Tables that are read; `all` of them but `never`. */
  reads: readonly string[] | "all";
  /** Tables whose rows are added, changed and removed. */
  writes: readonly string[] | "all";
  never: readonly string[];
  /** Columns of what it reads that stay closed to it, by their table. */
  hides: Readonly<Record<string, readonly string[]>>;
  /** Longer than the service itself waits for an answer; what hangs ends by then. */
  statementSeconds: number;
};

export const ROLES: Readonly<Record<RoleName, Role>> = {
  share: {
    groups: ["share"],
    reads: [
      "share_links",
      "households",
      "devices",
      "sensors",
      "snapshots",
      "history_chunks",
      "history_15m_chunks",
      "history_1h_chunks",
      "history_1d",
      "carried_values",
      "sealed_days",
      "rolled_days",
      "alerts",
      "alert_states",
      "household_checks",
      "probes",
    ],
    writes: [],
    never: [],
    hides: { devices: ["ingest_key_hash", "sealed_ingest_key"] },
    statementSeconds: 10,
  },
  // The status page, and the links and calls that anybody may hold: who acknowledges, declines or unsubscribes.
  public: {
    groups: ["public"],
    reads: "all",
    writes: [
      "activity",
      "alerts",
      "alert_states",
      "contact_points",
      "declined_invitations",
      "devices",
      "escalation_steps",
      "home_contacts",
      "household_checks",
      "invitations",
      "memberships",
      "outbox",
      "sending_counts",
      "sensors",
      "status_subscribers",
    ],
    never: [...OF_SIGN_INS, "share_links", "inbound_tokens", "pucks", "received_bodies"],
    // A trigger of alerts reads whole rows of devices.
    hides: {},
    statementSeconds: 10,
  },
  ingest: {
    groups: ["ingest"],
    reads: "all",
    writes: [
      "devices",
      "sensors",
      "snapshots",
      "carried_values",
      "rolled_days",
      "received_bodies",
      "ingest_receipts",
      "alerts",
      "alert_states",
      "findings",
      "household_checks",
      "outbox",
      "incidents",
      "job_runs",
    ],
    never: OF_PEOPLE,
    hides: {},
    statementSeconds: 15,
  },
  app: {
    groups: ["v1", "account", "companion", "inbound", "pages"],
    reads: "all",
    writes: "all",
    never: [],
    hides: {},
    statementSeconds: 30,
  },
};

export const roleOf = (group: GroupName): RoleName | null =>
  (Object.keys(ROLES) as RoleName[]).find((name) => ROLES[name].groups.includes(group)) ?? null;

/** The variable that holds the address by which the groups of a role connect, in place of DATABASE_URL. */
export const roleVariable = (name: RoleName): string => `DATABASE_URL_${name.toUpperCase()}`;

/** As PostgreSQL knows it. */
export const accountOf = (name: RoleName): string => `hearthwatch_${name}`;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const list = (tables: readonly string[]): string => tables.map(quoted).join(", ");

/**
 * The statements that give each role what it needs and nothing more, for `tables`, all that the schema has. They can be
 * repeated, and are after each migration: a new table is closed until then. Roles that are not there are made, without
 * a password: nobody connects as them before somebody gives them one.
 */
export const roleStatements = (tables: readonly string[]): string[] =>
  (Object.keys(ROLES) as RoleName[]).flatMap((name) => statementsOf(name, tables));

function statementsOf(name: RoleName, tables: readonly string[]): string[] {
  const role = ROLES[name];
  const account = accountOf(name);
  const open = tables.filter((table) => !role.never.includes(table));
  const reads = role.reads === "all" ? open : role.reads;
  const writes = role.writes === "all" ? open : role.writes;
  return [
    `do $$ begin
      if not exists (select from pg_roles where rolname = '${account}') then
        create role ${account} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
      end if;
    end $$`,
    `alter role ${account} set statement_timeout = '${role.statementSeconds}s'`,
    `alter role ${account} set idle_in_transaction_session_timeout = '${role.statementSeconds}s'`,
    `revoke all on all tables in schema public from ${account}`,
    `revoke create on schema public from public, ${account}`,
    `grant usage on schema public to ${account}`,
    // A role that only reads can't write through one of the owner's functions either.
    `alter role ${account} set default_transaction_read_only = ${writes.length === 0 ? "on" : "off"}`,
    `grant select on ${list(reads.filter((table) => !Object.hasOwn(role.hides, table)))} to ${account}`,
    ...Object.entries(role.hides).map(([table, columns]) => selectWithout(table, columns, account)),
    ...(writes.length === 0
      ? []
      : [
          `grant insert, update, delete on ${list(writes)} to ${account}`,
          `grant usage on all sequences in schema public to ${account}`,
        ]),
    `grant execute on all functions in schema public to ${account}`,
    // Readers make no partitions.
    ...(writes.length === 0
      ? [`revoke execute on function make_snapshot_day(date) from public, ${account}`]
      : []),
  ];
}

/** A right to read a table's columns but for some: those that a later migration adds are readable from then on. */
const selectWithout = (table: string, hidden: readonly string[], account: string): string =>
  `do $$ begin
    execute (select format('grant select (%s) on public.${quoted(table)} to ${account}', string_agg(quote_ident(attname), ', '))
      from pg_attribute where attrelid = 'public.${quoted(table)}'::regclass and attnum > 0 and not attisdropped
        and attname not in (${hidden.map((column) => `'${column}'`).join(", ")}));
  end $$`;

/** The variables of one function: those of its row, and a placeholder for a provider's secret that it only checks. */
export function groupVariables(group: GroupName, given: Given): Record<string, string> {
  return Object.fromEntries(
    variablesOf(group).flatMap(([name, { kind }]): [string, string][] => {
      const value = name === "DATABASE_URL" ? addressOf(group, given) : given[name];
      if (kind === "binding" || !value) return [];
      const isChecked = group === "public" && OF_PUBLIC.includes(name);
      return [[name, ONLY_LOOK.includes(group) && PROVIDERS.test(name) && !isChecked ? PLACEHOLDER : value]];
    }),
  );
}

/**
 * Its own role's, where there is one: a group that is broken into opens no more than its role may. A group that anybody
 * may call takes that of the others before the owner's.
 */
function addressOf(group: GroupName, given: Given): string | undefined {
  const role = roleOf(group);
  if (role === null) return given.DATABASE_URL;
  const others = role === "public" ? given[roleVariable("app")] : undefined;
  return given[roleVariable(role)] || others || given.DATABASE_URL;
}
