import type { RevealPorts } from "../../lib/flows/account/reveal-ingest-key.ts";
import type { CalloutPorts } from "../../lib/flows/account/show-callout.ts";
import type { CreateDevicePorts } from "../../lib/flows/devices/create-device.ts";
import type { SendTestPorts } from "../../lib/flows/outgoing/send-test.ts";
import type { Report, Wake } from "../../lib/ports.ts";

/** What the pages about devices are made from. */
export type DevicePagePorts = CreateDevicePorts &
  CalloutPorts &
  RevealPorts &
  SendTestPorts & { wake: Wake; report: Report };
