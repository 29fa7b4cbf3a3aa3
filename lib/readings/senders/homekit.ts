import type { Manner } from "../parts/part.ts";
import { walked } from "./sender.ts";

const MANNER: Manner = {
  temperature: "°C",
  fields: {
    CurrentTemperature: { kind: "temperature", as: "temperature" },
    CurrentRelativeHumidity: { kind: "humidity", as: "humidity" },
    CurrentAmbientLightLevel: { kind: "generic", unit: "lx", as: "illuminance" },
    CarbonDioxideLevel: { kind: "co2", as: "co2" },
    PM2_5Density: { kind: "pm25", as: "pm25" },
    VOCDensity: { kind: "voc", unit: "µg/m³", as: "voc" },
    // 0 is "contact detected": closed.
    ContactSensorState: { kind: "door", as: "door" },
    LeakDetected: { kind: "flood", as: "leak" },
    MotionDetected: { kind: "motion", as: "motion" },
    OccupancyDetected: { kind: "motion", as: "occupancy" },
    SmokeDetected: { kind: "generic", as: "smoke" },
    CurrentDoorState: null,
    TargetTemperature: null,
    TemperatureDisplayUnits: null,
    StatusLowBattery: null,
    StatusActive: null,
    StatusTampered: null,
    ChargingState: null,
    AirQuality: { kind: "generic", unit: null, as: "air_quality" },
  },
};

/** HomeKit's characteristics, as Homebridge's interface and its webhooks name them; always °C. */
export const homekit = walked({
  name: "HomeKit",
  marks: [
    "CurrentTemperature",
    "CurrentRelativeHumidity",
    "ContactSensorState",
    "LeakDetected",
    "MotionDetected",
    "aid",
    "humanType",
    "serviceCharacteristics",
  ],
  isIts: () => true,
  from: (body) => (typeof body.values === "object" && body.values !== null ? body.values : body),
  thing: (body) => {
    const label = [body.serviceName, body.name].find((text) => typeof text === "string");
    return {
      key: typeof body.uniqueId === "string" ? body.uniqueId.slice(0, 12) : "",
      label: String(label ?? ""),
    };
  },
  manner: MANNER,
});
