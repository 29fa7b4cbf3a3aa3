import { isJsonObject } from "../json.ts";
import { LORAWAN, uplink } from "./lorawan.ts";
import { objectOf, sender, thingOf, walked } from "./sender.ts";

/** A Milesight gateway that posts what it decoded, beside the node's name. */
export const milesight = walked({
  name: "Milesight",
  marks: ["devEUI", "devEui", "magnet_status", "leakage_status"],
  isIts: () => true,
  thing: ({ devEUI, devEui, deviceName }) => thingOf(devEUI ?? devEui, deviceName),
  manner: LORAWAN,
});

/** Milesight's development platform: `{"eventType":"DEVICE_DATA","data":{"deviceProfile":{…},"payload":{…}}}` */
export const milesightPlatform = sender({
  name: "Milesight Development Platform",
  marks: ["eventType"],
  isIts: ({ data }) => isJsonObject(data) && isJsonObject(data.deviceProfile),
  parts: ({ data }) => {
    const device = objectOf(objectOf(data).deviceProfile);
    return uplink(objectOf(data).payload, thingOf(device.devEUI ?? device.sn, device.name), []);
  },
});
