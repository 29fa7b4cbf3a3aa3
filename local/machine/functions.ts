import { setTimeout as sleep } from "node:timers/promises";
import type { Environment, Machine, ShardQueue } from "../../functions/_platform/variables.ts";
import { GROUPS } from "../../functions/all/groups.ts";
import { groupOf } from "../../functions/all/paths.ts";

/** The most waiting shards. Beyond it a tick's shards aren't accepted, and the next tick hands them out. */
const WAITING_MAX = 1_000;

/** The most background tasks. With this many, the next request waits until one ends. */
const PENDING_MAX = 64;
/** How long a stop waits for background tasks. The next tick makes up for unfinished ones. */
const STOP_MS_MAX = 10_000;

type Context = Parameters<typeof GROUPS.public.fetch>[2];

export type Functions = ReturnType<typeof openFunctions>;

/** Opens every group in this process. Each group still only sees its own variables. */
export function openFunctions(env: Record<string, string>, machine: Machine, background: Background) {
  const add = (work: Promise<unknown>) => background.add(work);
  const bindings: Environment = {
    ...env,
    MACHINE: machine,
    // Calls the sending group without a socket.
    CRON: { fetch: async (request) => GROUPS.cron.fetch(request, bindings, contextOf(add)) },
    FEED_SHARDS: shardQueue((batch) => GROUPS.cron.queue(batch, bindings), add),
  };
  return {
    /** The bindings of every group. */
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
 * Works on a tick's shards one after the other. A failure has been reported already, and the next tick can take what
 * the shard held after its lease.
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
      last = last
        .then(async () => {
          for (const message of messages)
            await work({ messages: [message] }).catch(() => {
              // Already reported where it failed.
            });
        })
        .finally(() => {
          waiting -= messages.length;
        });
      add(last);
    },
  };
}

/** Work that continues after its request was answered. It is bounded, and a stop waits for it. */
export class Background {
  readonly #pending = new Set<Promise<unknown>>();

  /** Adds work. Its caller handles failures; here they are ignored. */
  add(work: Promise<unknown>): void {
    const settled = work.catch(() => undefined).finally(() => this.#pending.delete(settled));
    this.#pending.add(settled);
  }

  /** Waits until there is room, which there usually is. */
  async room(): Promise<void> {
    while (this.#pending.size >= PENDING_MAX) await Promise.race(this.#pending);
  }

  async settled(): Promise<void> {
    const late = sleep(STOP_MS_MAX, undefined, { ref: false });
    await Promise.race([Promise.all(this.#pending), late]);
  }
}
