import { Client } from "pg";

export const SEARCH_PATH = "set search_path = public, simulated, pg_catalog";
const SESSION = `${SEARCH_PATH}; set deadlock_timeout = '10ms'; set statement_timeout = '20s'`;

export type Connection = { client: Client; pid: number };

/**
 * Connections to one database that successive histories reuse: a new one is slower until it has read the catalog and
 * planned every stored function.
 */
export class Connections {
  readonly #url: string;
  readonly #free: Connection[] = [];
  readonly #taken = new Set<Connection>();
  #watcher: Client | null = null;

  constructor(url: string) {
    this.#url = url;
  }

  async take(): Promise<Connection> {
    const connection = this.#free.pop() ?? (await this.#connect());
    this.#taken.add(connection);
    return connection;
  }

  giveBack(connection: Connection): void {
    if (this.#taken.delete(connection)) this.#free.push(connection);
  }

  /** A connection that watches the others, without a transaction of its own. */
  watcher = async (): Promise<Client> => {
    this.#watcher ??= await this.#open();
    return this.#watcher;
  };

  /** Ends the transactions that an interrupted history left open. */
  async endTaken(): Promise<void> {
    for (const { client } of this.#taken) await client.end();
    this.#taken.clear();
  }

  async close(): Promise<void> {
    await this.endTaken();
    for (const { client } of this.#free.splice(0)) await client.end();
    await this.#watcher?.end();
  }

  async #connect(): Promise<Connection> {
    const client = await this.#open();
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    return { client, pid: rows[0]?.pid ?? 0 };
  }

  async #open(): Promise<Client> {
    const client = new Client({ connectionString: this.#url });
    await client.connect();
    await client.query(SESSION);
    return client;
  }
}
