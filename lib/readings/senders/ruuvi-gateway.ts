import { isJsonObject, type JsonObject, objectMembers } from "../json.ts";
import type { Part } from "../parts/part.ts";
import { decodeRuuvi5 } from "./ruuvi-data-format-5.ts";
import { objectOf, sender, textOf } from "./sender.ts";

const MANNER = {
  temperature: "°C",
  pressure: "Pa",
  onlyFields: true,
  fields: {
    temperature: { kind: "temperature" },
    humidity: { kind: "humidity" },
    pressure: { kind: "pressure", unit: "Pa" },
    PM2_5: { kind: "pm25", as: "pm25" },
    "PM2.5": { kind: "pm25", as: "pm25" },
    CO2: { kind: "co2", as: "co2" },
    VOC: { kind: "generic", unit: null, as: "voc_index" },
    NOx: { kind: "generic", unit: null, as: "nox_index" },
  },
} as const;

/** One tag: what the gateway decoded, else the advertisement as it was sent. */
const tagOf = (mac: string, tag: JsonObject): Part[] => {
  const raw = typeof tag.data === "string" ? decodeRuuvi5(tag.data) : null;
  const members = "temperature" in tag || raw === null ? tag : raw.values;
  const key = mac || (raw?.mac ?? "");
  return key === ""
    ? []
    : [{ key, label: textOf(tag.name) || `Ruuvi ${key.slice(-5)}`, members, manner: MANNER }];
};

/** A Ruuvi Gateway: `{"data":{"gw_mac":"…","tags":{"AA:BB:…":{"rssi":-50,"data":"0201…"}}}}`, or one tag by MQTT. */
export const ruuviGateway = sender({
  name: "Ruuvi Gateway",
  marks: ["data", "gw_mac"],
  isIts: (body) => "gw_mac" in body || "gw_mac" in objectOf(body.data),
  parts: (body) => {
    const inner = isJsonObject(body.data) ? body.data : body;
    if (!isJsonObject(inner.tags)) return tagOf(textOf(inner.mac), inner);
    return objectMembers(inner.tags).flatMap(([mac, tag]) => tagOf(mac, tag));
  },
});
