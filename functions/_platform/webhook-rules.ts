import type { FeedRules } from "../../lib/feeds/url/judge.ts";
import { baseUrl } from "./base-url.ts";
import { type Environment, listed } from "./environment.ts";

/**
 * The rules for a webhook's URL. They are a feed's; WEBHOOK_ALLOWED_HOSTS lists the private addresses it may
 * name.
 */
export const webhookRules = (environment: Environment): FeedRules => ({
  allowedHosts: listed(environment, "WEBHOOK_ALLOWED_HOSTS"),
  ownHosts: [new URL(baseUrl(environment)).host],
});
