import { afterAll, onTestFinished, TestRunner } from "vitest";
import { startSqlEndpoint } from "../edge/neon/endpoint.ts";
import type { SqlFault } from "../edge/neon/faults.ts";
import { type Connections, openConnections } from "./connections.ts";
import { answerDirectly } from "./direct-sql.ts";
import { giveBack, takeDatabase } from "./kept-databases.ts";

export type Row = Record<string, unknown>;

/** A migrated, empty database for one test file, behind its own endpoint in Neon's dialect. */
export interface TestDatabase {
  connectionString: string;
  fetchEndpoint: string;
  /** HTTP calls since the start or the last reset. */
  calls(): number;
  /** The statements of these calls, a list for each. */
  statements(): string[][];
  resetCalls(): void;
  /** Makes the next call (with `about` in one of its statements) fail once. Several faults are used in order. */
  failNext(fault: SqlFault, about?: string): void;
  /** Queries Postgres directly, without the endpoint. */
  query<T = Row>(text: string, params?: unknown[]): Promise<T[]>;
  /** Queries Postgres directly, with a template whose values become parameters. */
  sql<T = Row>(texts: TemplateStringsArray, ...values: unknown[]): Promise<T[]>;
  close(): Promise<void>;
}

/** The database as fixtures use it. */
export type Queryable = Pick<TestDatabase, "query" | "sql">;

/** Opens a database, which is closed after the test or file that opened it. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const close = TestRunner.getCurrentTest() === undefined ? afterAll : onTestFinished;
  const kept = await takeDatabase();
  const database = await openOver(kept.connections, () => giveBack(kept));
  close(() => database.close());
  return database;
}

/** Opens an existing database. `drop` runs after its connections are closed. */
export async function openDatabaseAt(
  connectionString: string,
  drop: () => Promise<void> = async () => undefined,
): Promise<TestDatabase> {
  const connections = openConnections(connectionString);
  return await openOver(connections, async () => {
    await connections.close();
    await drop();
  });
}

async function openOver(connections: Connections, release: () => Promise<void>): Promise<TestDatabase> {
  const { connectionString, pool } = connections;
  let calls: string[][] = [];
  let closing: Promise<void> | undefined;
  const faults: { fault: SqlFault; about: string }[] = [];
  const onCall = (queries: string[]) => {
    calls.push(queries);
    const next = faults.findIndex(({ about }) => queries.some((query) => query.includes(about)));
    return next === -1 ? undefined : faults.splice(next, 1)[0]?.fault;
  };
  const endpoint = await startSqlEndpoint({ connectionString, onCall, kept: connections });
  const hangUp = answerDirectly(connectionString, {
    url: endpoint.url,
    answer: endpoint.answer,
    hasFaults: () => faults.length > 0,
  });
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
    sql: async <T = Row>(texts: TemplateStringsArray, ...values: unknown[]) =>
      (await pool.query(withPlaces(texts), values)).rows as T[],
    close: () => {
      closing ??= (async () => {
        hangUp();
        await endpoint.stop();
        await release();
      })();
      return closing;
    },
  };
}

export const withPlaces = ([first = "", ...texts]: TemplateStringsArray): string =>
  texts.reduce((all, text, at) => `${all}$${at + 1}${text}`, first);
