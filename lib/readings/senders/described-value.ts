import { isJsonObject, type JsonObject } from "../json.ts";
import { objectOf, sender, textOf, thingOf } from "./sender.ts";

/** The last word of a path of names: `com.fibaro.temperatureSensor`, `value.temperature`. */
const lastWord = (path: unknown): string => textOf(path).split(".").at(-1) ?? "";

const described = (thing: ReturnType<typeof thingOf>, word: string, value: unknown, unit: unknown) => [
  { ...thing, members: { [word]: value }, units: [{ [word]: unit }], manner: { temperature: "°C" } },
];

/** A device of a Fibaro Home Center: its type says what its one value is. */
export const fibaro = sender({
  name: "Fibaro Home Center",
  marks: ["baseType"],
  isIts: ({ properties, type }) => isJsonObject(properties) && typeof type === "string",
  parts: ({ id, name, type, properties }) => {
    const { value, unit } = objectOf(properties);
    return described(thingOf(id, name), lastWord(type).replace(/Sensor$/, ""), value, unit);
  },
});

const commonOf = (body: JsonObject): JsonObject => objectOf(body.common);

/** A state of ioBroker's interface: `common` says what `val` is, and its id where it comes from. */
export const ioBroker = sender({
  name: "ioBroker",
  marks: ["common"],
  isIts: (body) => "val" in body && typeof commonOf(body).role === "string",
  parts: (body) => {
    const { role, name, unit } = commonOf(body);
    return described(thingOf(body._id, name), lastWord(role), body.val, unit);
  },
});

/** OGC SensorThings: an observation with its datastream, which names the unit. */
export const sensorThings = sender({
  name: "SensorThings",
  marks: ["Datastream"],
  isIts: (body) => "result" in body && isJsonObject(body.Datastream),
  parts: ({ Datastream, result }) => {
    const { name, unitOfMeasurement, ObservedProperty } = objectOf(Datastream);
    const { symbol, name: unitName } = objectOf(unitOfMeasurement);
    const said = textOf(objectOf(ObservedProperty).name) || textOf(name) || "value";
    return described({ key: "", label: "" }, said, result, symbol ?? unitName);
  },
});
