import { Pool } from "pg";
import { messageOf } from "../../lib/kernel/text.ts";

const CONNECTIONS_PER_DATABASE_MAX = 16;
const POOLS_MAX = 64;
const IDLE_MS = 10_000;
const CONNECT_MS_MAX = 10_000;

/** One small pool a database and login; the server's own address wins over the one the caller names. */
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
    // An idle connection that breaks (the server stopped, a test dropped its database) is replaced at the
    // next call. One that is being closed has no pool any more that would hear of its end.
    pool.on("connect", (client) => {
      client.on("error", () => undefined);
    });
    pool.on("error", (error) => {
      if (process.env.DEBUG !== undefined) console.error(`sql endpoint: ${messageOf(error)}`);
    });
    this.#pools.set(connectionString, pool);
    return pool;
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
