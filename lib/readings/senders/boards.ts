import { decodeText } from "../decode-json.ts";
import { walk } from "../foreign/walk.ts";
import { healthOf } from "../health.ts";
import { isJsonObject, type JsonObject, objectElements, objectMembers } from "../json.ts";
import { payloadOf } from "../judge-reading.ts";
import type { Part } from "../parts/measures.ts";
import { readStateWord } from "../parts/said-number.ts";
import { objectOf, oneThing, type Sender, sender, textOf } from "./sender.ts";

const valuesOf = (task: JsonObject): JsonObject =>
  Object.fromEntries(objectElements(task.TaskValues).map(({ Name, Value }) => [textOf(Name), Value]));

const partOf = (name: string, members: JsonObject): Part => ({
  key: name,
  label: name,
  members,
  manner: { temperature: "°C" },
});

/** ESPEasy: its `/json`, and its FHEM controller, which sends each value with the names of task and value. */
const espeasy = sender({
  name: "ESPEasy",
  marks: ["Sensors", "module"],
  isIts: (body) =>
    objectElements(body.Sensors).some((task) => "TaskValues" in task) || body.module === "ESPEasy",
  parts: (body) => {
    const tasks = objectElements(body.Sensors).map((task) => partOf(textOf(task.TaskName), valuesOf(task)));
    const sent = objectMembers(objectOf(objectOf(body.data).SENSOR)).map(
      ([, { deviceName, valueName, value }]) => partOf(textOf(deviceName), { [textOf(valueName)]: value }),
    );
    const radio = {
      key: "",
      label: "",
      members: { rssi: objectOf(body.WiFi).RSSI },
      manner: { onlyFields: true },
    };
    return [radio, ...tasks, ...sent];
  },
});

/** The last words of a topic name a bare value: `home/cellar/temperature`. */
const nameOf = (topic: string): string => topic.split("/").filter(Boolean).slice(-2).join("_");

const isBare = (payload: unknown): boolean => ["number", "boolean", "string"].includes(typeof payload);

/** A whole message of Node-RED: `{"topic":"home/cellar/temperature","payload":21.5,"_msgid":"…"}`. */
const nodeRed = sender({
  name: "Node-RED",
  marks: ["_msgid"],
  isIts: ({ payload, data }) => payload !== undefined && !("new_state" in objectOf(data)),
  parts: ({ payload, topic }) => {
    if (!isBare(payload)) return walk(payload, {});
    const name = nameOf(textOf(topic));
    return isJsonObject(payload) || name === "" ? [] : oneThing({ [name]: payload }, {});
  },
});

/** `temp=37.2;hum=60`, as a sketch prints it. */
const pairsIn = (data: string): JsonObject | null => {
  const pairs = data
    .slice(0, PAIRS_READ_MAX)
    .split(/[;,&|\s]+/)
    .map((pair) => pair.split(/[=:]/));
  return pairs.every(([name, value]) => name !== "" && value !== undefined)
    ? Object.fromEntries(pairs)
    : null;
};

/** As much as a Particle event may carry. */
const PAIRS_READ_MAX = 1_024;

/** A Particle event: its data is text, a bare value that the event names or JSON. One key may get many devices. */
const particle = sender({
  name: "Particle",
  marks: ["coreid"],
  isIts: (body) => "event" in body && "data" in body,
  parts: (body) => {
    const thing = { key: textOf(body.coreid), label: textOf(body.device_name) || "Particle" };
    const data = textOf(body.data);
    if (readStateWord(data) !== null)
      return [{ ...thing, members: { [textOf(body.event)]: data }, manner: {} }];
    const decoded = decodeText(data);
    return walk(decoded.ok ? decoded.value : (pairsIn(data) ?? body.data), {}, thing);
  },
});

/** Tasmota's STATE message: relays, memory and radio of the device itself. `Signal` is in dBm, `RSSI` in percent. */
const tasmotaState: Sender = {
  name: "Tasmota STATE",
  marks: ["UptimeSec", "LoadAvg", "MqttCount"],
  claims: (body) => isJsonObject(body) && "UptimeSec" in body && isJsonObject(body.Wifi),
  read: (body) => payloadOf([], healthOf(null, objectOf(objectOf(body).Wifi).Signal)),
};

/** Hundredths of °C and of percent (technical.blebox.eu, "tempSensor" and "multiSensor"). */
const MANNER: Part["manner"] = {
  temperature: "°C",
  fields: {
    temperature: { kind: "temperature", unit: "°C", times: 0.01 },
    humidity: { kind: "humidity", times: 0.01 },
    illuminance: { kind: "generic", unit: "lx", times: 0.01 },
    flood: { kind: "flood" },
  },
  onlyFields: true,
};

/** `{"tempSensor":{"sensors":[{"type":"temperature","id":0,"value":518}]}}` */
const blebox = sender({
  name: "BleBox",
  marks: ["tempSensor", "multiSensor"],
  isIts: ({ tempSensor, multiSensor }) =>
    objectElements(objectOf(tempSensor ?? multiSensor).sensors).length > 0,
  parts: ({ tempSensor, multiSensor }) => {
    const sensors = objectElements(objectOf(tempSensor ?? multiSensor).sensors);
    return sensors.map(({ type, id, value }) => {
      const key = sensors.length === 1 ? "" : textOf(id);
      return { key, label: key, members: { [textOf(type)]: value }, manner: MANNER };
    });
  },
});

/** Boards, and what people flash on them. */
export const BOARDS: readonly Sender[] = [espeasy, nodeRed, particle, tasmotaState, blebox];
