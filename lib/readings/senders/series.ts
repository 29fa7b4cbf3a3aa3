import { normaliseUnit } from "../../kernel/units.ts";
import { type JsonObject, objectElements } from "../json.ts";
import { momentSaid } from "../own-time.ts";
import type { Part } from "../parts/manner.ts";
import { snake } from "../parts/snake.ts";
import { measureOf } from "../sensor-kinds.ts";
import { objectOf, textOf } from "./paths.ts";
import { sender } from "./sender.ts";

const attributesOf = ({ attributes }: JsonObject): string[] =>
  objectElements(attributes).map(({ value }) => textOf(objectOf(value).stringValue));

/** UCUM writes `Cel` and `[degF]`, and counts in braces. */
const unitOf = (unit: unknown): string | null => {
  const said = textOf(unit).replace(/^\[(.*)\]$/, "$1");
  return said === "1" || said.startsWith("{") ? null : normaliseUnit(said);
};

/** The newest point of each series; attributes distinguish the series. */
const partsOf = (metric: JsonObject): Part[] => {
  const name = textOf(metric.name).replaceAll(".", "_");
  const points = objectElements(
    (objectOf(metric.gauge).dataPoints ?? objectOf(metric.sum).dataPoints) as unknown,
  );
  const unit = unitOf(metric.unit);
  return points.map((point) => {
    const key = attributesOf(point).filter(Boolean).join("_");
    const units = unit === null ? [] : [{ [name]: unit }];
    const moment = momentSaid(point.timeUnixNano);
    return { key, label: key, members: { [name]: point.asDouble ?? point.asInt }, manner: {}, units, moment };
  });
};

/** OpenTelemetry's metrics as OTLP/HTTP sends them in JSON. */
export const opentelemetry = sender({
  name: "OpenTelemetry",
  isComplete: true,
  marks: ["resourceMetrics"],
  isIts: (body) => Array.isArray(body.resourceMetrics),
  parts: (body) =>
    objectElements(body.resourceMetrics)
      .flatMap(({ scopeMetrics }) => objectElements(scopeMetrics))
      .flatMap(({ metrics }) => objectElements(metrics))
      .flatMap(partsOf),
});

const HOST_LABELS = new Set(["__name__", "job", "instance", "unit"]);

const NAMED_BY = ["id", "name", "friendly_name", "entity"];

/** `esphome_sensor_value{id="cellar_temperature",unit="°C"}`: a metric that says nothing is named by its labels. */
const seriesName = (metric: JsonObject): string => {
  const name = textOf(metric.__name__) || "value";
  return measureOf(snake(name)) === null
    ? NAMED_BY.map((label) => textOf(metric[label])).find(Boolean) || name
    : name;
};

/** How a sender or its sensor is, whatever it measures. */
const ABOUT_ITSELF =
  /_(?:failed|unavailable|available|info|up|created|bucket|count|last_updated_time_seconds)$/;

/** A series by its name and labels; the newest of its values. */
const partOf = (series: JsonObject): Part => {
  const metric = objectOf(series.metric);
  const labels = Object.entries(metric).filter(([name]) => !HOST_LABELS.has(name));
  const key = labels.map(([, value]) => textOf(value)).join("_");
  const values: unknown[] = Array.isArray(series.values) ? series.values : [series.value];
  const last = values.at(-1);
  const value: unknown = Array.isArray(last) ? last[1] : null;
  const name = seriesName(metric);
  if (ABOUT_ITSELF.test(textOf(metric.__name__))) return { key: "", label: "", members: {}, manner: {} };
  const units = metric.unit === undefined ? [] : [{ [name]: metric.unit }];
  const isNamed = NAMED_BY.some((label) => name === textOf(metric[label]));
  const thing = isNamed ? { key: "", label: "" } : { key, label: key };
  return { ...thing, members: { [name]: value }, manner: {}, units };
};

/** An answer of Prometheus's query interface: a vector, or a matrix. */
export const prometheusApi = sender({
  name: "Prometheus API",
  isComplete: true,
  marks: ["status"],
  isIts: ({ data }) => typeof objectOf(data).resultType === "string",
  parts: ({ data }) => objectElements(objectOf(data).result).map(partOf),
});
