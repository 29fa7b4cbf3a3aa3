import { type Client, escapeIdentifier } from "pg";
import { type StoredStatement, storedStatements } from "./source.ts";

/** Each function and trigger of ours carries its text's hash and its identity as its comment, after this word. */
const MARK = "hearthwatch";

type Stored = Pick<StoredStatement, "kind" | "name" | "hash" | "identity">;

const STORED = `
  select 'function' as kind, proname as name, obj_description(oid, 'pg_proc') as comment
  from pg_proc where pronamespace = current_schema()::regnamespace
  union all
  select 'trigger', tgname, obj_description(pg_trigger.oid, 'pg_trigger')
  from pg_trigger join pg_class on pg_class.oid = tgrelid
  where relnamespace = current_schema()::regnamespace and not tgisinternal and tgparentid = 0`;

/** Brings the functions and triggers of the connection's schema to those of `schema/sql`, within its transaction. */
export async function applyStoredFunctions(client: Client): Promise<void> {
  const { rows } = await client.query<{ kind: Stored["kind"]; name: string; comment: string | null }>(STORED);
  const stored = rows.flatMap(({ kind, name, comment }) => {
    const [word, hash = "", identity = ""] = comment?.split(" ") ?? [];
    return word === MARK ? [{ kind, name, hash, identity }] : [];
  });
  // A body may call what is made after it.
  await client.query("SET LOCAL check_function_bodies = off");
  for (const statement of changesTo(stored, storedStatements())) await client.query(statement);
}

/**
 * The statements that lead from what is stored to what is wanted. What has changed is replaced; where something is gone,
 * or has another signature, everything is made anew, as functions hold on to those that they call.
 */
export function changesTo(stored: readonly Stored[], wanted: readonly StoredStatement[]): string[] {
  const before = new Map(stored.map((statement) => [statement.name, statement]));
  const after = new Map(wanted.map((statement) => [statement.name, statement]));
  const isAnew = stored.some(({ name, identity }) => after.get(name)?.identity !== identity);
  const changed = wanted.filter(({ name, hash }) => isAnew || before.get(name)?.hash !== hash);
  return [...(isAnew ? dropAll(stored) : []), ...changed.flatMap(made)];
}

function dropAll(stored: readonly Stored[]): string[] {
  const triggers = stored.filter(({ kind }) => kind === "trigger");
  const functions = stored.filter(({ kind }) => kind === "function");
  return [
    ...triggers.map(
      ({ name, identity }) => `DROP TRIGGER ${escapeIdentifier(name)} ON ${escapeIdentifier(identity)}`,
    ),
    ...(functions.length === 0
      ? []
      : [`DROP FUNCTION ${functions.map(({ name }) => escapeIdentifier(name)).join(", ")}`]),
  ];
}

function made({ kind, name, text, hash, identity }: StoredStatement): string[] {
  const what =
    kind === "trigger"
      ? `TRIGGER ${escapeIdentifier(name)} ON ${escapeIdentifier(identity)}`
      : `FUNCTION ${escapeIdentifier(name)}`;
  return [text, `COMMENT ON ${what} IS '${MARK} ${hash} ${identity}'`];
}
