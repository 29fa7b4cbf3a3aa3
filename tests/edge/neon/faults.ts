import { Pool } from "pg";
import { messageOf } from "../../../lib/kernel/text.ts";

const HTML = "<!doctype html><title>Error</title><h1>Error</h1>";

const CONNECTIONS_PER_DATABASE_MAX = 16;
const POOLS_MAX = 64;
const IDLE_MS = 10_000;
const CONNECT_MS_MAX = 10_000;

/** The faults that a test can cause in the next call, named after what the caller of Neon would see. */
export type SqlFault =
  /** Neon's proxy answers, but the database behind it doesn't: nothing was executed. */
  | { kind: "refuse" }
  /** The connection breaks before anything was executed. */
  | { kind: "reset_before" }
  /** Everything was committed, and the connection breaks before the answer: the result is unknown. */
  | { kind: "reset_after" }
  | { kind: "delay"; ms: number }
  | { kind: "bad_gateway_html" }
  | { kind: "ok_html" }
  | { kind: "pg_error"; code: string; message?: string };

export interface SqlAnswer {
  status: number;
  contentType: string;
  body: string;
}

export const COMPUTE_UNREACHABLE: SqlAnswer = jsonAnswer(500, {
  message: "Couldn't connect to compute node",
  code: null,
});

export function jsonAnswer(status: number, body: unknown): SqlAnswer {
  return { status, contentType: "application/json", body: JSON.stringify(body) };
}

/** Returns the answer of a fault that replaces execution, or undefined. */
export function answerOfFault(fault: SqlFault): SqlAnswer | undefined {
  switch (fault.kind) {
    case "refuse":
      return COMPUTE_UNREACHABLE;
    case "bad_gateway_html":
      return { status: 502, contentType: "text/html", body: HTML };
    case "ok_html":
      return { status: 200, contentType: "text/html", body: HTML };
    case "pg_error":
      return jsonAnswer(400, {
        message: fault.message ?? `Injected error ${fault.code}`,
        code: fault.code,
        severity: "ERROR",
      });
    case "reset_before":
    case "reset_after":
    case "delay":
      return undefined;
  }
}

/** A small pool for each database and login. The server's own address wins over the caller's. */
export class SqlPools {
  readonly #server: URL;
  readonly #pools = new Map<string, Pool>();

  readonly #idleMs: number;

  constructor(serverConnectionString: string, idleMs = IDLE_MS) {
    this.#server = new URL(serverConnectionString);
    this.#idleMs = idleMs;
  }

  for(connectionString: string): Pool {
    const known = this.#pools.get(connectionString);
    if (known !== undefined) return known;
    if (this.#pools.size >= POOLS_MAX) this.#dropIdle();
    const pool = new Pool({
      connectionString: this.#addressed(connectionString),
      max: CONNECTIONS_PER_DATABASE_MAX,
      idleTimeoutMillis: this.#idleMs,
      connectionTimeoutMillis: CONNECT_MS_MAX,
      allowExitOnIdle: true,
      application_name: "hearthwatch",
    });
    // An idle connection that breaks (the server stopped, a test dropped its database) is replaced at the next call. A
    // connection that is being closed has no pool left to handle its error.
    pool.on("connect", (client) => {
      client.on("error", () => undefined);
    });
    pool.on("error", (error) => {
      if (process.env.DEBUG !== undefined) console.error(`sql endpoint: ${messageOf(error)}`);
    });
    this.#pools.set(connectionString, pool);
    return pool;
  }

  /** The number of open connections, and how many of them run a statement. */
  get counts(): { open: number; busy: number } {
    const pools = [...this.#pools.values()];
    const open = pools.reduce((sum, pool) => sum + pool.totalCount, 0);
    return { open, busy: open - pools.reduce((sum, pool) => sum + pool.idleCount, 0) };
  }

  async close(): Promise<void> {
    const pools = [...this.#pools.values()];
    this.#pools.clear();
    await Promise.all(pools.map((pool) => pool.end()));
  }

  #dropIdle(): void {
    for (const [name, pool] of this.#pools) {
      if (pool.totalCount > pool.idleCount) continue;
      this.#pools.delete(name);
      void pool.end();
    }
  }

  #addressed(connectionString: string): string {
    const wanted = new URL(connectionString);
    const address = new URL(this.#server);
    address.username = wanted.username;
    address.password = wanted.password;
    address.pathname = wanted.pathname;
    return address.href;
  }
}
