import { isJsonObject, objectElements } from "../json.ts";
import type { Manner } from "../parts/part.ts";
import { objectOf, sender, thingOf } from "./sender.ts";

const MANNER: Manner = {
  temperature: "°F",
  onlyFields: true,
  fields: {
    sensorTemperature: { kind: "temperature", as: "temperature" },
    sensorHumidity: { kind: "humidity", as: "humidity" },
    carbonDioxideConcentration: { kind: "co2", as: "co2" },
    airQuality: { kind: "pm25", as: "pm25" },
    waterFullEvent: { kind: "generic", as: "water_full" },
    bodyAppearedEvent: { kind: "motion", as: "motion" },
    battery: null,
  },
};

const sentValue = (state: unknown): unknown => {
  const { value } = objectOf(state);
  return isJsonObject(value) ? (value.currentHumidity ?? value.value) : value;
};

/** Govee's interface: a device's state by capabilities. Its temperatures are °F. */
export const govee = sender({
  name: "Govee",
  marks: ["payload"],
  isIts: ({ payload }) => "sku" in objectOf(payload) && Array.isArray(objectOf(payload).capabilities),
  parts: ({ payload }) => {
    const { device, deviceName, sku, capabilities } = objectOf(payload);
    const members = objectElements(capabilities).map(({ instance, state }) => [
      String(instance),
      sentValue(state),
    ]);
    return [{ ...thingOf(device, deviceName ?? sku), members: Object.fromEntries(members), manner: MANNER }];
  },
});
