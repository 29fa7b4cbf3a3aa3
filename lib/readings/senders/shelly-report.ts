import type { Manner } from "../parts/part.ts";
import { sender, textOf, thingOf } from "./sender.ts";

const MANNER: Manner = {
  temperature: "°C",
  onlyFields: true,
  fields: {
    temp: { kind: "temperature", as: "temperature" },
    temperature: { kind: "temperature" },
    hum: { kind: "humidity", as: "humidity" },
    humidity: { kind: "humidity" },
    flood: { kind: "flood" },
    window: { kind: "door", as: "door" },
    motion: { kind: "motion" },
    illuminance: { kind: "generic", unit: "lx" },
    lux: { kind: "generic", unit: "lx", as: "illuminance" },
    batV: null,
  },
};

/** The query of a Shelly's "report sensor values": `?hum=44&temp=21.5&id=shellyht-AABBCC`. */
export const shellyReport = sender({
  name: "Shelly report",
  marks: ["id"],
  isIts: ({ id }) => /^shelly/i.test(textOf(id)),
  parts: (body) => [{ key: "", label: "", members: body, manner: MANNER }],
});

/** A Shelly BLU's broadcast, as the gateway's script passes it on. */
export const shellyBlu = sender({
  name: "Shelly BLU",
  marks: ["encryption", "BTHome_version", "address"],
  isIts: (body) =>
    ("address" in body || "addr" in body) &&
    ("pid" in body || "BTHome_version" in body || "encryption" in body),
  parts: (body) => [
    { ...thingOf(body.address ?? body.addr, body.name ?? "Shelly BLU"), members: body, manner: MANNER },
  ],
});
