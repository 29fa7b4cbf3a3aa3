import { type JsonObject, objectElements } from "../json.ts";
import type { Part } from "../parts/part.ts";
import { objectOf, sender, textOf } from "./sender.ts";

const HOST_LABELS = new Set(["__name__", "job", "instance"]);

/** A series by its name and labels; the newest of its values. */
const partOf = (series: JsonObject): Part => {
  const metric = objectOf(series.metric);
  const labels = Object.entries(metric).filter(([name]) => !HOST_LABELS.has(name));
  const key = labels.map(([, value]) => textOf(value)).join("_");
  const values: unknown[] = Array.isArray(series.values) ? series.values : [series.value];
  const last = values.at(-1);
  const value: unknown = Array.isArray(last) ? last[1] : null;
  return { key, label: key, members: { [textOf(metric.__name__) || "value"]: value }, manner: {} };
};

/** An answer of Prometheus's query interface: a vector, or a matrix. */
export const prometheusApi = sender({
  name: "Prometheus API",
  marks: ["status"],
  isIts: ({ data }) => typeof objectOf(data).resultType === "string",
  parts: ({ data }) => objectElements(objectOf(data).result).map(partOf),
});
