import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type { PgColumn, PgInsertValue, PgTable, PgUpdateSetSource } from "drizzle-orm/pg-core";
import { secretHint } from "../../lib/kernel/secret.ts";
import { secretHash } from "../../lib/kernel/statements.queries.ts";
import { DAY_MS } from "../../lib/kernel/time.ts";
import { signInChallenges } from "../../schema/tables/sign-in.ts";
import { withClient } from "../postgres/with-client.ts";

export type DemoRows = Pick<NodePgDatabase, "select" | "insert" | "update" | "delete" | "execute">;

/** Writes directly to the tables, on a connection that is closed after the work. */
export const withRows = <T>(connectionString: string, work: (rows: DemoRows) => Promise<T>): Promise<T> =>
  withClient(connectionString, (client) => work(drizzle({ client })));

/** Inserts the row, or replaces an earlier start's. */
export const put = <T extends PgTable>(
  rows: DemoRows,
  table: T,
  target: PgColumn | PgColumn[],
  row: PgInsertValue<T>,
) =>
  rows
    .insert(table)
    .values(row)
    .onConflictDoUpdate({ target, set: row as PgUpdateSetSource<T> });

/** Returns the two columns of a secret. */
export const hashed = async (secret: string) => ({
  tokenHash: await secretHash(secret),
  tokenHint: secretHint(secret),
});

/** Writes a sign-in link that works once, within a day, and without a code. It replaces an earlier start's. */
export async function putSignInLink(rows: DemoRows, email: string, token: string, now: Date): Promise<void> {
  await put(rows, signInChallenges, signInChallenges.id, {
    id: "sic_demo",
    email,
    sealedCode: "",
    linkHash: await secretHash(token),
    usedAt: null,
    usedNetwork: null,
    expiresAt: new Date(now.getTime() + DAY_MS),
    createdAt: now,
  });
}
