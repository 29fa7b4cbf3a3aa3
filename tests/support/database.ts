import { afterAll, onTestFinished, TestRunner } from "vitest";
import { startSqlEndpoint } from "../edge/neon/endpoint.ts";
import type { SqlFault } from "../edge/neon/faults.ts";
import { type Connections, openConnections } from "./connections.ts";
import { answerDirectly } from "./direct-sql.ts";
import { giveBack, takeDatabase } from "./kept-databases.ts";

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
  /** The same as it is written, with its values where they belong. */
  sql<T = Row>(texts: TemplateStringsArray, ...values: unknown[]): Promise<T[]>;
  close(): Promise<void>;
}

/** What fixtures ask for. */
export type Queryable = Pick<TestDatabase, "query" | "sql">;

/** It is closed with the test that opens it, or with the file. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const close = TestRunner.getCurrentTest() === undefined ? afterAll : onTestFinished;
  const kept = await takeDatabase();
  const database = await openOver(kept.connections, () => giveBack(kept));
  close(() => database.close());
  return database;
}

/** One that is there already, seen as the connection string says; `drop` comes after its connections are closed. */
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
