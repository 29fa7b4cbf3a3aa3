import type { Sender } from "./sender.ts";
import { zigbee2mqtt } from "./zigbee2mqtt.ts";

/** Asked by their marks, in this order where a body has marks of several. */
export const SENDERS: readonly Sender[] = [zigbee2mqtt];
