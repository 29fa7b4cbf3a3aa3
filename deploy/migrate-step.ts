import type { Client } from "pg";
import { migrateDatabase } from "../local/postgres/migrate.ts";
import { withClient } from "../local/postgres/with-client.ts";
import type { Given } from "./doctor.ts";
import { accountOf, ROLES, type RoleName, roleStatements, roleVariable } from "./roles.ts";
import type { Step } from "./step.ts";

/** Neon's pooler does not keep a session, which a lock needs: migrations go to the direct address. */
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
 * Makes the roles whose addresses are given (`DATABASE_URL_SHARE` …), with the password that stands there, and gives
 * every role its rights; answers their names. Where no such address is given, nothing is done.
 */
export async function giveRights(connectionString: string, given: Given): Promise<RoleName[]> {
  const wanted = (Object.keys(ROLES) as RoleName[]).filter((name) => given[roleVariable(name)]);
  if (wanted.length === 0) return [];
  await withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ name: string }>(TABLES);
    for (const statement of roleStatements(rows.map(({ name }) => name))) await client.query(statement);
    for (const name of wanted) await setPassword(client, name, given[roleVariable(name)] ?? "");
  });
  return wanted;
}

/** @throws Error where the address names another account: it would not have the rights of the role */
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
