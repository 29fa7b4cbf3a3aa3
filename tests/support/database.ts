import { randomBytes } from "node:crypto";
import { Pool } from "pg";
import { inject } from "vitest";
import { inSchema } from "../../local/cells/found-cell.ts";
import { createDatabase, dropDatabase } from "../../local/postgres/cluster.ts";
import { startSqlEndpoint } from "../../local/sql/endpoint.ts";
import type { SqlFault } from "../../local/sql/faults.ts";
import { answerDirectly } from "./direct-sql.ts";
import { CITUS_TEST_URL, foundPlacedCell } from "./placed-cell.ts";
import { EMPTY_CELL, TEST_CELL } from "./test-cell.ts";

export type Row = Record<string, unknown>;

/** A migrated, empty database of one test file, behind its own endpoint in Neon's dialect. */
export interface TestDatabase {
  connectionString: string;
  fetchEndpoint: string;
  /** HTTP calls since the start or the last reset. */
  calls(): number;
  /** Their statements, a list a call. */
  statements(): string[][];
  resetCalls(): void;
  /** Happens to the next call (with `about` in a statement of it), once; several are taken in order. */
  failNext(fault: SqlFault, about?: string): void;
  /** Past the endpoint, straight to Postgres. */
  query<T = Row>(text: string, params?: unknown[]): Promise<T[]>;
  /** An empty cell beside it, where TEST_CELLS asks for one. */
  empty?: TestDatabase;
  close(): Promise<void>;
}

export async function openTestDatabase(): Promise<TestDatabase> {
  if (CITUS_TEST_URL !== undefined) {
    const { connectionString, drop } = await foundPlacedCell(CITUS_TEST_URL);
    return await openDatabaseAt(connectionString, drop);
  }
  const server = inject("testServer");
  const name = `test_${randomBytes(6).toString("hex")}`;
  await createDatabase(server.connectionString, name, server.template);
  const whole = namedIn(server.connectionString, name);
  const connectionString = TEST_CELL === undefined ? whole : inSchema(whole, TEST_CELL);
  const drop = () => dropDatabase(server.connectionString, name);
  if (EMPTY_CELL === undefined) return await openDatabaseAt(connectionString, drop);
  const empty = await openDatabaseAt(inSchema(whole, EMPTY_CELL));
  const own = await openDatabaseAt(connectionString, async () => {
    await empty.close();
    await drop();
  });
  return { ...own, empty };
}

/** One that is there already, seen as the connection string says; `drop` comes after its connections are closed. */
export async function openDatabaseAt(
  connectionString: string,
  drop: () => Promise<void> = async () => undefined,
): Promise<TestDatabase> {
  let calls: string[][] = [];
  const faults: { fault: SqlFault; about: string }[] = [];
  const onCall = (queries: string[]) => {
    calls.push(queries);
    const next = faults.findIndex(({ about }) => queries.some((query) => query.includes(about)));
    return next === -1 ? undefined : faults.splice(next, 1)[0]?.fault;
  };
  const endpoint = await startSqlEndpoint({ connectionString, onCall, keepsStatements: true });
  const hangUp = answerDirectly(endpoint.url, {
    answer: endpoint.answer,
    hasFaults: () => faults.length > 0,
  });
  const pool = new Pool({ connectionString, max: 4 });
  // A connection still saying goodbye when its database is dropped is cut off, which is nobody's error.
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
  });
  pool.on("error", () => undefined);
  return {
    connectionString,
    fetchEndpoint: endpoint.url,
    calls: () => calls.length,
    statements: () => calls,
    resetCalls: () => {
      calls = [];
    },
    failNext: (fault, about = "") => {
      faults.push({ fault, about });
    },
    query: async <T = Row>(text: string, params: unknown[] = []) =>
      (await pool.query(text, params)).rows as T[],
    close: async () => {
      hangUp();
      await endpoint.stop();
      await pool.end();
      await drop();
    },
  };
}

function namedIn(connectionString: string, database: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${database}`;
  return url.href;
}
