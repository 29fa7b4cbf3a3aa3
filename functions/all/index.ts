import type { Environment } from "../_platform/environment.ts";
import { GROUPS } from "./groups.ts";
import { groupOf } from "./paths.ts";

type Fetch = typeof GROUPS.cron.fetch;

type Trigger = Parameters<typeof GROUPS.cron.scheduled>[0];

/** A household's own deployment: one worker that answers every group's paths and holds the clock. */
export default {
  fetch: serveEveryGroup(),
  scheduled: (trigger: Trigger, bindings?: Environment) =>
    GROUPS.cron.scheduled(trigger, withoutShards(bindings)),
};

function serveEveryGroup(): Fetch {
  return (request, bindings, context) => {
    const group = GROUPS[groupOf(new URL(request.url).pathname)];
    return group.fetch(request, withOwnCron(bindings, context), context);
  };
}

/** The other groups reach the sending one inside this worker: a worker cannot call its own address. */
function withOwnCron(bindings: Environment | undefined, context: Parameters<Fetch>[2]): Environment {
  const cron = withoutShards(bindings);
  return { ...cron, CRON: { fetch: async (request: Request) => GROUPS.cron.fetch(request, cron, context) } };
}

/** A worker cannot hand work to another invocation of itself either: a tick does all of it. */
function withoutShards(bindings: Environment | undefined): Environment {
  return { ...bindings, FEED_SHARDS: false };
}
