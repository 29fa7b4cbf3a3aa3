import type { PullSetupPorts } from "../../lib/flows/pull-setup/save-pull-setup.ts";
import type { SpendPorts } from "../../lib/flows/spend.ts";
import type { TryFeed, Wake } from "../../lib/ports.ts";

/** What the pages about pull feeds are made from. */
export type FeedPagePorts = PullSetupPorts & SpendPorts & { wake: Wake; tryFeed: TryFeed };
