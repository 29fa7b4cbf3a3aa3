import { isJsonObject, type JsonObject, objectMembers } from "../json.ts";
import type { Part } from "../parts/manner.ts";
import { objectOf, textOf } from "./paths.ts";
import { rowManner } from "./rows.ts";
import { sender } from "./sender.ts";

/** What stands before the data in the advertisement: the maker's number 0x0499, and the format's number 5. */
const START = /FF990405/i;
const DATA_BYTES = 24;
const HEX = /^[\dA-F]+$/i;
const TEXT_CHARACTERS_MAX = 128;

/**
 * A RuuviTag's raw advertisement in hex (docs.ruuvi.com, "Data format 5 (RAWv2)"): °C, %, Pa and V; null where it is
 * none. What the tag marks as unavailable is left out.
 */
const decodeRuuvi5 = (hex: string): { mac: string; values: JsonObject } | null => {
  if (hex.length > TEXT_CHARACTERS_MAX || !HEX.test(hex)) return null;
  const at = START.exec(hex);
  const data = at === null ? "" : hex.slice(at.index + "FF9904".length);
  if (data.length < 2 * DATA_BYTES) return null;
  const bytes = Uint8Array.from({ length: DATA_BYTES }, (_, byte) =>
    Number.parseInt(data.slice(2 * byte, 2 * byte + 2), 16),
  );
  const view = new DataView(bytes.buffer);
  const known = (raw: number, missing: number, value: number) => (raw === missing ? null : value);
  const [temperature, humidity, pressure] = [view.getInt16(1), view.getUint16(3), view.getUint16(5)];
  const mac = [...bytes.slice(18)].map((byte) => byte.toString(16).padStart(2, "0").toUpperCase()).join(":");
  return {
    mac,
    values: {
      temperature: known(temperature, -0x8000, (temperature * 5) / 1_000),
      humidity: known(humidity, 0xffff, (humidity * 25) / 10_000),
      pressure: known(pressure, 0xffff, pressure + 50_000),
    },
  };
};

/** One tag: what the gateway decoded, else the advertisement as it was sent. */
const tagOf = (mac: string, tag: JsonObject): Part[] => {
  const raw = typeof tag.data === "string" ? decodeRuuvi5(tag.data) : null;
  const members = "temperature" in tag || raw === null ? tag : raw.values;
  const key = mac || (raw?.mac ?? "");
  return key === ""
    ? []
    : [
        {
          key,
          label: textOf(tag.name) || `Ruuvi ${key.slice(-5)}`,
          members,
          manner: rowManner("Ruuvi tag"),
        },
      ];
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
