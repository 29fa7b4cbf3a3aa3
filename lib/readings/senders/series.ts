import { knownUnit, normalizeUnit } from "../../kernel/units.ts";
import { identityOf, isMeasured, saidMoment } from "../foreign/names.ts";
import { isValueName, tagsOf, unitIn } from "../foreign/records.ts";
import { entriesOf, isJsonObject, type JsonObject, objectElements } from "../json.ts";
import { READING_LIMITS } from "../limits.ts";
import type { Part, Sender } from "../parts/manner.ts";
import { snake, worded } from "../sensor-keys.ts";
import { isNoMeasure, measureOf } from "../sensor-kinds.ts";
import { momentSaid } from "../values.ts";
import { allAt, listOf, objectOf, textOf } from "./paths.ts";

/** Tags that are the same for all series of a machine. */
const HOST_TAGS = new Set(["__name__", "job", "instance", "unit", "host", "domain", "friendly_name"]);
const NAMED_BY = ["id", "name", "entity_id", "friendly_name", "entity"];
/** Endings of metrics about a sender or sensor itself. */
const ABOUT_ITSELF =
  /_(?:failed|unavailable|available|info|up|created|bucket|count|last_updated_time_seconds)$/;

/** Returns the tag values that distinguish a series, without the machine's, sorted by tag. */
const wordsOf = (tags: JsonObject): string[] =>
  entriesOf(tags)
    .filter(([tag]) => !HOST_TAGS.has(tag))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, said]) => textOf(said))
    .filter(Boolean);

type Sample = { metric: string; tags: JsonObject; value: unknown; unit?: unknown; moment?: number };

/** Returns the part for one value of a series, identified by name and tags. */
const samplePart = ({ metric, tags, value, unit, moment }: Sample): Part[] => {
  if (ABOUT_ITSELF.test(metric)) return [];
  // `esphome_sensor_value{id="cellar_temperature",unit="°C"}`: the tags name a metric whose own name says nothing.
  const entity = NAMED_BY.map((tag) => textOf(tags[tag])).find(Boolean);
  const given = entity ?? wordsOf(tags).find((word) => isMeasured(snake(word)));
  const isGiven = given !== undefined && measureOf(snake(metric)) === null && !isNoMeasure(snake(metric));
  const name = isGiven ? given : metric;
  const words = isGiven && given === entity ? [] : wordsOf(tags);
  const key = words.filter((word) => !snake(name).includes(snake(word))).join("_");
  const units = typeof unit === "string" ? [{ [name]: unit }] : [];
  return [{ key, label: key && worded(key), members: { [name]: value }, manner: {}, units, moment }];
};

/** Points of several series in one body, each with its time: Graphite's and OpenTSDB's. */
export const points: Sender = {
  name: "Points of a collector",
  isComplete: true,
  marks: ["metric"],
  // A single point may come from firmware with a wrong clock.
  isIts: ({ metric, value }, isList) => isList && typeof metric === "string" && value !== undefined,
  parts: (point) =>
    samplePart({
      metric: textOf(point.metric),
      // `{"device":"attic","metric":"temperature","value":-1.5}`
      tags: { thing: identityOf({ ...point, host: null }).label, ...tagsOf(point) },
      value: point.value,
      unit: unitIn(point),
      moment: saidMoment(point),
    }),
};

/** `{"values":[6.6],"dstypes":["gauge"],"dsnames":["value"],"plugin_instance":"room","type":"temperature"}` */
export const collectd: Sender = {
  name: "collectd",
  isComplete: true,
  marks: ["dstypes"],
  isIts: ({ dsnames, dstypes, values, plugin }) =>
    typeof plugin === "string" && [dsnames, dstypes, values].every(Array.isArray),
  parts: ({ plugin, plugin_instance: area, type_instance: part, type, time, ...lists }) =>
    listOf(lists.values).flatMap((value, at) => {
      // A counter since the machine's start says nothing.
      if (listOf(lists.dstypes)[at] !== "gauge" || value === null) return [];
      const source = textOf(listOf(lists.dsnames)[at]);
      return samplePart({
        metric: [textOf(type), source === "value" ? "" : source].filter(Boolean).join("_"),
        tags: area || part ? { area, part } : { plugin },
        value,
        // collectd's types.db defines the units; temperatures are °C.
        unit: type === "temperature" ? "°C" : null,
        moment: momentSaid(time),
      });
    }),
};

/** Reads a UCUM unit: `Cel`, `[degF]`; null for counts, such as `{packets}`. */
const ucumUnit = (unit: unknown): string | null => {
  const said = textOf(unit).replace(/^\[(.*)\]$/, "$1");
  return said === "1" || said.startsWith("{") ? null : normalizeUnit(said);
};

/** OpenTelemetry's metrics in OTLP/HTTP's JSON: points whose attributes identify their series. */
export const opentelemetry: Sender = {
  name: "OpenTelemetry",
  isComplete: true,
  marks: ["resourceMetrics"],
  isIts: (body) => Array.isArray(body.resourceMetrics),
  parts: (body) =>
    allAt(body, "resourceMetrics[].scopeMetrics[].metrics[]").flatMap(({ value: metric }) =>
      allAt(metric, "gauge.dataPoints[]|sum.dataPoints[]").flatMap(({ value: said }) => {
        const [{ name, unit }, point] = [objectOf(metric), objectOf(said)];
        const tags = objectElements(point.attributes).map(({ key, value }) => [
          key,
          objectOf(value).stringValue,
        ]);
        return samplePart({
          metric: textOf(name).replaceAll(".", "_"),
          tags: Object.fromEntries(tags),
          value: point.asDouble ?? point.asInt,
          unit: ucumUnit(unit),
          moment: momentSaid(point.timeUnixNano),
        });
      }),
    ),
};

/** An answer of Prometheus' query API: a vector, or a matrix with several values per series. */
export const prometheusApi: Sender = {
  name: "Prometheus API",
  isComplete: true,
  marks: ["status"],
  isIts: ({ data }) => typeof objectOf(data).resultType === "string",
  parts: ({ data }) =>
    objectElements(objectOf(data).result).flatMap(({ metric: said, value: only, values = [only] }) =>
      listOf(values).flatMap((pair) => {
        const [tags, [time, value]] = [objectOf(said), listOf(pair)];
        const metric = textOf(tags.__name__) || "value";
        return samplePart({ metric, tags, value, unit: tags.unit, moment: momentSaid(time) });
      }),
    ),
};

/** Returns the field that is named by the metric itself: `value`, or the `state` of a metric called `leak`. */
const valueNameIn = (series: string, fields: JsonObject): string | undefined => {
  if ("value" in fields || !isMeasured(snake(series))) return "value";
  return Object.keys(fields).find((name) => isValueName(name) && !isMeasured(snake(name)));
};

/** Returns a metric's fields, under its name and tags. */
const metricParts = ({ name: series, tags: said, fields, timestamp }: JsonObject): Part[] => {
  if (typeof series !== "string" || !isJsonObject(fields)) return [];
  const tags = objectOf(said);
  const moment = typeof timestamp === "number" ? momentSaid(timestamp) : Number.NaN;
  const { [valueNameIn(series, fields) ?? "value"]: value, ...members } = fields;
  const key = [series, ...wordsOf(tags)].join("_").replaceAll(/[/:]+/g, "_");
  const isTooMuch = entriesOf(members).length > READING_LIMITS.ingestValuesMax;
  const others: Part = { key, label: worded(key), members, manner: {}, moment, isTooMuch };
  if (value === undefined) return [others];
  // Home Assistant names a series by its unit: `°C,entity_id=pipe_temp value=2.9`.
  const unit = knownUnit(series);
  const named = unit === null ? { metric: key, tags: {} } : { metric: series, tags };
  return [others, ...samplePart({ ...named, value, unit: unit ?? unitIn(tags), moment })];
};

/** Returns the metrics of a batch, or the body itself. */
const metricsOf = (body: JsonObject): JsonObject[] =>
  Array.isArray(body.metrics) ? objectElements(body.metrics) : [body];

/**
 * Telegraf's JSON over HTTP, a batch or a single metric, and line protocol converted to it:
 * `{"metrics":[{"name":"bme280","tags":{"room":"cellar"},"fields":{"temp_c":5.2},"timestamp":1763769600}]}`.
 */
export const telegraf: Sender = {
  name: "Telegraf",
  isComplete: true,
  marks: ["metrics", "fields"],
  isIts: (body) =>
    metricsOf(body).some(({ name, fields }) => typeof name === "string" && isJsonObject(fields)),
  parts: (body) => metricsOf(body).flatMap(metricParts),
};
