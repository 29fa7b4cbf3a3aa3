import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseError } from "pg";
import { runStatement, type SqlStatement } from "../../edge/neon/execution.ts";
import { jsonAnswer, type SqlAnswer } from "../../edge/neon/faults.ts";
import type { Connection, Connections } from "./connections.ts";
import { answerOfError, clockStatement, type WireBody } from "./simulated-database.ts";
import type { Stage } from "./stage.ts";

/** How often a transaction stays open with its locks while others run. */
const HELD = 0.4;
/** In real time: a longer wait is usually for a lock, and is checked. */
const SOON_MS = 15;
const LOOK_MS = 5;
const DEADLOCK = "40P01";

type Held = { pid: number; isOver: boolean; sinceMs: number };

type Seen = (what: "lock_waited_for" | "real_deadlock") => void;

/**
 * Several connections to one database. A transaction may stay open while others begin: these wait for its locks, and
 * continue when PostgreSQL lets them. The stage decides the order of begins and commits.
 */
export class Contention {
  readonly #connections: Connections;
  readonly #held = new Set<Held>();
  /** Transactions that PostgreSQL aborted because of a deadlock; there should never be any. */
  readonly deadlocks: string[] = [];

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  /** Executes a statement as Neon would, in a transaction that others may see in progress. */
  async execute(stage: Stage, { queries, ...one }: WireBody, seen: Seen): Promise<SqlAnswer> {
    const connection = await this.#connections.take();
    const { client } = connection;
    const statements = queries ?? [{ query: one.query ?? "", params: one.params ?? [] }];
    const go = <T>(work: Promise<T>) => this.#whileBlockedAside(stage, connection, work, seen);
    await client.query(`begin; ${clockStatement(stage.nowMs)}`);
    try {
      const results: unknown[] = [];
      for (const statement of statements) {
        results.push(await go(runStatement(client, statement)));
        await stage.standAside(HELD);
      }
      await go(client.query("commit"));
      return jsonAnswer(200, queries === undefined ? results[0] : { results });
    } catch (error) {
      await client.query("rollback");
      this.#note(error, statements, seen);
      return answerOfError(error);
    } finally {
      this.#connections.giveBack(connection);
    }
  }

  /** Waits until everybody who waits for a lock waits for somebody who waits for the stage. */
  settle = async (): Promise<void> => {
    for (;;) {
      const open = [...this.#held].filter(({ isOver }) => !isOver);
      if (open.length === 0 || (await this.#areBlocked(open))) return;
      await sleep(LOOK_MS);
    }
  };

  close = (): Promise<void> => this.#connections.endTaken();

  /** Leaves the stage while it is blocked, so that the holder of the lock can continue. */
  async #whileBlockedAside<T>(stage: Stage, { pid }: Connection, work: Promise<T>, seen: Seen): Promise<T> {
    const held: Held = { pid, isOver: false, sinceMs: performance.now() };
    const end = () => {
      held.isOver = true;
    };
    const ended = work.then(end, end);
    await Promise.race([ended, sleep(SOON_MS)]);
    while (!held.isOver) {
      const isBlocked = await this.#areBlocked([held]);
      // It may have ended during that query.
      if (isBlocked && !held.isOver) {
        seen("lock_waited_for");
        this.#held.add(held);
        await stage.standAsideUntil(ended);
        this.#held.delete(held);
      } else await Promise.race([ended, sleep(LOOK_MS)]);
    }
    return await work;
  }

  /** Returns whether all wait for others. They don't wait for each other: PostgreSQL would have found that by now. */
  async #areBlocked(some: Held[]): Promise<boolean> {
    const watcher = await this.#connections.watcher();
    const { rows } = await watcher.query<{ pid: number }>(
      "select pid from unnest($1::integer[]) as pid where cardinality(pg_blocking_pids(pid)) > 0",
      [some.map(({ pid }) => pid)],
    );
    return some.every(
      ({ pid, isOver, sinceMs }) =>
        isOver || (performance.now() - sinceMs > 2 * SOON_MS && rows.some((row) => row.pid === pid)),
    );
  }

  #note(error: unknown, statements: SqlStatement[], seen: Seen): void {
    if (!(error instanceof DatabaseError) || error.code !== DEADLOCK) return;
    seen("real_deadlock");
    const words = statements.map(({ query }) => query.replace(/\s+/g, " ").trim().slice(0, 120)).join("; ");
    this.deadlocks.push(`${error.detail?.replace(/\s+/g, " ")} ${error.where ?? ""} in: ${words}`);
  }
}
