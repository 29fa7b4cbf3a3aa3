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

/** Where a body has marks of several, they are asked in this order. */
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
const BY_MARK = Map.groupBy(
  SENDERS.flatMap((sender) => sender.marks.map((mark) => ({ mark, sender }))),
  ({ mark }) => mark,
);

/** The sender that a body's members reveal, in whatever order they stand; null for none. */
export const senderOf = (body: unknown): Sender | null => {
  const asked = Array.isArray(body) ? body.find(isJsonObject) : body;
  if (!isJsonObject(asked)) return null;
  const marked = new Set<Sender>();
  for (const [name] of entriesOf(asked)) for (const { sender } of BY_MARK.get(name) ?? []) marked.add(sender);
  if (marked.size === 0) return null;
  return SENDERS.find((sender) => marked.has(sender) && sender.claims(body)) ?? null;
};
