import { type Context, Hono } from "hono";
import {
  deleteFeed,
  listFeeds,
  type PullSetupPorts,
  savePullSetup,
  showPullSetup,
} from "../../lib/feeds/setup/pull-setup.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import { type FeedList, PullSetup, type PullSetupAnswer } from "../../schema/wire/pull-setup.ts";
import type { Ok } from "../../schema/wire/text.ts";
import type { IdempotentPorts } from "../_http/idempotent.ts";
import { type WakePorts, wakeAfterWrites } from "../_http/in-background.ts";
import { pathId } from "../_http/path-id.ts";
import { refusal, reply } from "../_http/reply.ts";
import { jsonBody } from "../_http/validate.ts";
import { type HomeEnv, type Mount, onceInHome } from "./mount.ts";

/** What the home has polled. A feed's URL may hold a key, so only who may change it reads its query. */
export function pullSetupRoutes(ports: PullSetupPorts & WakePorts & IdempotentPorts, { prefix, may }: Mount) {
  const routes = new Hono<HomeEnv>();
  const path = `${prefix}/pull-setup` as const;
  routes.get(path, may("read_home"), async (c) =>
    reply<PullSetupAnswer>(c, await showPullSetup(ports, c.var.acting.householdId, c.var.mayManageFeeds)),
  );
  routes.post(path, may("manage_feeds"), onceInHome(ports), wakeAfterWrites(ports), (c) => save(c, ports));
  return routes;
}

/** The feeds alone, with how they are doing; deleting one deletes its device. */
export function feedRoutes(ports: PullSetupPorts & WakePorts, { prefix, may }: Mount) {
  const routes = new Hono<HomeEnv>();
  routes.get(`${prefix}/feeds`, may("read_home"), async (c) =>
    reply<FeedList>(c, await listFeeds(ports, c.var.acting.householdId, c.var.mayManageFeeds)),
  );
  routes.delete(`${prefix}/feeds/:id`, may("manage_feeds"), wakeAfterWrites(ports), async (c) =>
    reply<Ok>(c, await deleteFeed(ports, c.var.acting, pathId(c))),
  );
  return routes;
}

async function save(c: Context<HomeEnv>, ports: PullSetupPorts): Promise<Response> {
  const body = await jsonBody(c, PullSetup, LIMITS.apiBodyBytesMax);
  if (!body.ok) return refusal(c, body.problem);
  return reply<PullSetupAnswer>(c, await savePullSetup(ports, c.var.acting, body.value));
}
