import { Client, DatabaseError, escapeIdentifier } from "pg";

const DUPLICATE_DATABASE = "42P04";

/** `connectionString` names a database that exists already, on the same server. */
export async function createDatabase(
  connectionString: string,
  name: string,
  template?: string,
): Promise<void> {
  const from = template === undefined ? "" : ` TEMPLATE ${escapeIdentifier(template)} STRATEGY FILE_COPY`;
  await onServer(connectionString, `CREATE DATABASE ${escapeIdentifier(name)}${from}`).catch(
    (error: unknown) => {
      if (!(error instanceof DatabaseError && error.code === DUPLICATE_DATABASE)) throw error;
    },
  );
}

export async function dropDatabase(connectionString: string, name: string): Promise<void> {
  await onServer(connectionString, `DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`);
}

async function onServer(connectionString: string, statement: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
