import { normaliseUnit } from "../../kernel/units.ts";
import { type JsonObject, objectElements } from "../json.ts";
import { momentSaid } from "../own-time.ts";
import type { Part } from "../parts/manner.ts";
import { snake } from "../parts/snake.ts";
import { measureOf } from "../sensor-kinds.ts";
import { allAt, objectOf, textOf } from "./paths.ts";
import { sender } from "./sender.ts";

/** UCUM writes `Cel` and `[degF]`, and counts in braces. */
const unitOf = (unit: unknown): string | null => {
  const said = textOf(unit).replace(/^\[(.*)\]$/, "$1");
  return said === "1" || said.startsWith("{") ? null : normaliseUnit(said);
};

/** The points of a metric, whose attributes tell its series apart. */
const pointsOf = (metric: unknown): Part[] => {
  const [{ name: said }, unit] = [objectOf(metric), unitOf(objectOf(metric).unit)];
  const name = textOf(said).replaceAll(".", "_");
  return allAt(metric, "gauge.dataPoints[]|sum.dataPoints[]").map(({ value }): Part => {
    const point = objectOf(value);
    const words = allAt(point, "attributes[].value.stringValue").map((word) => textOf(word.value));
    const key = words.filter(Boolean).join("_");
    const units = unit === null ? [] : [{ [name]: unit }];
    const [members, moment] = [{ [name]: point.asDouble ?? point.asInt }, momentSaid(point.timeUnixNano)];
    return { key, label: key, members, manner: {}, units, moment };
  });
};

/** OpenTelemetry's metrics as OTLP/HTTP sends them in JSON. */
export const opentelemetry = sender({
  name: "OpenTelemetry",
  isComplete: true,
  marks: ["resourceMetrics"],
  isIts: (body) => Array.isArray(body.resourceMetrics),
  parts: (body) =>
    allAt(body, "resourceMetrics[].scopeMetrics[].metrics[]").flatMap(({ value }) => pointsOf(value)),
});

const HOST_LABELS = new Set(["__name__", "job", "instance", "unit"]);
const NAMED_BY = ["id", "name", "friendly_name", "entity"];
/** How a sender or its sensor is, whatever it measures. */
const ABOUT_ITSELF =
  /_(?:failed|unavailable|available|info|up|created|bucket|count|last_updated_time_seconds)$/;

/** A series by its name and labels, with the newest of its values. */
const seriesParts = (series: JsonObject): Part[] => {
  const metric = objectOf(series.metric);
  const own = textOf(metric.__name__) || "value";
  if (ABOUT_ITSELF.test(own)) return [];
  // `esphome_sensor_value{id="cellar_temperature",unit="°C"}`: a metric that says nothing is named by its labels.
  const label = NAMED_BY.map((one) => textOf(metric[one])).find(Boolean);
  const isNamed = label !== undefined && measureOf(snake(own)) === null;
  const name = isNamed ? label : own;
  const labels = Object.entries(metric).filter(([one]) => !HOST_LABELS.has(one));
  const key = isNamed ? "" : labels.map(([, value]) => textOf(value)).join("_");
  const last: unknown = Array.isArray(series.values) ? series.values.at(-1) : series.value;
  const units = metric.unit === undefined ? [] : [{ [name]: metric.unit }];
  const members = { [name]: Array.isArray(last) ? (last[1] as unknown) : null };
  return [{ key, label: key, members, manner: {}, units }];
};

/** An answer of Prometheus's query interface: a vector, or a matrix. */
export const prometheusApi = sender({
  name: "Prometheus API",
  isComplete: true,
  marks: ["status"],
  isIts: ({ data }) => typeof objectOf(data).resultType === "string",
  parts: ({ data }) => objectElements(objectOf(data).result).flatMap(seriesParts),
});
