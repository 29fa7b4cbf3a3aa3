import { type JsonObject, objectElements, objectMembers } from "../json.ts";
import type { Part } from "../parts/part.ts";
import { objectOf, sender, textOf } from "./sender.ts";

const valuesOf = (task: JsonObject): JsonObject =>
  Object.fromEntries(objectElements(task.TaskValues).map(({ Name, Value }) => [textOf(Name), Value]));

const partOf = (name: string, members: JsonObject): Part => ({
  key: name,
  label: name,
  members,
  manner: { temperature: "°C" },
});

/** ESPEasy: its `/json`, and its FHEM controller, which sends each value with the names of task and value. */
export const espeasy = sender({
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
