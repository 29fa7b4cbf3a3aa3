import { Client, DatabaseError } from "pg";
import { createDatabase } from "../../../local/postgres/cluster.ts";
import { storedStatements } from "../../../local/stored-functions/apply.ts";
import { runBatch, runStatement, type SqlStatement } from "../../edge/neon/execution.ts";
import { jsonAnswer, type SqlAnswer } from "../../edge/neon/faults.ts";
import { withPlaces } from "../../support/database.ts";
import { Connections, SEARCH_PATH } from "./connections.ts";
import { inTurn } from "./ordered-crypto.ts";

/** Makes PostgreSQL's clock the stage's, for all statements that don't name pg_catalog: `SEARCH_PATH`. */
const CLOCK = `
  create schema if not exists simulated;
  create or replace function simulated.clock_timestamp() returns timestamptz language sql stable as
    $$ select current_setting('simulated.now')::timestamptz $$;
  create or replace function simulated.now() returns timestamptz language sql stable as
    $$ select current_setting('simulated.now')::timestamptz $$`;

/** Deletes everything that a history has left, including its partitions. */
const EMPTY = `
  do $$ declare name text; begin
    for name in select inhrelid::regclass::text from pg_inherits
      where inhparent::regclass::text in ('snapshots', 'history_chunks', 'history_15m_chunks') loop
      execute 'drop table ' || name;
    end loop;
    for name in select quote_ident(relname) from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' loop
      execute 'delete from ' || name;
    end loop;
    for name in select quote_ident(relname) from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'S' loop
      execute 'alter sequence ' || name || ' restart';
    end loop;
  end $$`;

/** The body that @neondatabase/serverless posts. */
export type WireBody = Partial<SqlStatement> & { queries?: SqlStatement[] };

/** A real PostgreSQL database with the stage's clock, on one connection. */
export class SimulatedDatabase {
  /** For histories with several transactions at once. */
  readonly connections: Connections;
  readonly #client: Client;
  #clockMs = Number.NaN;
  /** Prepared statements, since the same ones run after every step. */
  readonly #names = new Map<string, string>();
  calls = 0;

  private constructor(url: string, client: Client) {
    this.connections = new Connections(url);
    this.#client = client;
  }

  /** `template` is a migrated database; `name` is created if it doesn't exist. */
  static async open(server: string, name: string, template: string): Promise<SimulatedDatabase> {
    await createDatabase(server, name, template);
    const url = new URL(server);
    url.pathname = `/${name}`;
    const client = new Client({ connectionString: url.href });
    await client.connect();
    await client.query(CLOCK);
    // From the source, because the tests' template trusts every clock, and bugs are planted in the source.
    const functions = storedStatements().filter(({ kind }) => kind === "function");
    await client.query(SEARCH_PATH);
    await client.query(functions.map(({ text }) => text).join("\n"));
    return new SimulatedDatabase(url.href, client);
  }

  empty = async (): Promise<void> => {
    await this.#client.query(EMPTY);
  };

  /** Executes a statement at a moment, as Neon would. */
  async execute(body: WireBody, nowMs: number): Promise<SqlAnswer> {
    this.calls += 1;
    await this.setClock(nowMs);
    try {
      if (body.queries === undefined) {
        const statement = { query: body.query ?? "", params: body.params ?? [] };
        return jsonAnswer(200, await runStatement(this.#client, statement));
      }
      return jsonAnswer(200, { results: await runBatch(this.#client, body.queries) });
    } catch (error) {
      return answerOfError(error);
    }
  }

  /** Queries without faults, only for the simulator. They run one after the other, because they share a connection. */
  query = async <Row = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row[]> => {
    const name = this.#names.get(text) ?? `asked${this.#names.size}`;
    this.#names.set(text, name);
    return (await inTurn(() => this.#client.query({ name, text, values }))).rows as Row[];
  };

  sql = <Row = Record<string, unknown>>(texts: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> =>
    this.query<Row>(withPlaces(texts), values);

  async setClock(nowMs: number): Promise<void> {
    if (nowMs === this.#clockMs) return;
    this.#clockMs = nowMs;
    await this.#client.query(clockStatement(nowMs));
  }

  async close(): Promise<void> {
    await this.connections.close();
    await this.#client.end();
  }
}

export const clockStatement = (nowMs: number): string =>
  `select set_config('simulated.now', '${new Date(nowMs).toISOString()}', false)`;

/** Answers an error of PostgreSQL as Neon does. */
export function answerOfError(error: unknown): SqlAnswer {
  if (!(error instanceof DatabaseError)) throw error;
  const { message, name: _name, length: _length, ...fields } = error;
  return jsonAnswer(400, { ...fields, message });
}
