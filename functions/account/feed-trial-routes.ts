import { Hono, type MiddlewareHandler } from "hono";
import type { SpendPorts } from "../../lib/budget/spend.actions.ts";
import { tryFeed } from "../../lib/feeds/setup/pull-setup.actions.ts";
import type { FeedRules } from "../../lib/feeds/url/judge.ts";
import type { TryFeed } from "../../lib/kernel/ports.ts";
import { LIMITS } from "../../schema/limits.ts";
import { FeedTrial, type TriedFeed } from "../../schema/wire/pull-setup.ts";
import { actingIn } from "../_http/acting.ts";
import { feedTryProblem } from "../_http/limit-feed-tries.ts";
import { refusal, reply } from "../_http/reply.ts";
import { requireMay } from "../_http/require-may.ts";
import type { SessionEnv } from "../_http/require-session.ts";
import { jsonBody } from "../_http/validate.ts";
import { wrongMethod } from "../_http/wrong-method.ts";

export type FeedTrialPorts = SpendPorts & { feedRules: FeedRules; tryFeed: TryFeed };

/** What a feed would be read as, before it is saved. */
export function feedTrialRoutes(ports: FeedTrialPorts, guard: MiddlewareHandler<SessionEnv>) {
  const routes = new Hono<SessionEnv>();
  routes.post("/api/account/feeds/try", guard, requireMay("manage_feeds"), async (c) => {
    const body = await jsonBody(c, FeedTrial, LIMITS.accountBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    const limited = await feedTryProblem(c, ports, actingIn(c.var));
    if (limited !== null) return refusal(c, limited);
    return reply<TriedFeed>(
      c,
      await tryFeed(ports, { ...body.value, jsonRoot: body.value.jsonRoot || null }),
    );
  });
  // Goes before the one feed, whose `:id` would take its path.
  routes.all("/api/account/feeds/try", wrongMethod(["POST"]));
  return routes;
}
