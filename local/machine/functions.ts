import { setTimeout as sleep } from "node:timers/promises";
import type { Environment, Machine, ShardQueue } from "../../functions/_platform/variables.ts";
import { GROUPS } from "../../functions/all/groups.ts";
import { groupOf } from "../../functions/all/paths.ts";

/**
 * Shards that wait. Beyond this a tick learns that its shards were not accepted; the next one hands them out again.
 */
const WAITING_MAX = 1_000;

/** Pieces of work that go on after their answer. Beyond this many the next request waits for one to end. */
const PENDING_MAX = 64;
/** How long a stop waits for them. What is not done by then is made good by the next tick. */
const STOP_MS_MAX = 10_000;

type Context = Parameters<typeof GROUPS.public.fetch>[2];

export type Functions = ReturnType<typeof openFunctions>;

/** Every group in this process; each still sees the variables of its own row alone. */
export function openFunctions(env: Record<string, string>, machine: Machine, background: Background) {
  const add = (work: Promise<unknown>) => background.add(work);
  const bindings: Environment = {
    ...env,
    MACHINE: machine,
    // What calls the sending group waits for no socket.
    CRON: { fetch: async (request) => GROUPS.cron.fetch(request, bindings, contextOf(add)) },
    FEED_SHARDS: shardQueue((batch) => GROUPS.cron.queue(batch, bindings), add),
  };
  return {
    /** What every group is given. */
    bindings,
    answer: (request: Request, waitUntil: (work: Promise<unknown>) => void): Response | Promise<Response> => {
      const group = groupOf(new URL(request.url).pathname);
      return GROUPS[group].fetch(request, bindings, contextOf(waitUntil));
    },
    /** Fires a job's trigger. */
    scheduled: (cron: string, at: Date): Promise<void> =>
      GROUPS.cron.scheduled({ cron, scheduledTime: at.getTime() }, bindings),
  };
}

const contextOf = (waitUntil: (work: Promise<unknown>) => void): Context => ({
  waitUntil,
  passThroughOnException: () => undefined,
  props: {},
});

type Batch = Parameters<ShardQueue["sendBatch"]>[0];

/**
 * The shards of a tick, one after the other. One that fails has been reported; what it had taken is free again after
 * its lease, for the next tick.
 */
function shardQueue(
  work: (batch: { messages: Batch }) => Promise<void>,
  add: (work: Promise<unknown>) => void,
): ShardQueue {
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;
  return {
    sendBatch: async (messages) => {
      if (waiting + messages.length > WAITING_MAX) throw new Error("Too many shards are waiting already");
      waiting += messages.length;
      const next = last
        .then(async () => {
          for (const message of messages)
            await work({ messages: [message] }).catch(() => {
              // It has been reported where it failed.
            });
        })
        .finally(() => {
          waiting -= messages.length;
        });
      last = next;
      add(next);
    },
  };
}

/** Work that goes on after its request was answered: bounded, and waited for when the service stops. */
export class Background {
  readonly #pending = new Set<Promise<unknown>>();

  /** The caller that hands out work handles its failure; here it only ends. */
  add(work: Promise<unknown>): void {
    const settled = work.then(
      () => undefined,
      () => undefined,
    );
    this.#pending.add(settled);
    void settled.then(() => this.#pending.delete(settled));
  }

  /** Resolves at once as a rule. */
  async room(): Promise<void> {
    while (this.#pending.size >= PENDING_MAX) await Promise.race(this.#pending);
  }

  async settled(): Promise<void> {
    const late = sleep(STOP_MS_MAX, undefined, { ref: false });
    await Promise.race([Promise.all(this.#pending), late]);
  }
}
