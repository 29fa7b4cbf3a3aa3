import { normaliseUnit } from "../../kernel/units.ts";
import { type JsonObject, objectElements } from "../json.ts";
import type { Part } from "../parts/part.ts";
import { objectOf, sender, textOf } from "./sender.ts";

const attributesOf = ({ attributes }: JsonObject): string[] =>
  objectElements(attributes).map(({ value }) => textOf(objectOf(value).stringValue));

/** UCUM writes `Cel` and `[degF]`, and counts in braces. */
const unitOf = (unit: unknown): string | null => {
  const said = textOf(unit).replace(/^\[(.*)\]$/, "$1");
  return said === "1" || said.startsWith("{") ? null : normaliseUnit(said);
};

/** The newest point of each series, told apart by its attributes. */
const partsOf = (metric: JsonObject): Part[] => {
  const name = textOf(metric.name).replaceAll(".", "_");
  const points = objectElements(
    (objectOf(metric.gauge).dataPoints ?? objectOf(metric.sum).dataPoints) as unknown,
  );
  const unit = unitOf(metric.unit);
  return points.map((point) => {
    const key = attributesOf(point).filter(Boolean).join("_");
    const units = unit === null ? [] : [{ [name]: unit }];
    return { key, label: key, members: { [name]: point.asDouble ?? point.asInt }, manner: {}, units };
  });
};

/** OpenTelemetry's metrics as OTLP/HTTP sends them in JSON. */
export const opentelemetry = sender({
  name: "OpenTelemetry",
  marks: ["resourceMetrics"],
  isIts: (body) => Array.isArray(body.resourceMetrics),
  parts: (body) =>
    objectElements(body.resourceMetrics)
      .flatMap(({ scopeMetrics }) => objectElements(scopeMetrics))
      .flatMap(({ metrics }) => objectElements(metrics))
      .flatMap(partsOf),
});
