import type { Client } from "pg";
import { type GroupName, variablesOf } from "../functions/_platform/variables.ts";
import { migrateDatabase } from "../local/postgres/migrate.ts";
import { withClient } from "../local/postgres/with-client.ts";
import type { Given } from "./doctor.ts";
import roles from "./roles.json" with { type: "json" };
import type { Step } from "./targets.ts";

/** Neon's pooler keeps no session, which a lock needs, so migrations use the direct address. */
export function directAddress({ DATABASE_URL_DIRECT: direct, DATABASE_URL: pooled = "" }: Given): string {
  if (direct) return direct;
  const url = new URL(pooled);
  url.hostname = url.hostname.replace(/-pooler(?=\.)/, "");
  return url.toString();
}

export const migrateStep = (given: Given): Step => ({
  title: "Apply the migrations that the database lacks, at its direct address",
  run: async () => {
    const address = directAddress(given);
    await migrateDatabase(address);
    const roles = await giveRights(address, given);
    return roles.length === 0 ? "applied" : `applied, and the rights of ${roles.join(", ")} set`;
  },
});

const TABLES = `select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by relname`;

/**
 * Creates the roles whose addresses are given (`DATABASE_URL_SHARE` …) with the addresses' passwords, and grants every
 * role its rights. Returns their names. Does nothing if no such address is given.
 */
export async function giveRights(connectionString: string, given: Given): Promise<RoleName[]> {
  const wanted = ROLE_NAMES.filter((name) => given[roleVariable(name)]);
  if (wanted.length === 0) return [];
  await withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ name: string }>(TABLES);
    const tables = rows.map(({ name }) => name);
    for (const name of ROLE_NAMES)
      for (const statement of statementsOf(name, tables)) await client.query(statement);
    for (const name of wanted) await setPassword(client, name, given[roleVariable(name)] ?? "");
  });
  return wanted;
}

/** @throws Error if the address names another account, which wouldn't have the role's rights */
async function setPassword(client: Client, name: RoleName, address: string): Promise<void> {
  const { username, password } = new URL(address);
  const account = accountOf(name);
  if (decodeURIComponent(username) !== account)
    throw new Error(`${roleVariable(name)} must connect as ${account}, not as ${username || "nobody"}.`);
  const { rows } = await client.query<{ statement: string }>(
    "select format('alter role %I password %L', $1::text, $2::text) as statement",
    [account, decodeURIComponent(password)],
  );
  await client.query(rows[0]?.statement ?? "");
}

/** Groups that only report which channels are configured: they check if a provider's secret is set. */
const ONLY_LOOK: readonly GroupName[] = ["v1", "account", "public"];
const PROVIDERS = /^(RESEND|TWILIO|FIREBASE)_/;
/** These secrets verify what providers post to the public group. */
const OF_PUBLIC: readonly string[] = ["RESEND_WEBHOOK_SECRET", "TWILIO_AUTH_TOKEN"];
/** JSON, as a Firebase account must be. */
const PLACEHOLDER = '{"configured":true}';

export type RoleName = keyof typeof roles;

type Role = {
  /** The groups that connect as it; `cron` and migrations are the tables' owner, to create and drop partitions. */
  groups: readonly GroupName[];
  /** Tables that the role reads; `all` means all except `never`. */
  reads: readonly string[] | "all";
  /** Tables whose rows it adds, changes and deletes. */
  writes: readonly string[] | "all";
  never: readonly string[];
  /** Columns hidden from it in tables that it reads, by table. */
  hides: Readonly<Record<string, readonly string[]>>;
  /** Longer than the service itself waits for an answer, so that a hanging statement ends. */
  statementSeconds: number;
};

/** The rights of each role: all that a thief of its groups' database address would get. */
export const ROLES = roles as Readonly<Record<RoleName, Role>>;
const ROLE_NAMES = Object.keys(ROLES) as RoleName[];

export const roleOf = (group: GroupName): RoleName | null =>
  ROLE_NAMES.find((name) => ROLES[name].groups.includes(group)) ?? null;

/** Returns the variable with the address for a role's groups, which replaces DATABASE_URL. */
export const roleVariable = (name: RoleName): string => `DATABASE_URL_${name.toUpperCase()}`;

/** Returns the role's name in PostgreSQL. */
export const accountOf = (name: RoleName): string => `hearthwatch_${name}`;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const list = (tables: readonly string[]): string => tables.map(quoted).join(", ");

/**
 * Returns the statements that give a role its rights and nothing more. `tables` are all tables of the schema. They can
 * be repeated, and run after each migration: until then a new table is closed. A missing role is created without a
 * password, so nobody can connect as it until it gets one.
 */
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
    // A role that only reads can't write through one of the owner's functions, either.
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
    // Readers create no partitions.
    ...(writes.length === 0
      ? [`revoke execute on function make_snapshot_day(date) from public, ${account}`]
      : []),
  ];
}

/** Grants reading a table except some columns. Columns of a later migration become readable when this runs again. */
const selectWithout = (table: string, hidden: readonly string[], account: string): string =>
  `do $$ begin
    execute (select format('grant select (%s) on public.${quoted(table)} to ${account}', string_agg(quote_ident(attname), ', '))
      from pg_attribute where attrelid = 'public.${quoted(table)}'::regclass and attnum > 0 and not attisdropped
        and attname not in (${hidden.map((column) => `'${column}'`).join(", ")}));
  end $$`;

/** Returns a function's variables: its rows', with a placeholder for a provider's secret that it only checks. */
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
 * Returns the address of the group's own role, if there is one, so that a break-in gets no more than the role's rights.
 * The public group prefers the address of `app` to the owner's.
 */
function addressOf(group: GroupName, given: Given): string | undefined {
  const role = roleOf(group);
  if (role === null) return given.DATABASE_URL;
  const others = role === "public" ? given[roleVariable("app")] : undefined;
  return given[roleVariable(role)] || others || given.DATABASE_URL;
}
