import type { Environment } from "../_platform/environment.ts";
import { GROUPS, groupOf } from "./groups.ts";

type Fetch = typeof GROUPS.cron.fetch;

/** A household's own deployment: one worker that answers every group's paths and holds the clock. */
export default { ...GROUPS.cron, fetch: serveEveryGroup() };

function serveEveryGroup(): Fetch {
  return (request, bindings, context) => {
    const group = GROUPS[groupOf(new URL(request.url).pathname)];
    return group.fetch(request, withOwnCron(bindings, context), context);
  };
}

/** The other groups reach the sending one inside this worker: a worker cannot call its own address. */
function withOwnCron(bindings: Environment | undefined, context: Parameters<Fetch>[2]): Environment {
  const CRON = { fetch: async (request: Request) => GROUPS.cron.fetch(request, bindings, context) };
  return { ...bindings, CRON };
}
