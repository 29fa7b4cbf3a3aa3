import type { CreateDevicePorts } from "../../lib/devices/devices.actions.ts";
import type { CalloutPorts, RevealPorts } from "../../lib/devices/ingest-keys.actions.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import type { SendTestPorts } from "../../lib/messages/send-test.actions.ts";

/** What the pages about devices are made from. */
export type DevicePagePorts = CreateDevicePorts &
  CalloutPorts &
  RevealPorts &
  SendTestPorts &
  Pick<Services, "wake" | "report">;
