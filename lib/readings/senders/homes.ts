import { normaliseUnit } from "../../kernel/units.ts";
import { type JsonObject, objectElements, objectMembers } from "../json.ts";
import type { Manner, Part } from "../parts/measures.ts";
import { objectOf, type Sender, sender, textOf, thingOf, walked } from "./sender.ts";

const ECOBEE_MANNER: Manner = {
  temperature: "°F",
  onlyFields: true,
  fields: {
    temperature: { kind: "temperature", times: 0.1 },
    actualTemperature: { kind: "temperature", times: 0.1, as: "temperature" },
    humidity: { kind: "humidity" },
    actualHumidity: { kind: "humidity", as: "humidity" },
    occupancy: { kind: "motion", as: "occupancy" },
    dryContact: { kind: "door", as: "contact" },
    actualCO2: { kind: "co2", as: "co2" },
  },
};

const sensorPart = (sensor: JsonObject): Part => ({
  ...thingOf(sensor.id, sensor.name),
  members: Object.fromEntries(
    objectElements(sensor.capability).map(({ type, value }) => [textOf(type), value]),
  ),
  manner: ECOBEE_MANNER,
});

/** The thermostat is one of its own remote sensors, if these are requested. */
const partsOf = (thermostat: JsonObject): Part[] => {
  const sensors = objectElements(thermostat.remoteSensors);
  const own: Part = {
    ...thingOf(thermostat.identifier, thermostat.name),
    members: objectOf(thermostat.runtime),
    manner: ECOBEE_MANNER,
  };
  return [...(sensors.some(({ type }) => type === "thermostat") ? [] : [own]), ...sensors.map(sensorPart)];
};

/** ecobee's thermostats and their remote sensors: tenths of °F. */
const ecobee = sender({
  name: "ecobee",
  marks: ["thermostatList"],
  isIts: (body) => Array.isArray(body.thermostatList),
  parts: (body) => objectElements(body.thermostatList).flatMap(partsOf),
});

const FIELDS = {
  ambientTemperatureCelsius: { kind: "temperature", unit: "°C", as: "temperature" },
  ambientHumidityPercent: { kind: "humidity", as: "humidity" },
} as const;

const nestPartOf = (device: JsonObject, key: string): Part => {
  const traits = objectMembers(objectOf(device.traits)).map(([, trait]) => trait);
  const label = traits.map(({ customName }) => textOf(customName)).find(Boolean) ?? "";
  return { key, label, members: Object.assign({}, ...traits), manner: { onlyFields: true, fields: FIELDS } };
};

/** Google Nest's Device Access: a device, a list of them, or an event of a device's traits. */
const nest = sender({
  name: "Google Nest",
  marks: ["traits", "resourceUpdate", "devices"],
  isIts: (body) =>
    "traits" in body ||
    "resourceUpdate" in body ||
    objectElements(body.devices).some((one) => "traits" in one),
  parts: (body) => {
    const one = "traits" in body ? body : objectOf(body.resourceUpdate);
    const devices = objectElements(body.devices);
    return devices.length === 0
      ? [nestPartOf(one, "")]
      : devices.map((device) => nestPartOf(device, textOf(device.name).split("/").at(-1)?.slice(-12) ?? ""));
  },
});

const SMARTTHINGS_MANNER: Manner = {
  onlyFields: true,
  fields: {
    temperature: { kind: "temperature" },
    humidity: { kind: "humidity" },
    contact: { kind: "door", onWords: ["open"] },
    water: { kind: "flood", onWords: ["wet"], as: "leak" },
    motion: { kind: "motion", onWords: ["active"] },
    presence: null,
    carbonDioxide: { kind: "co2", as: "co2" },
    fineDustLevel: { kind: "pm25", as: "pm25" },
    dustLevel: { kind: "generic", unit: "µg/m³", as: "pm10" },
    veryFineDustLevel: { kind: "generic", unit: "µg/m³", as: "pm1" },
    tvocLevel: { kind: "voc", as: "voc" },
    illuminance: { kind: "generic", unit: "lx" },
    power: { kind: "power" },
    energy: { kind: "energy" },
    switch: { kind: "generic" },
    smoke: { kind: "generic", onWords: ["detected"] },
    gas: { kind: "generic", onWords: ["detected"] },
    carbonMonoxide: { kind: "generic", onWords: ["detected"] },
  },
};

/** Attributes of all capabilities of a component, with their units. */
const smartthingsPartOf = (key: string, capabilities: JsonObject): Part => {
  const attributes = objectMembers(capabilities).flatMap(([, one]) => objectMembers(one));
  return {
    key,
    label: key,
    members: Object.fromEntries(attributes.map(([name, { value }]) => [name, value])),
    manner: SMARTTHINGS_MANNER,
    units: [Object.fromEntries(attributes.map(([name, { unit }]) => [name, normaliseUnit(unit)]))],
  };
};

const eventsIn = (body: JsonObject): JsonObject[] =>
  objectElements(objectOf(body.eventData).events).map(({ deviceEvent }) => objectOf(deviceEvent));

/** SmartThings: a device's status, and the events that it sends to a subscriber. */
const smartthings = sender({
  name: "SmartThings",
  marks: ["components", "eventData"],
  isIts: (body) => objectMembers(objectOf(body.components)).length > 0 || eventsIn(body).length > 0,
  parts: (body) => {
    const events = eventsIn(body).map(({ deviceId, attribute, value, unit }) => ({
      key: textOf(deviceId),
      label: `SmartThings ${textOf(deviceId).slice(0, 8)}`,
      members: { [textOf(attribute)]: value },
      manner: SMARTTHINGS_MANNER,
      units: [{ [textOf(attribute)]: normaliseUnit(unit) }],
    }));
    const components = objectMembers(objectOf(body.components));
    return [
      ...events,
      ...components.map(([name, one]) => smartthingsPartOf(name === "main" ? "" : name, one)),
    ];
  },
});

const HOMEKIT_MANNER: Manner = {
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
    AirQuality: { kind: "generic", unit: null, as: "air_quality" },
  },
};

/** HomeKit's characteristics, as Homebridge's interface and its webhooks name them; always °C. */
const homekit = walked({
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
  manner: HOMEKIT_MANNER,
});

const fritzDevices = (body: JsonObject): JsonObject[] =>
  "ain" in body ? [body] : objectElements(body.devices ?? body.device).filter((one) => "ain" in one);

/** FRITZ!Box smart home devices, as JSON of its interface: tenths of °C, mW and Wh. */
const fritzBox = sender({
  name: "FRITZ!Box",
  marks: ["ain", "devices", "device"],
  isIts: (body) => fritzDevices(body).some((one) => "celsius" in objectOf(one.temperature)),
  parts: (body) =>
    fritzDevices(body).map((one) => ({
      ...thingOf(one.ain, one.name),
      members: {
        battery: one.battery,
        temperature: objectOf(one.temperature).celsius,
        humidity: objectOf(one.humidity).rel_humidity,
        power: objectOf(one.powermeter).power,
        energy: objectOf(one.powermeter).energy,
      },
      manner: {
        temperature: "°C",
        onlyFields: true,
        fields: {
          temperature: { kind: "temperature", times: 0.1 },
          humidity: { kind: "humidity" },
          power: { kind: "power", unit: "W", times: 0.001 },
          energy: { kind: "energy", unit: "Wh" },
        },
      },
    })),
});

/** Advantage Air: a zone without a sensor of its own says 0, and no strength of its radio; its damper is no door. */
const advantageAir = sender({
  name: "Advantage Air",
  marks: ["aircons"],
  isIts: ({ aircons }) => objectMembers(objectOf(aircons)).some(([, one]) => "zones" in one),
  parts: ({ aircons }) =>
    objectMembers(objectOf(aircons)).flatMap(([aircon, { zones }]) =>
      objectMembers(objectOf(zones))
        .filter(([, { rssi, type }]) => Number(rssi) > 0 || Number(type) > 0)
        .map(([zone, { name, measuredTemp, motionConfig, motion }]) => ({
          ...thingOf(`${aircon}_${zone}`, name),
          members: { temperature: measuredTemp, motion: motionConfig === 2 ? motion : null },
          manner: { temperature: "°C", onlyFields: true, fields: ADVANTAGE_AIR },
        })),
    ),
});

const ADVANTAGE_AIR = { temperature: { kind: "temperature" }, motion: { kind: "motion" } } as const;

/** Thermostats and ecosystems of a home. */
export const HOMES: readonly Sender[] = [ecobee, nest, smartthings, homekit, fritzBox, advantageAir];
