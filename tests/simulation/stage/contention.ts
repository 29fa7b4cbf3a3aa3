import { setTimeout as sleep } from "node:timers/promises";
import { Client, DatabaseError } from "pg";
import { beginStatement, runStatement, type SqlStatement } from "../../../local/sql/execution.ts";
import { jsonAnswer, type SqlAnswer } from "../../../local/sql/faults.ts";
import {
  answerOfError,
  SEARCH_PATH,
  setClockOf,
  type WireBody,
  type WireForm,
} from "./simulated-database.ts";
import type { Stage } from "./stage.ts";

/** How often a transaction stays open, its locks held, while others have their turn. */
const HELD = 0.4;
/** Of real time: nobody waits so long for anything but a lock, as a rule; whoever does is looked after. */
const SOON_MS = 15;
const LOOK_MS = 5;
const SESSION = `${SEARCH_PATH}; set deadlock_timeout = '10ms'; set statement_timeout = '20s'`;
const DEADLOCK = "40P01";

type Connection = { client: Client; pid: number };
type Held = { pid: number; isOver: boolean; sinceMs: number };

export type Seen = (what: "lock_waited_for" | "real_deadlock") => void;

/**
 * Several connections of one database. A transaction of one of them may stay open while others begin: they
 * meet its locks, and go on when PostgreSQL lets them. The order in which they begin and commit is the
 * stage's.
 */
export class Contention {
  readonly #url: string;
  readonly #free: Connection[] = [];
  readonly #all: Connection[] = [];
  readonly #held = new Set<Held>();
  /** What PostgreSQL took back because two waited for each other: nobody should ever have to. */
  readonly deadlocks: string[] = [];
  #watcher: Client | null = null;

  constructor(url: string) {
    this.#url = url;
  }

  /** As Neon would, in a transaction that others may see under way. */
  async execute(stage: Stage, { queries, ...one }: WireBody, form: WireForm, seen: Seen): Promise<SqlAnswer> {
    const connection = this.#free.pop() ?? (await this.#connect());
    const { client } = connection;
    const statements = queries ?? [{ query: one.query ?? "", params: one.params ?? [] }];
    const { isolationLevel, readOnly } = form;
    const go = <T>(work: Promise<T>) => this.#whileBlockedAside(stage, connection, work, seen);
    await setClockOf(client, stage.nowMs);
    await client.query(beginStatement({ isolationLevel, readOnly, deferrable: false }));
    try {
      const results: unknown[] = [];
      for (const statement of statements) {
        results.push(await go(runStatement(client, statement, form)));
        await stage.standAside(HELD);
      }
      await go(client.query("commit"));
      return jsonAnswer(200, queries === undefined ? results[0] : { results });
    } catch (error) {
      await client.query("rollback");
      this.#note(error, statements, seen);
      return answerOfError(error);
    } finally {
      this.#free.push(connection);
    }
  }

  /** Until everybody who waits for a lock waits for somebody who waits for the stage. */
  settle = async (): Promise<void> => {
    for (;;) {
      const open = [...this.#held].filter(({ isOver }) => !isOver);
      if (open.length === 0 || (await this.#areBlocked(open))) return;
      await sleep(LOOK_MS);
    }
  };

  async close(): Promise<void> {
    for (const { client } of this.#all) await client.end();
    await this.#watcher?.end();
  }

  /** Where it is blocked the step leaves the stage, so that whoever holds the lock can go on. */
  async #whileBlockedAside<T>(stage: Stage, { pid }: Connection, work: Promise<T>, seen: Seen): Promise<T> {
    const held: Held = { pid, isOver: false, sinceMs: performance.now() };
    const end = () => {
      held.isOver = true;
    };
    const ended = work.then(end, end);
    await Promise.race([ended, sleep(SOON_MS)]);
    while (!held.isOver) {
      const isBlocked = await this.#areBlocked([held]);
      // It may have ended while that was asked.
      if (isBlocked && !held.isOver) {
        seen("lock_waited_for");
        this.#held.add(held);
        await stage.standAsideUntil(ended);
        this.#held.delete(held);
      } else await Promise.race([ended, sleep(LOOK_MS)]);
    }
    return await work;
  }

  /** Whether all of them wait for others, and not for each other: that PostgreSQL would have found by now. */
  async #areBlocked(some: Held[]): Promise<boolean> {
    this.#watcher ??= await connected(this.#url);
    const { rows } = await this.#watcher.query<{ pid: number }>(
      "select pid from unnest($1::integer[]) as pid where cardinality(pg_blocking_pids(pid)) > 0",
      [some.map(({ pid }) => pid)],
    );
    return some.every(
      ({ pid, isOver, sinceMs }) =>
        isOver || (performance.now() - sinceMs > 2 * SOON_MS && rows.some((row) => row.pid === pid)),
    );
  }

  async #connect(): Promise<Connection> {
    const client = await connected(this.#url);
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    const connection = { client, pid: rows[0]?.pid ?? 0 };
    this.#all.push(connection);
    return connection;
  }

  #note(error: unknown, statements: SqlStatement[], seen: Seen): void {
    if (!(error instanceof DatabaseError) || error.code !== DEADLOCK) return;
    seen("real_deadlock");
    const words = statements.map(({ query }) => query.replace(/\s+/g, " ").trim().slice(0, 120)).join("; ");
    this.deadlocks.push(`${error.detail?.replace(/\s+/g, " ")} ${error.where ?? ""} in: ${words}`);
  }
}

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(SESSION);
  return client;
}
