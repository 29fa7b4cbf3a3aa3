import type { GroupName } from "../functions/_platform/variables.ts";

/** What somebody who has stolen the database's address of a group could do with it. */
export type RoleName = "share" | "ingest" | "app";

type Role = {
  /** The groups that connect as it. The clock (`cron`) and migrations stay the tables' owner: they make and drop partitions. */
  groups: readonly GroupName[];
  /** Tables that are read; `all` of them but `never`. */
  reads: readonly string[] | "all";
  /** Tables whose rows are added, changed and removed. */
  writes: readonly string[] | "all";
  never: readonly string[];
  /** Longer than the service itself waits for an answer; what hangs ends by then. */
  statementSeconds: number;
};

/** Whoever signs in, what opens something for them, and whom a home's messages go to. */
const OF_PEOPLE = [
  "users",
  "sessions",
  "passkeys",
  "used_passkey_challenges",
  "recovery_codes",
  "sign_in_challenges",
  "sign_in_failures",
  "companion_sessions",
  "companion_refresh_tokens",
  "api_keys",
  "inbound_tokens",
  "share_links",
  "invitations",
  "declined_invitations",
] as const;

export const ROLES: Readonly<Record<RoleName, Role>> = {
  share: {
    groups: ["share"],
    reads: [
      "share_links",
      "households",
      "devices",
      "sensors",
      "snapshots",
      "history_15m",
      "history_15m_months",
      "history_1h",
      "history_1h_months",
      "history_1d",
      "history_chunks",
      "held_values",
      "sealed_days",
      "rolled_days",
      "alerts",
      "alert_states",
      "freeze_forecasts",
      "household_looks",
      "probes",
    ],
    writes: [],
    never: [],
    statementSeconds: 10,
  },
  ingest: {
    groups: ["ingest"],
    reads: "all",
    writes: [
      "devices",
      "sensors",
      "snapshots",
      "held_values",
      "rolled_days",
      "received_bodies",
      "ingest_receipts",
      "ingest_receipts",
      "battery_days",
      "alerts",
      "alert_states",
      "findings",
      "freeze_forecasts",
      "household_looks",
      "outbox",
      "incidents",
      "status_incidents",
      "status_news",
      "clock_checks",
      "job_runs",
    ],
    never: OF_PEOPLE,
    statementSeconds: 15,
  },
  app: {
    groups: ["v1", "account", "companion", "inbound", "pages", "public"],
    reads: "all",
    writes: "all",
    never: [],
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
export const roleStatements = (tables: readonly string[], schema = "public"): string[] =>
  (Object.keys(ROLES) as RoleName[]).flatMap((name) => statementsOf(name, tables, schema));

function statementsOf(name: RoleName, tables: readonly string[], schema: string): string[] {
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
    `revoke all on all tables in schema ${schema} from ${account}`,
    `revoke create on schema ${schema} from public, ${account}`,
    `grant usage on schema ${schema} to ${account}`,
    `grant select on ${list(reads)} to ${account}`,
    ...(writes.length === 0
      ? []
      : [
          `grant insert, update, delete on ${list(writes)} to ${account}`,
          `grant usage on all sequences in schema ${schema} to ${account}`,
        ]),
    `grant execute on all functions in schema ${schema} to ${account}`,
    // Readers make no partitions.
    ...(writes.length === 0
      ? [`revoke execute on function make_snapshot_day(date) from public, ${account}`]
      : []),
  ];
}
