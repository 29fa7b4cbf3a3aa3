import { CLOUDS } from "./lists/clouds.ts";
import { HOMES } from "./lists/homes.ts";
import { HUBS } from "./lists/hubs.ts";
import { PLATFORMS } from "./lists/platforms.ts";
import { RADIOS } from "./lists/radios.ts";
import { STATIONS } from "./lists/stations.ts";
import type { Sender } from "./sender.ts";

/** Asked by their marks, in this order where a body has marks of several. */
export const SENDERS: readonly Sender[] = [
  ...PLATFORMS,
  ...CLOUDS,
  ...HUBS,
  ...HOMES,
  ...STATIONS,
  ...RADIOS,
];
