import type { PullSetupPorts } from "../../lib/flows/pull-setup/save-pull-setup.ts";
import type { Limiter, TryFeed, Wake } from "../../lib/ports.ts";

/** What the pages about pull feeds are made from. */
export type FeedPagePorts = PullSetupPorts & { wake: Wake; tryFeed: TryFeed; limiter: Limiter };
