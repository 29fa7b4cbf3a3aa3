import { type JsonObject, objectElements } from "../json.ts";
import type { Field, Part } from "../parts/part.ts";
import { objectOf, sender, textOf } from "./sender.ts";

/** Aqara's resources by number (opendoc.aqara.com, "resource"): hundredths of °C and %, Pa. */
const RESOURCES = new Map<string, Field>([
  ["0.1.85", { kind: "temperature", times: 0.01, as: "temperature" }],
  ["0.2.85", { kind: "humidity", times: 0.01, as: "humidity" }],
  ["0.3.85", { kind: "pressure", unit: "Pa", as: "pressure" }],
  ["3.1.85", { kind: "generic", as: "state" }],
  ["0.12.85", { kind: "power", as: "power" }],
]);

const STATE_KINDS: [RegExp, Field][] = [
  [/magnet/, { kind: "door", as: "door" }],
  [/motion/, { kind: "motion", as: "motion" }],
  [/flood|wleak|water/, { kind: "flood", as: "leak" }],
];

const isReport = (one: JsonObject): boolean => "resourceId" in one && ("subjectId" in one || "value" in one);
const reports = (body: JsonObject): JsonObject[] => objectElements(body.data ?? body.result).filter(isReport);

const partOf = (report: JsonObject): Part => {
  const resource = textOf(report.resourceId);
  const model = textOf(report.model);
  const known = resource === "3.1.85" ? STATE_KINDS.find(([form]) => form.test(model))?.[1] : undefined;
  const field = known ?? RESOURCES.get(resource) ?? null;
  const key = textOf(report.subjectId);
  return {
    key,
    label: textOf(report.name) || `Aqara ${key.slice(-4)}`,
    members: { [resource]: report.value },
    manner: { temperature: "°C", onlyFields: true, fields: { [resource]: field } },
  };
};

/** Aqara's cloud: what it pushes, and the values of its interface. */
export const aqara = sender({
  name: "Aqara",
  marks: ["data", "result"],
  isIts: (body) => reports(objectOf(body)).length > 0,
  parts: (body) => reports(body).map(partOf),
});
