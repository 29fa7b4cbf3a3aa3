import { knownUnit, normaliseUnit } from "../../kernel/units.ts";
import { saidMoment } from "../foreign/lists.ts";
import { tagsOf, unitIn } from "../foreign/records.ts";
import { entriesOf, isJsonObject, type JsonObject, objectElements } from "../json.ts";
import { READING_LIMITS } from "../limits.ts";
import { momentSaid } from "../own-time.ts";
import type { Part } from "../parts/manner.ts";
import { snake, worded } from "../parts/snake.ts";
import { measureOf } from "../sensor-kinds.ts";
import { allAt, objectOf, textOf } from "./paths.ts";
import { type Sender, sender } from "./sender.ts";

/** The same for all series of a machine. */
const HOST_TAGS = new Set(["__name__", "job", "instance", "unit", "host", "domain", "friendly_name"]);
const NAMED_BY = ["id", "name", "entity_id", "friendly_name", "entity"];
/** How a sender or its sensor is, whatever it measures. */
const ABOUT_ITSELF =
  /_(?:failed|unavailable|available|info|up|created|bucket|count|last_updated_time_seconds)$/;

type Sample = { tags: JsonObject; value: unknown; unit?: unknown; moment?: number };

/** What the tags say of a series besides the machine that sent it, in whatever order they stand. */
const wordsOf = (tags: JsonObject): string[] =>
  entriesOf(tags)
    .filter(([tag]) => !HOST_TAGS.has(tag))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, said]) => textOf(said))
    .filter(Boolean);

/** One value of a series that its name and its tags tell apart. */
const samplePart = (metric: string, { tags, value, unit, moment }: Sample): Part[] => {
  if (ABOUT_ITSELF.test(metric)) return [];
  // `esphome_sensor_value{id="cellar_temperature",unit="°C"}`: a metric that says nothing is named by its tags.
  const given = NAMED_BY.map((tag) => textOf(tags[tag])).find(Boolean);
  const isGiven = given !== undefined && measureOf(snake(metric)) === null;
  const name = isGiven ? given : metric;
  const words = isGiven ? [] : wordsOf(tags);
  const key = words.filter((word) => !snake(name).includes(snake(word))).join("_");
  const units = typeof unit === "string" ? [{ [name]: unit }] : [];
  return [
    { key, label: key === "" ? "" : worded(key), members: { [name]: value }, manner: {}, units, moment },
  ];
};

const collectorPoints = sender({
  name: "Points of a collector",
  marks: ["metric"],
  isIts: ({ metric, value }) => typeof metric === "string" && value !== undefined,
  parts: (point) => {
    const [{ metric, value }, tags] = [point, tagsOf(point)];
    return samplePart(textOf(metric), { tags, value, unit: unitIn(point), moment: saidMoment(point) });
  },
});

/** Points of several series that a collector sends together, each at its time: Graphite's and OpenTSDB's. */
export const points: Sender = {
  ...collectorPoints,
  // One alone may be firmware's, whose clock nobody has checked.
  claims: (body) => Array.isArray(body) && collectorPoints.claims(body),
};

/** The units of collectd's types.db, by type. */
const COLLECTD_UNITS: Record<string, string> = {
  temperature: "°C",
  humidity: "%",
  power: "W",
  voltage: "V",
  current: "A",
};

const listOf = (said: unknown): unknown[] => (Array.isArray(said) ? said : []);

/** `{"values":[6.6],"dstypes":["gauge"],"dsnames":["value"],"plugin_instance":"room","type":"temperature"}` */
export const collectd = sender({
  name: "collectd",
  isComplete: true,
  marks: ["dstypes"],
  isIts: ({ dsnames, dstypes, values, plugin }) =>
    typeof plugin === "string" && [dsnames, dstypes, values].every(Array.isArray),
  parts: (list) => {
    const { plugin, plugin_instance: instance, type, type_instance: typeInstance } = list;
    const tags: JsonObject = instance || typeInstance ? { area: instance, part: typeInstance } : { plugin };
    return listOf(list.values).flatMap((value, at): Part[] => {
      // A count since the machine was started says nothing.
      if (listOf(list.dstypes)[at] !== "gauge" || value === null) return [];
      const source = textOf(listOf(list.dsnames)[at]);
      const metric = [textOf(type), source === "value" ? "" : source].filter(Boolean).join("_");
      return samplePart(metric, {
        tags,
        value,
        unit: COLLECTD_UNITS[String(type)],
        moment: momentSaid(list.time),
      });
    });
  },
});

/** UCUM writes `Cel` and `[degF]`, and counts in braces. */
const ucumUnit = (unit: unknown): string | null => {
  const said = textOf(unit).replace(/^\[(.*)\]$/, "$1");
  return said === "1" || said.startsWith("{") ? null : normaliseUnit(said);
};

/** OpenTelemetry's metrics as OTLP/HTTP sends them in JSON: points, whose attributes tell their series apart. */
export const opentelemetry = sender({
  name: "OpenTelemetry",
  isComplete: true,
  marks: ["resourceMetrics"],
  isIts: (body) => Array.isArray(body.resourceMetrics),
  parts: (body) =>
    allAt(body, "resourceMetrics[].scopeMetrics[].metrics[]").flatMap(({ value: metric }) => {
      const [name, unit] = [
        textOf(objectOf(metric).name).replaceAll(".", "_"),
        ucumUnit(objectOf(metric).unit),
      ];
      return allAt(metric, "gauge.dataPoints[]|sum.dataPoints[]").flatMap(({ value: said }) => {
        const point = objectOf(said);
        const words = objectElements(point.attributes).map(({ key, value }) => [
          key,
          objectOf(value).stringValue,
        ]);
        const [tags, value] = [Object.fromEntries(words), point.asDouble ?? point.asInt];
        return samplePart(name, { tags, value, unit, moment: momentSaid(point.timeUnixNano) });
      });
    }),
});

/** An answer of Prometheus's query interface: a vector, or a matrix with several values of each series. */
export const prometheusApi = sender({
  name: "Prometheus API",
  isComplete: true,
  marks: ["status"],
  isIts: ({ data }) => typeof objectOf(data).resultType === "string",
  parts: ({ data }) =>
    objectElements(objectOf(data).result).flatMap(({ metric, value, values }) => {
      const tags = objectOf(metric);
      return listOf(values ?? [value]).flatMap((said) => {
        const [time, measured] = listOf(said);
        const sample = { tags, value: measured, unit: tags.unit, moment: momentSaid(time) };
        return samplePart(textOf(tags.__name__) || "value", sample);
      });
    }),
});

/** The field of a metric that measures one thing: the metric's own name says which. */
const ONLY_FIELD = "value";

/** The fields of a metric, under its name and what its tags say. */
const metricParts = ({ name: series, tags: said, fields, timestamp }: JsonObject): Part[] => {
  if (typeof series !== "string" || !isJsonObject(fields)) return [];
  const tags = objectOf(said);
  const moment = typeof timestamp === "number" ? momentSaid(timestamp) : Number.NaN;
  const { [ONLY_FIELD]: value, ...others } = fields;
  const key = [series, ...wordsOf(tags)].join("_").replaceAll(/[/:]+/g, "_");
  // Home Assistant calls a series by its unit: `°C,entity_id=pipe_temp value=2.9`.
  const unit = knownUnit(series);
  const [metric, told] = unit === null ? [key, {}] : [series, tags];
  const isTooMuch = entriesOf(others).length > READING_LIMITS.ingestValuesMax;
  return [
    { key, label: worded(key), members: others, manner: {}, moment, isTooMuch },
    ...(value === undefined ? [] : samplePart(metric, { tags: told, value, unit, moment })),
  ];
};

/** The metrics of Telegraf's JSON: those of a batch, or the body itself. */
const metricsOf = (body: JsonObject): JsonObject[] =>
  Array.isArray(body.metrics) ? objectElements(body.metrics) : [body];

/**
 * The JSON of Telegraf's HTTP output, a batch or a single metric, and line protocol in its shape:
 * `{"metrics":[{"name":"bme280","tags":{"room":"cellar"},"fields":{"temp_c":5.2},"timestamp":1763769600}]}`.
 */
export const telegraf = sender({
  name: "Telegraf",
  isComplete: true,
  marks: ["metrics", "fields"],
  isIts: (body) =>
    metricsOf(body).some(({ name, fields }) => typeof name === "string" && isJsonObject(fields)),
  parts: (body) => metricsOf(body).flatMap(metricParts),
});
