import { entriesOf, isJsonObject } from "../json.ts";
import { AIR } from "./air.ts";
import { BOARDS } from "./boards.ts";
import { CONTROLLERS } from "./controllers.ts";
import { ENERGY } from "./energy.ts";
import { HEATING } from "./heating.ts";
import { HOMES } from "./homes.ts";
import { INDUSTRIAL } from "./industrial.ts";
import { LORAWAN_NETWORKS } from "./lorawan.ts";
import { MESH } from "./mesh.ts";
import { PLATFORMS } from "./platforms.ts";
import { RADIO } from "./radio.ts";
import type { Sender } from "./sender.ts";
import { SENSOR_CLOUDS } from "./sensor-clouds.ts";
import { SMART_HOME_CLOUDS } from "./smart-home-clouds.ts";
import { WEATHER_MAKERS } from "./weather-makers.ts";
import { STATIONS } from "./weather-station.ts";

/** Asked by their marks, in this order where a body has marks of several. */
export const SENDERS: readonly Sender[] = [
  ...PLATFORMS,
  ...SENSOR_CLOUDS,
  ...SMART_HOME_CLOUDS,
  ...AIR,
  ...HOMES,
  ...CONTROLLERS,
  ...BOARDS,
  ...HEATING,
  ...ENERGY,
  ...STATIONS,
  ...WEATHER_MAKERS,
  ...INDUSTRIAL,
  ...LORAWAN_NETWORKS,
  ...RADIO,
  ...MESH,
];

/** The senders by the members that give them away. */
export const byMark = (senders: readonly Sender[]): Map<string, Sender[]> => {
  const index = new Map<string, Sender[]>();
  for (const sender of senders)
    for (const mark of sender.marks) index.set(mark, [...(index.get(mark) ?? []), sender]);
  return index;
};

/** The sender that a body's members reveal; null for none. Each is checked once for a mark of its own. */
export const senderOf = (body: unknown, index: Map<string, Sender[]>): Sender | null => {
  const asked = Array.isArray(body) ? body.find(isJsonObject) : body;
  if (!isJsonObject(asked)) return null;
  for (const [name] of entriesOf(asked)) {
    const found = index.get(name)?.find((sender) => sender.claims(body));
    if (found !== undefined) return found;
  }
  return null;
};
