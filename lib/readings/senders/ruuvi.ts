import { isJsonObject, type JsonObject, objectMembers } from "../json.ts";
import type { Part } from "../parts/manner.ts";
import { objectOf, textOf } from "./paths.ts";
import { rowManner } from "./rows.ts";
import { sender } from "./sender.ts";

/** A raw advertisement in hex: the maker's number 0x0499 before the data, which begins with the format's number 5. */
const FORMAT_5 = /^[\dA-F]{0,80}FF990405([\dA-F]{46})/i;

/**
 * A RuuviTag's data (docs.ruuvi.com, "Data format 5 (RAWv2)") in °C, % and Pa; null where it is none. What the tag marks
 * as unavailable is null.
 */
const decoded = (raw: unknown): JsonObject | null => {
  const data = FORMAT_5.exec(textOf(raw))?.[1];
  if (data === undefined) return null;
  const word = (at: number): number => Number.parseInt(data.slice(4 * at, 4 * at + 4), 16);
  const [temperature = 0, humidity = 0, pressure = 0] = [word(0), word(1), word(2)];
  const signed = temperature - (temperature > 0x7fff ? 0x1_0000 : 0);
  return {
    mac: data.slice(-12).toUpperCase().match(/../g)?.join(":"),
    temperature: temperature === 0x8000 ? null : (signed * 5) / 1_000,
    humidity: humidity === 0xffff ? null : (humidity * 25) / 10_000,
    pressure: pressure === 0xffff ? null : pressure + 50_000,
  };
};

/** One tag: what the gateway decoded, else the advertisement as it was sent. */
const tagOf = (mac: string, tag: JsonObject): Part[] => {
  const raw = decoded(tag.data);
  const key = mac || textOf(raw?.mac);
  const members = "temperature" in tag ? tag : (raw ?? tag);
  const label = textOf(tag.name) || `Ruuvi ${key.slice(-5)}`;
  return key === "" ? [] : [{ key, label, members, manner: rowManner("Ruuvi tag") }];
};

/** A Ruuvi Gateway: `{"data":{"gw_mac":"…","tags":{"AA:BB:…":{"rssi":-50,"data":"0201…"}}}}`, or one tag by MQTT. */
export const ruuviGateway = sender({
  name: "Ruuvi Gateway",
  marks: ["data", "gw_mac"],
  isIts: (body) => "gw_mac" in body || "gw_mac" in objectOf(body.data),
  parts: (body) => {
    const inner = isJsonObject(body.data) ? body.data : body;
    if (!isJsonObject(inner.tags)) return tagOf(textOf(inner.mac ?? inner.id), inner);
    return objectMembers(inner.tags).flatMap(([mac, tag]) => tagOf(mac, tag));
  },
});
