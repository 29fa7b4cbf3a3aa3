import type { SpendPorts } from "../../lib/budget/spend.actions.ts";
import type { PullSetupPorts } from "../../lib/feeds/setup/pull-setup.actions.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";

/** What the pages about pull feeds are made from. */
export type FeedPagePorts = PullSetupPorts & SpendPorts & Pick<Services, "wake" | "tryFeed">;
