import { type JsonObject, objectElements } from "../json.ts";
import type { Manner, Part } from "../parts/part.ts";
import { objectOf, sender, textOf, thingOf } from "./sender.ts";

const MANNER: Manner = {
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
  manner: MANNER,
});

const partsOf = (thermostat: JsonObject): Part[] => {
  const sensors = objectElements(thermostat.remoteSensors).map(sensorPart);
  if (sensors.length > 0) return sensors;
  return [
    {
      ...thingOf(thermostat.identifier, thermostat.name),
      members: objectOf(thermostat.runtime),
      manner: MANNER,
    },
  ];
};

/** ecobee's thermostats and their remote sensors: tenths of °F. */
export const ecobee = sender({
  name: "ecobee",
  marks: ["thermostatList"],
  isIts: (body) => Array.isArray(body.thermostatList),
  parts: (body) => objectElements(body.thermostatList).flatMap(partsOf),
});
