import type { SpendPorts } from "../../lib/budget/spend.actions.ts";
import type { PullSetupPorts } from "../../lib/feeds/setup/pull-setup.actions.ts";
import type { TryFeed, Wake } from "../../lib/kernel/ports.ts";

/** What the pages about pull feeds are made from. */
export type FeedPagePorts = PullSetupPorts & SpendPorts & { wake: Wake; tryFeed: TryFeed };
