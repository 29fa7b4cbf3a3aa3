import { entriesOf, isJsonObject } from "../json.ts";
import { domoticz } from "./domoticz.ts";
import { esphome } from "./esphome.ts";
import { ifttt, nodeRed, particle } from "./events.ts";
import { homeAssistantEvent } from "./home-assistant-event.ts";
import { LORAWAN_NETWORKS } from "./lorawan.ts";
import { matter } from "./matter.ts";
import { monnit } from "./monnit.ts";
import { openhab } from "./openhab.ts";
import { ROW_SENDERS } from "./rows.ts";
import { ruuviGateway } from "./ruuvi.ts";
import type { Sender } from "./sender.ts";
import { opentelemetry, prometheusApi } from "./series.ts";
import { telegraf } from "./telegraf.ts";
import { thingspeak } from "./thingspeak.ts";
import { zwaveJs } from "./zwave-js.ts";

/** Where a body has marks of several, they are asked in this order. */
export const SENDERS: readonly Sender[] = [
  opentelemetry,
  prometheusApi,
  thingspeak,
  ifttt,
  monnit,
  homeAssistantEvent,
  domoticz,
  ...ROW_SENDERS,
  openhab,
  nodeRed,
  particle,
  ...LORAWAN_NETWORKS,
  ruuviGateway,
  matter,
  zwaveJs,
  telegraf,
  esphome,
];

/** The senders by the members that give them away. */
const BY_MARK = Map.groupBy(
  SENDERS.flatMap((sender) => sender.marks.map((mark) => ({ mark, sender }))),
  ({ mark }) => mark,
);

/** `temperature:0` and its like are components of one kind. */
const markOf = (name: string): string =>
  name.includes(":") ? `${name.slice(0, name.indexOf(":"))}:*` : name;

/** The sender that a body's members reveal, in whatever order they stand; null for none. */
export const senderOf = (body: unknown): Sender | null => {
  const asked = Array.isArray(body) ? body.find(isJsonObject) : body;
  if (!isJsonObject(asked)) return null;
  const marked = new Set<Sender>();
  for (const [name] of entriesOf(asked))
    for (const { sender } of BY_MARK.get(markOf(name)) ?? []) marked.add(sender);
  if (marked.size === 0) return null;
  return SENDERS.find((sender) => marked.has(sender) && sender.claims(body)) ?? null;
};
