import { knownUnit } from "../../kernel/units.ts";
import { entriesOf, isJsonObject, type JsonObject, objectElements } from "../json.ts";
import { READING_LIMITS } from "../limits.ts";
import { momentSaid } from "../own-time.ts";
import type { Part } from "../parts/manner.ts";
import { isElectronics } from "../parts/temperatures.ts";
import { isNeverSensor } from "../sensor-keys.ts";
import { isStateKind, kindFromName } from "../sensor-kinds.ts";
import { readValue } from "../values.ts";
import { sender } from "./sender.ts";

/** More of a measurement's name and tags would not fit into a key; every field of the metric repeats it. */
const PREFIX_CHARACTERS_MAX = 48;
/** The machine that Telegraf runs on, and what Home Assistant says twice: the same for all its metrics. */
const IGNORED_TAGS = new Set(["host", "domain", "friendly_name"]);
/** What Telegraf says of the machine that it runs on, by its inputs' names. */
const OF_THE_MACHINE =
  /^(?:cpu|mem|swap|system|disk|diskio|net|netstat|nstat|kernel|processes|procstat|interrupts|linux_cpu|internal\w{0,16})$/;
/** The field of inputs that measure one thing. */
const ONLY_FIELD = "value";

/** The measurement and its tags tell sensors apart, whatever else is in the batch: `bme280_cellar`. */
const prefixOf = (name: unknown, tags: JsonObject): string => {
  const told = entriesOf(tags).filter(([tag]) => !IGNORED_TAGS.has(tag));
  const values = told.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
  const words = [name, ...values].filter((word) => typeof word === "string");
  return words.join("_").slice(0, PREFIX_CHARACTERS_MAX).replaceAll(/[/:]+/g, "_");
};

/** Load, memory and the heat of chips; what measures a room under such a name says more than the machine's fields. */
const isOfTheMachine = (name: string, tags: JsonObject, fields: JsonObject): boolean =>
  isElectronics(prefixOf(null, tags)) ||
  (OF_THE_MACHINE.test(name) && Object.keys(fields).every((field) => kindFromName(field) === "generic"));

/** The field says what it is, or the measurement with its tags does: these make a state only in plain words. */
const saidBy = (field: string, name: string): string => {
  if (field !== ONLY_FIELD && kindFromName(field) !== "generic") return field;
  return isStateKind(kindFromName(name)) && kindFromName(name) === "generic" ? field : name;
};

/** A metric's fields, each a sensor; of a metric that is sent alone battery and signal are its sender's. */
const metricParts = (metric: JsonObject, isAlone: boolean): Part[] => {
  const { name: series, fields } = metric;
  const tags = isJsonObject(metric.tags) ? metric.tags : {};
  if (typeof series !== "string" || !isJsonObject(fields) || isOfTheMachine(series, tags, fields)) return [];
  // Home Assistant calls a series by its unit: `°C,entity_id=pipe_temp value=2.9`.
  const unit = "entity_id" in tags ? knownUnit(series) : null;
  const prefix = prefixOf(unit === null ? series : null, tags);
  const moment = typeof metric.timestamp === "number" ? momentSaid(metric.timestamp) : Number.NaN;
  const measured = entriesOf(fields).filter(([, raw]) => readValue(raw) !== null);
  // More are refused by their number.
  const named = measured
    .slice(0, READING_LIMITS.ingestValuesMax)
    .filter(([field]) => !isNeverSensor(field))
    .slice(0, READING_LIMITS.ingestReadingsMax + 1);
  const manner = { isExact: true, usual: "°C" };
  const own = { key: "", label: "", members: isAlone ? fields : {}, manner: { onlyFields: true } };
  return [
    own,
    ...named.map(([field, raw]): Part => {
      const key = field === ONLY_FIELD ? prefix : `${prefix}_${field.replaceAll(/[/:]+/g, "_")}`;
      const said = saidBy(field, key);
      const units = unit === null ? [] : [{ [said]: unit }];
      return {
        key,
        label: key,
        members: { [said]: raw },
        manner,
        units,
        isWhole: true,
        isPart: true,
        moment,
      };
    }),
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
  parts: (body) => {
    const metrics = metricsOf(body);
    return metrics.flatMap((metric) => metricParts(metric, metrics.length === 1));
  },
});
