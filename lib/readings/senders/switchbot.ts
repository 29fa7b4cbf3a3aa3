import { isJsonObject, type JsonObject } from "../json.ts";
import type { Manner } from "../parts/part.ts";
import { objectOf, sender, thingOf } from "./sender.ts";

const mannerOf = (type: string): Manner => ({
  temperature: "°C",
  onlyFields: true,
  fields: {
    temperature: { kind: "temperature" },
    humidity: { kind: "humidity" },
    CO2: { kind: "co2", as: "co2" },
    openState: { kind: "door", onWords: ["open", "timeOutNotClose"], as: "door" },
    moveDetected: { kind: "motion", as: "motion" },
    lightLevel: { kind: "generic", unit: null, as: "light_level" },
    ...(/water/i.test(type)
      ? { detectionState: { kind: "flood", as: "leak" }, status: { kind: "flood", as: "leak" } }
      : { detectionState: { kind: "motion", onWords: ["DETECTED"], as: "motion" } }),
    electricCurrent: { kind: "generic", unit: "A", times: 0.001 },
    weight: { kind: "power", unit: "W", as: "power" },
    voltage: { kind: "generic", unit: "V" },
  },
});

/** A plug says what it takes; every other device's voltage is none of the home's. */
const isIts = (device: JsonObject): boolean => typeof device.deviceType === "string";

/** SwitchBot: its webhook (`context`), and a device's status from its interface (`body`). */
export const switchbot = sender({
  name: "SwitchBot",
  marks: ["context", "statusCode"],
  isIts: ({ context, body }) => isIts(objectOf(context)) || isIts(objectOf(body)),
  parts: (message) => {
    const members = isJsonObject(message.context) ? message.context : objectOf(message.body);
    const { deviceMac, deviceId, deviceName, deviceType } = members;
    const type = String(deviceType);
    const thing = thingOf(deviceMac ?? deviceId, deviceName ?? `SwitchBot ${type.replace(/^Wo/, "")}`);
    return [{ ...thing, members, manner: mannerOf(type) }];
  },
});
