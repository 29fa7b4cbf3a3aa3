import type { SpendPorts } from "../../lib/budget/spend.actions.ts";
import type { CreateDevicePorts } from "../../lib/devices/devices.actions.ts";
import type { CalloutPorts, RevealPorts } from "../../lib/devices/ingest-keys.actions.ts";
import type { PullSetupPorts } from "../../lib/feeds/setup/pull-setup.actions.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import type { SendTestPorts } from "../../lib/messages/send-test.actions.ts";

/** What the pages about devices are made from. */
export type DevicePagePorts = CreateDevicePorts &
  CalloutPorts &
  RevealPorts &
  SendTestPorts &
  Pick<Services, "wake" | "report">;

/** What the pages about pull feeds are made from. */
export type FeedPagePorts = PullSetupPorts & SpendPorts & Pick<Services, "wake" | "tryFeed">;
