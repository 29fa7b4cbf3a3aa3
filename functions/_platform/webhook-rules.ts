import type { FeedRules } from "../../lib/domain/feed-url/judge.ts";
import { baseUrl } from "./base-url.ts";
import { type Environment, optional } from "./environment.ts";

/** What judges a webhook's URL: as a feed's, with WEBHOOK_ALLOWED_HOSTS as the private addresses it may name. */
export const webhookRules = (environment: Environment): FeedRules => ({
  allowedHosts: (optional(environment, "WEBHOOK_ALLOWED_HOSTS") ?? "")
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ""),
  ownHosts: [new URL(baseUrl(environment)).host],
});
