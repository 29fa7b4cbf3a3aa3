import { hash } from "node:crypto";
import { type Client, escapeIdentifier } from "pg";
import { storedStatements } from "./source.ts";

/** Each function of ours carries this word and the hash of the whole source as its comment. */
const MARK = "hearthwatch";

const STORED = `
  select oid::regprocedure::text as signature, obj_description(oid, 'pg_proc') as mark
  from pg_proc where pronamespace = current_schema()::regnamespace
    and obj_description(oid, 'pg_proc') like '${MARK} %'`;

/**
 * Brings the functions and triggers of the connection's schema to those of `schema/sql`, within its transaction. Where
 * anything has changed all are made anew: functions hold on to those that they call, and triggers go with theirs.
 */
export async function applyStoredFunctions(client: Client): Promise<void> {
  const statements = storedStatements();
  const functions = statements.filter(({ kind }) => kind === "function");
  const mark = `${MARK} ${hash("sha256", statements.map(({ text }) => text).join("\n"))}`;
  const { rows: stored } = await client.query<{ signature: string; mark: string }>(STORED);
  if (stored.length === functions.length && stored.every((each) => each.mark === mark)) return;
  await dropStoredFunctions(client);
  // A body may call what is made after it.
  await client.query("SET LOCAL check_function_bodies = off");
  for (const { text } of statements) await client.query(text);
  for (const { name } of functions)
    await client.query(`COMMENT ON FUNCTION ${escapeIdentifier(name)} IS '${mark}'`);
}

/** Also before tables change: a function holds on to the columns that it reads. They are made anew after it. */
export async function dropStoredFunctions(client: Client): Promise<void> {
  const { rows: stored } = await client.query<{ signature: string }>(STORED);
  if (stored.length > 0)
    await client.query(`DROP FUNCTION ${stored.map(({ signature }) => signature).join(", ")} CASCADE`);
}
