import { isJsonObject, type JsonObject, objectElements } from "../json.ts";
import { sender, textOf } from "./sender.ts";

const sentValue = ({ lastMeasurement }: JsonObject): unknown =>
  isJsonObject(lastMeasurement) ? lastMeasurement.value : null;

/** A senseBox of openSenseMap: its sensors by title and unit, each with what it measured last. */
export const opensensemap = sender({
  name: "openSenseMap",
  marks: ["sensors"],
  isIts: (body) => objectElements(body.sensors).some((one) => "lastMeasurement" in one && "title" in one),
  parts: (body) => {
    const sensors = objectElements(body.sensors);
    const members = sensors.map((one) => [textOf(one.title), sentValue(one)]);
    const units = sensors.map((one) => [textOf(one.title), one.unit]);
    return [
      {
        key: "",
        label: textOf(body.name),
        members: Object.fromEntries(members),
        manner: { temperature: "°C" },
        units: [Object.fromEntries(units)],
      },
    ];
  },
});
