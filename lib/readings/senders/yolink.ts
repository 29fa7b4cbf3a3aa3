import type { Manner } from "../parts/part.ts";
import { objectOf, sender, textOf, thingOf } from "./sender.ts";

const EVENT = /^(\w+Sensor|Outlet|Switch|\w+)\.(?:Report|Alert|StatusChange|getState)$/;

const STATES: [RegExp, Manner["fields"]][] = [
  [/^LeakSensor|^WaterLeak/, { state: { kind: "flood", onWords: ["alert"], as: "leak" } }],
  [/^DoorSensor/, { state: { kind: "door", onWords: ["open"], as: "door" } }],
  [/^MotionSensor/, { state: { kind: "motion", onWords: ["alert"], as: "motion" } }],
  [/^VibrationSensor/, { state: { kind: "generic", onWords: ["alert"], as: "vibration" } }],
];

const MEASURED: Manner["fields"] = { temperature: { kind: "temperature" }, humidity: { kind: "humidity" } };
/** A leak sensor's own temperature tells when it would freeze; a door's is of its electronics. */
const CHIPS = /^(Door|Motion|Vibration)Sensor/;
/** `battery` is a level of 0 to 4. */
const BATTERY_LEVELS = 4;

/** YoLink's reports; temperatures are °C whatever the display shows. */
export const yolink = sender({
  name: "YoLink",
  marks: ["event"],
  isIts: (body) => EVENT.test(textOf(body.event)) && "deviceId" in body,
  parts: (body) => {
    const type = textOf(body.event);
    const data = objectOf(body.data);
    const state = STATES.find(([form]) => form.test(type))?.[1];
    const battery = typeof data.battery === "number" ? (data.battery / BATTERY_LEVELS) * 100 : null;
    const name = body.deviceName ?? `YoLink ${type.split(".")[0]}`;
    const fields = { ...(CHIPS.test(type) ? {} : MEASURED), ...state };
    return [
      {
        ...thingOf(body.deviceId, name),
        members: { ...data, battery },
        manner: { temperature: "°C", onlyFields: true, fields },
      },
    ];
  },
});
