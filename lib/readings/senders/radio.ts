import { entriesOf, isJsonObject, type JsonObject, objectElements, objectMembers } from "../json.ts";
import type { Field, Manner, Part } from "../parts/measures.ts";
import { BARE_CELSIUS_MAX } from "../unit-marks.ts";
import { objectOf, oneThing, type Sender, sender, textOf, thingOf } from "./sender.ts";

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

const RUUVI_GATEWAY_MANNER = {
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
    : [{ key, label: textOf(tag.name) || `Ruuvi ${key.slice(-5)}`, members, manner: RUUVI_GATEWAY_MANNER }];
};

/** A Ruuvi Gateway: `{"data":{"gw_mac":"…","tags":{"AA:BB:…":{"rssi":-50,"data":"0201…"}}}}`, or one tag by MQTT. */
const ruuviGateway = sender({
  name: "Ruuvi Gateway",
  marks: ["data", "gw_mac"],
  isIts: (body) => "gw_mac" in body || "gw_mac" in objectOf(body.data),
  parts: (body) => {
    const inner = isJsonObject(body.data) ? body.data : body;
    if (!isJsonObject(inner.tags)) return tagOf(textOf(inner.mac ?? inner.id), inner);
    return objectMembers(inner.tags).flatMap(([mac, tag]) => tagOf(mac, tag));
  },
});

const tagsOf = ({ tags }: JsonObject): JsonObject[] =>
  objectElements(tags).filter(
    (tag) => (textOf(tag.name) || textOf(tag.id)) && ("dataFormat" in tag || "temperature" in tag),
  );

const RUUVI_STATION_MANNER: Manner = {
  ...RUUVI_GATEWAY_MANNER,
  fields: { ...RUUVI_GATEWAY_MANNER.fields, voltage: { kind: "generic", unit: "V" } },
};

/** The Ruuvi Station app: `{"tags":[{"name":"Fridge","temperature":3.85,…}],"batteryLevel":88}`; the battery is the phone's. */
const ruuviStation = sender({
  name: "Ruuvi Station",
  marks: ["tags"],
  isIts: (body) => tagsOf(body).length > 0,
  parts: (body) =>
    tagsOf(body).map(({ rssi: _, ...tag }) => {
      const name = textOf(tag.name) || textOf(tag.id);
      return { key: name, label: name, members: tag, manner: RUUVI_STATION_MANNER };
    }),
});

/** Of the loops that a door's sensor has, by wire or by magnet; which of them is used, its `state` says. */
const LOOPS = { contact_open: null, reed_open: null, alarm: null };

/** A door sensor's `"state":"closed"`: any other state is that of a button or an alarm. */
const doorOf = ({ state }: JsonObject): JsonObject =>
  state === "open" || state === "closed" ? { ...LOOPS, state: null, door: state } : {};

/** What Govee's detectors and others say in words. */
const leakOf = ({ event }: JsonObject): JsonObject => (event === "Water Leak" ? { leak: 1 } : {});

/** rtl_433's JSON: a radio sensor by its model and the id that it has until its battery is changed. */
const rtl433 = sender({
  name: "rtl_433",
  marks: ["model"],
  isIts: (body) =>
    "mic" in body ||
    "mod" in body ||
    "battery_ok" in body ||
    "heartbeat" in body ||
    "temperature_C" in body ||
    "temperature_F" in body,
  parts: (body) => {
    const key = [body.model, body.channel, body.id].map(textOf).filter(Boolean).join("_");
    const fields = {
      noise: null,
      // Of gas, water or power, in units of its own.
      Consumption: null,
      consumption_data: null,
      moisture: { kind: "generic", unit: "%" },
      detect_wet: { kind: "flood", as: "leak" },
    } as const;
    return [
      {
        key,
        label: key.replaceAll("_", " "),
        // A tyre is no part of a home.
        members: body.type === "TPMS" ? {} : { ...body, rssi: null, ...doorOf(body), ...leakOf(body) },
        manner: { temperature: "°C", fields },
      },
    ];
  },
});

const THEENGS_MANNER: Manner = {
  temperature: "°C",
  pressure: "hPa",
  fields: {
    tempc: { kind: "temperature", unit: "°C", as: "temperature" },
    hum: { kind: "humidity", as: "humidity" },
    pres: { kind: "pressure", unit: "hPa", as: "pressure" },
    moi: { kind: "generic", unit: "%", as: "soil_moisture" },
    fer: { kind: "generic", unit: "µS/cm", as: "fertility" },
    lux: { kind: "generic", unit: "lx", as: "illuminance" },
    open: { kind: "door", as: "door" },
    contact: { kind: "door", as: "door" },
    leak: { kind: "flood" },
    motion: { kind: "motion" },
    pm25: { kind: "pm25" },
    co2: { kind: "co2" },
    volt: null,
    distance: null,
    presence: null,
  },
};

/** Meters say the unit of `avg` in `avgu`. */
const unitsOfMeter = ({ avgu, sumu }: JsonObject): JsonObject => ({ avg: avgu, sum: sumu });

/** OpenMQTTGateway and Theengs Gateway: Bluetooth sensors by their addresses. */
const theengs = sender({
  name: "Theengs",
  marks: ["model_id", "servicedata", "manufacturerdata", "tempc"],
  isIts: (body) =>
    "id" in body && ("model_id" in body || "servicedata" in body || "brand" in body || "tempc" in body),
  // Each temperature comes in both scales.
  parts: (body) => [
    {
      ...thingOf(body.id, body.name ?? body.model),
      members: Object.fromEntries(entriesOf(body).filter(([name]) => !name.startsWith("tempf"))),
      manner: THEENGS_MANNER,
      units: [unitsOfMeter(body)],
    },
  ],
});

const SHELLY_REPORT_MANNER: Manner = {
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
  },
};

const DOOR_STATE: Field = { kind: "door", onWords: ["open"], as: "door" };

/** The query of a Shelly's "report sensor values": `?hum=44&temp=21.5&id=shellyht-AABBCC`. */
const shellyReport = sender({
  name: "Shelly report",
  marks: ["id"],
  isIts: ({ id }) => /^shelly/i.test(textOf(id)),
  parts: (body) => {
    const doors = /^shellydw/i.test(textOf(body.id)) ? { state: DOOR_STATE } : {};
    return oneThing(body, {
      ...SHELLY_REPORT_MANNER,
      // What it reports is in the scale that its page is set to.
      temperature: Number(body.temp) > BARE_CELSIUS_MAX ? "°F" : "°C",
      fields: { ...SHELLY_REPORT_MANNER.fields, ...doors },
    });
  },
});

const isBroadcast = (body: JsonObject): boolean =>
  ("address" in body || "addr" in body) &&
  ("pid" in body || "BTHome_version" in body || "encryption" in body);

/** The broadcasts of a notification that the gateway passes on by itself. */
const broadcastsOf = ({ params }: JsonObject): JsonObject[] =>
  objectElements(objectOf(params).events)
    .map(({ data }) => objectOf(data))
    .filter(isBroadcast);

/** A Shelly BLU's broadcast, as the gateway's script passes it on, or as the event that the script emits. */
const shellyBlu = sender({
  name: "Shelly BLU",
  marks: ["encryption", "BTHome_version", "address", "params"],
  isIts: (body) => isBroadcast(body) || broadcastsOf(body).length > 0,
  parts: (body) =>
    (isBroadcast(body) ? [body] : broadcastsOf(body)).map((one) => ({
      ...thingOf(one.address ?? one.addr, one.name ?? "Shelly BLU"),
      members: one,
      manner: SHELLY_REPORT_MANNER,
    })),
});

/** Bluetooth and other radio: gateways, and what comes through them. */
export const RADIO: readonly Sender[] = [
  ruuviGateway,
  ruuviStation,
  rtl433,
  theengs,
  shellyBlu,
  shellyReport,
];
