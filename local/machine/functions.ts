import type { Environment, Machine } from "../../functions/_platform/environment.ts";
import { GROUPS, groupOf } from "../../functions/all/groups.ts";
import type { Background } from "./background.ts";
import { shardQueue } from "./shard-queue.ts";

type Context = Parameters<typeof GROUPS.public.fetch>[2];

export interface Functions {
  answer(request: Request, waitUntil: (work: Promise<unknown>) => void): Response | Promise<Response>;
  /** Fires a job's trigger. */
  scheduled(cron: string, at: Date): Promise<void>;
  /** What every group is given. */
  bindings: Environment;
}

/** Every group in this process; each still sees the variables of its own row alone. */
export function openFunctions(
  env: Record<string, string>,
  machine: Machine,
  background: Background,
): Functions {
  const add = (work: Promise<unknown>) => background.add(work);
  const bindings: Environment = {
    ...env,
    MACHINE: machine,
    // What calls the sending group waits for no socket.
    CRON: { fetch: async (request) => GROUPS.cron.fetch(request, bindings, contextOf(add)) },
    FEED_SHARDS: shardQueue((batch) => GROUPS.cron.queue(batch, bindings), add),
  };
  return {
    bindings,
    answer: (request, waitUntil) => {
      const group = groupOf(new URL(request.url).pathname);
      return GROUPS[group].fetch(request, bindings, contextOf(waitUntil));
    },
    scheduled: (cron, at) => GROUPS.cron.scheduled({ cron, scheduledTime: at.getTime() }, bindings),
  };
}

const contextOf = (waitUntil: (work: Promise<unknown>) => void): Context => ({
  waitUntil,
  passThroughOnException: () => undefined,
  props: {},
});
