import { isJsonObject, type JsonObject, memberOf } from "../json.ts";
import type { Field, Manner } from "../parts/part.ts";
import { sender } from "./sender.ts";

const STATE: Field = { kind: "generic" };

/** Names of Zigbee2MQTT's devices that say less than they mean (zigbee2mqtt.io, "exposes"). */
const FIELDS: Manner["fields"] = {
  contact: { kind: "door", trueMeans: "closed" },
  state: STATE,
  state_l1: STATE,
  state_l2: STATE,
  water_leak: { kind: "flood" },
  rain: { kind: "flood" },
  soil_moisture: { kind: "generic", unit: "%" },
  illuminance: { kind: "generic", unit: "lx" },
  // The raw count of the chip beside the lux of older versions.
  illuminance_raw: null,
  local_temperature: { kind: "temperature" },
  formaldehyd: { kind: "generic", unit: "mg/m³" },
  pi_heating_demand: { kind: "generic", unit: "%" },
  position: { kind: "generic", unit: "%" },
  action: null,
  gas: STATE,
  smoke: STATE,
  valve_state: STATE,
  power_outage_count: null,
  device_temperature: null,
  brightness: null,
  window_detection: null,
  window_open: null,
  open_window: null,
};

const MARKS = ["linkquality", "battery_low", "tamper", "voltage", "battery", "device", "local_temperature"];

/** Volts of the mains stand beside what they feed; a battery's are in millivolts, or alone. */
const mannerOf = (body: JsonObject): Manner => {
  const isMains = ["power", "current", "energy"].some((name) => name in body);
  return { temperature: "°C", fields: isMains ? FIELDS : { ...FIELDS, voltage: null } };
};

/** Home Assistant's discovery and "include device information" put the device's own name beside. */
const nameOf = ({ device }: JsonObject): string => {
  const name = isJsonObject(device)
    ? (memberOf(device, "friendlyName") ?? memberOf(device, "friendly_name"))
    : null;
  return typeof name === "string" && !name.startsWith("0x") ? name : "";
};

/** Firmware of one's own may report a link quality too, beside keys that no Zigbee device has. */
const isZigbee = (body: JsonObject): boolean =>
  !("rssi" in body) &&
  !("temp" in body) &&
  !("temp1" in body) &&
  (typeof body.linkquality === "number" ||
    body.linkquality === null ||
    "device_temperature" in body ||
    (("local_temperature" in body ||
      typeof body.contact === "boolean" ||
      typeof body.water_leak === "boolean") &&
      ("battery_low" in body ||
        "tamper" in body ||
        "voltage" in body ||
        "battery" in body ||
        "system_mode" in body)));

/** A device's state as Zigbee2MQTT publishes it: `{"temperature":21.4,"linkquality":120,"battery":87}`. */
export const zigbee2mqtt = sender({
  name: "Zigbee2MQTT",
  marks: [...MARKS, "device_temperature", "system_mode"],
  isIts: isZigbee,
  parts: (body) => [{ key: "", label: nameOf(body), members: body, manner: mannerOf(body) }],
});
