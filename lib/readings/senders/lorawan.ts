import { walk } from "../foreign/walk.ts";
import { isJsonObject, type JsonObject, objectElements } from "../json.ts";
import type { Manner, Part } from "../parts/part.ts";
import { readNumber } from "../values.ts";

/** Decoders of LoRaWAN nodes: °C, words of Milesight for states, the keys of Cayenne's LPP. */
export const LORAWAN: Manner = {
  temperature: "°C",
  fields: {
    magnet_status: { kind: "door", onWords: ["open", "opened"], as: "door" },
    door: { kind: "door", onWords: ["open", "opened"] },
    leakage_status: { kind: "flood", onWords: ["leak", "leaking"], as: "leak" },
    water_leak: { kind: "flood", onWords: ["leak", "leaking", "alarm", "detected"], as: "leak" },
    pir: { kind: "motion", onWords: ["trigger", "triggered", "occupied", "motion"] },
    occupancy: { kind: "motion", onWords: ["occupied", "trigger"] },
    daylight: null,
    ALARM: null,
    Volt: null,
    BatV: null,
    BAT_V: null,
    MOD: null,
    tamper_status: null,
    install: null,
    activity: null,
    light_level: { kind: "generic", unit: null },
    ipso_version: null,
    WATER_LEAK_TIMES: null,
    LAST_WATER_LEAK_DURATION: null,
    DOOR_OPEN_TIMES: null,
    LAST_DOOR_OPEN_DURATION: null,
  },
};

const strongest = (gateways: JsonObject[]): number | null => {
  const signals = gateways.map(({ rssi }) => readNumber(rssi)).filter((rssi) => rssi !== null);
  return signals.length === 0 ? null : Math.max(...signals);
};

/** What a node measured, with the strength of its signal at the gateway that heard it best. */
export const uplink = (
  decoded: unknown,
  thing: { key: string; label: string },
  gateways: unknown,
): Part[] => {
  const rssi = strongest(objectElements(gateways));
  const radio = { ...thing, members: { rssi }, manner: { onlyFields: true } };
  return [radio, ...walk(isJsonObject(decoded) ? decoded : {}, LORAWAN, thing)];
};
