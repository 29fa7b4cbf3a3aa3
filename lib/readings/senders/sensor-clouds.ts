import { entriesOf, isJsonObject, type JsonObject, objectElements } from "../json.ts";
import type { Manner, Part } from "../parts/measures.ts";
import { objectOf, type Sender, sender, textOf, thingOf } from "./sender.ts";

const GOVEE_MANNER: Manner = {
  temperature: "°F",
  onlyFields: true,
  fields: {
    sensorTemperature: { kind: "temperature", as: "temperature" },
    sensorHumidity: { kind: "humidity", as: "humidity" },
    carbonDioxideConcentration: { kind: "co2", as: "co2" },
    airQuality: { kind: "pm25", as: "pm25" },
    waterFullEvent: { kind: "generic", as: "water_full" },
    bodyAppearedEvent: { kind: "motion", as: "motion" },
  },
};

const sentValue = (state: unknown): unknown => {
  const { value } = objectOf(state);
  return isJsonObject(value) ? (value.currentHumidity ?? value.value) : value;
};

/** Govee's interface: a device's state by capabilities. Its temperatures are °F. */
const govee = sender({
  name: "Govee",
  marks: ["payload"],
  isIts: ({ payload }) => "sku" in objectOf(payload) && Array.isArray(objectOf(payload).capabilities),
  parts: ({ payload }) => {
    const { device, deviceName, sku, capabilities } = objectOf(payload);
    const members = objectElements(capabilities).map(({ instance, state }) => [
      String(instance),
      sentValue(state),
    ]);
    return [
      { ...thingOf(device, deviceName ?? sku), members: Object.fromEntries(members), manner: GOVEE_MANNER },
    ];
  },
});

const MONNIT_STATES: [RegExp, string][] = [
  [/water/i, "leak"],
  [/door|open/i, "door"],
  [/motion/i, "motion"],
];

const split = (said: unknown): string[] => textOf(said).split("|").slice(0, 8);

const nameOf = (type: string, label: string): string =>
  MONNIT_STATES.find(([form]) => form.test(type))?.[1] ?? (type.replace(/Data$/, "") || label || "value");

/** Monnit's own words for a share, whose plot says of what. */
const isShare = (type: string): boolean => /^percentage$/i.test(type);

const isState = (name: string): boolean => MONNIT_STATES.some(([, state]) => state === name);

/** `plotValues` are in the units of `plotLabels`, whatever the sensor measures in. */
const partOf = (message: JsonObject): Part => {
  const types = split(message.dataType ?? message.dataTypes);
  const labels = split(message.plotLabels);
  const values = split(message.plotValues ?? message.dataValue);
  const names = values.map((_, at) =>
    nameOf(isShare(types[at] ?? "") ? "" : (types[at] ?? ""), labels[at] ?? ""),
  );
  return {
    ...thingOf(message.sensorID, message.sensorName),
    members: {
      battery: message.batteryLevel,
      ...Object.fromEntries(names.map((name, at) => [name, values[at]])),
    },
    manner: {},
    units: [Object.fromEntries(names.map((name, at) => [name, isState(name) ? null : labels[at]]))],
  };
};

/** Monnit's webhook: the messages of all sensors of a gateway. */
const monnit = sender({
  name: "Monnit",
  marks: ["sensorMessages", "gatewayMessage"],
  isIts: (body) => Array.isArray(body.sensorMessages),
  parts: (body) => objectElements(body.sensorMessages).map(partOf),
});

const SENSORPUSH_MANNER: Manner = {
  temperature: "°F",
  onlyFields: true,
  fields: {
    temperature: { kind: "temperature" },
    humidity: { kind: "humidity" },
    barometric_pressure: { kind: "pressure", unit: "inHg", as: "pressure" },
    dewpoint: { kind: "generic", unit: "°F" },
    vpd: { kind: "generic", unit: "kPa" },
  },
};

/** SensorPush's samples: of each sensor the newest, which is the first. °F and inHg. */
const sensorpush = sender({
  name: "SensorPush",
  marks: ["total_samples", "last_time", "total_sensors"],
  isIts: (body) => isJsonObject(body.sensors),
  parts: (body) =>
    entriesOf(objectOf(body.sensors)).flatMap(([id, samples]) => {
      const [newest] = objectElements(samples);
      return newest === undefined
        ? []
        : [{ key: id, label: `SensorPush ${id.slice(0, 8)}`, members: newest, manner: SENSORPUSH_MANNER }];
    }),
});

const TEMP_STICK_MANNER: Manner = {
  temperature: "°C",
  onlyFields: true,
  fields: {
    last_temp: { kind: "temperature", as: "temperature" },
    last_humidity: { kind: "humidity", as: "humidity" },
  },
};

/** One sensor, bare or as `data`, or a list of them by their ids. */
const sensorsIn = (body: JsonObject): Part[] => {
  const one = "last_temp" in body ? body : objectOf(body.data);
  const listed = objectElements(one.items).map((members) => ({ key: textOf(members.sensor_id), members }));
  return [{ key: "", members: one }, ...listed]
    .filter(({ members }) => "last_temp" in members && ("sensor_id" in members || "sensor_name" in members))
    .map((sensor) => ({ ...sensor, label: textOf(sensor.members.sensor_name), manner: TEMP_STICK_MANNER }));
};

/** Temp Stick's interface: °C whatever the display shows. */
const tempStick = sender({
  name: "Temp Stick",
  marks: ["last_temp", "data"],
  isIts: (body) => sensorsIn(body).length > 0,
  parts: sensorsIn,
});

const EVENT = /^(\w+Sensor|Outlet|Switch|\w+)\.(?:Report|Alert|StatusChange|getState)$/;

const YOLINK_STATES: [RegExp, Manner["fields"]][] = [
  [/^LeakSensor|^WaterLeak/, { state: { kind: "flood", onWords: ["alert"], as: "leak" } }],
  [/^DoorSensor/, { state: { kind: "door", onWords: ["open"], as: "door" } }],
  [/^MotionSensor/, { state: { kind: "motion", onWords: ["alert"], as: "motion" } }],
  [
    /^(?:CO)?SmokeSensor|^COSmoke|^SmokeAlarm/,
    { smokeAlarm: { kind: "generic", as: "smoke" }, gasAlarm: { kind: "generic", as: "carbon monoxide" } },
  ],
  [/^WaterDepthSensor/, { waterDepth: { kind: "generic", unit: "mm" } }],
  [/^VibrationSensor/, { state: { kind: "generic", onWords: ["alert"], as: "vibration" } }],
];

const MEASURED: Manner["fields"] = { temperature: { kind: "temperature" }, humidity: { kind: "humidity" } };
/** A leak sensor's own temperature tells when it would freeze; a door's is of its electronics. */
const CHIPS = /^(Door|Motion|Vibration|Smoke|COSmoke)Sensor/;
/** `battery` is a level of 0 to 4. */
const BATTERY_LEVELS = 4;

/** YoLink's reports; temperatures are °C whatever the display shows. */
const yolink = sender({
  name: "YoLink",
  marks: ["event"],
  isIts: (body) => EVENT.test(textOf(body.event)) && "deviceId" in body,
  parts: (body) => {
    const type = textOf(body.event);
    const data = objectOf(body.data);
    const state = YOLINK_STATES.find(([form]) => form.test(type))?.[1];
    const battery = typeof data.battery === "number" ? (data.battery / BATTERY_LEVELS) * 100 : null;
    const name = body.deviceName ?? `YoLink ${type.split(".")[0]}`;
    const fields = { ...(CHIPS.test(type) ? {} : MEASURED), ...state };
    return [
      {
        ...thingOf(body.deviceId, name),
        // An answer to a question, and an alarm of two kinds, have their states one deeper.
        members: { ...data, ...objectOf(data.state), battery },
        manner: { temperature: "°C", onlyFields: true, fields },
      },
    ];
  },
});

/** Clouds of makers of sensors. */
export const SENSOR_CLOUDS: readonly Sender[] = [govee, monnit, sensorpush, yolink, tempStick];
