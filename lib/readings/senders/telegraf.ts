import { done } from "../../kernel/outcome.ts";
import { knownUnit } from "../../kernel/units.ts";
import { entriesOf, isJsonObject, type JsonObject, objectElements } from "../json.ts";
import { payloadOf } from "../judge-reading.ts";
import { isElectronics } from "../parts/temperatures.ts";
import type { ParsedReading } from "../reading.ts";
import { readRecords } from "../senml/read-pack.ts";
import type { ResolvedRecord } from "../senml/records.ts";
import { isNeverSensor } from "../sensor-keys.ts";
import { isStateKind, kindFromName, plainKind } from "../sensor-kinds.ts";
import { readValue } from "../values.ts";
import type { Sender } from "./sender.ts";

/** More of a measurement's name and tags would not fit into a key; every field of the metric repeats it. */
const PREFIX_CHARACTERS_MAX = 48;
/** The machine that Telegraf runs on, and what Home Assistant says twice: the same for all its metrics. */
const IGNORED_TAGS = new Set(["host", "domain", "friendly_name"]);
/** What a thing says of itself is its sender's where nothing else is sent. */
const HEALTH = /^(?:battery|rssi)$/;
/** What Telegraf says of the machine that it runs on, by its inputs' names. */
const OF_THE_MACHINE =
  /^(?:cpu|mem|swap|system|disk|diskio|net|netstat|nstat|kernel|processes|procstat|interrupts|linux_cpu|internal\w{0,16})$/;
/** The field of inputs that measure one thing. */
const ONLY_FIELD = "value";
/**
 * The least count of milliseconds, microseconds and nanoseconds that seconds would not reach for 3,000 years.
 */
const FINER_UNITS: [least: number, perSecond: number][] = [
  [1e17, 1e9],
  [1e14, 1e6],
  [1e11, 1e3],
];

const secondsOf = (timestamp: unknown): number => {
  const count = typeof timestamp === "number" ? timestamp : 0;
  const [, perSecond] = FINER_UNITS.find(([least]) => count >= least) ?? [0, 1];
  return count / perSecond;
};

/** The measurement and its tags tell sensors apart, whatever else is in the batch: `bme280_cellar`. */
const prefixOf = (name: unknown, tags: unknown): string => {
  const told = isJsonObject(tags) ? entriesOf(tags).filter(([tag]) => !IGNORED_TAGS.has(tag)) : [];
  const values = told.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
  const words = [name, ...values].filter((word) => typeof word === "string");
  return words.join("_").slice(0, PREFIX_CHARACTERS_MAX).replaceAll(/[/:]+/g, "_");
};

/** Load, memory and the heat of chips; what measures a room under such a name says more than the machine's fields. */
const isOfTheMachine = ({ name, tags, fields }: JsonObject): boolean =>
  typeof name === "string" &&
  (isElectronics(prefixOf(null, tags)) ||
    (OF_THE_MACHINE.test(name) &&
      isJsonObject(fields) &&
      entriesOf(fields).every(([field]) => kindFromName(field) === "generic")));

/** Home Assistant calls a series by its unit: `°C,entity_id=pipe_temp value=2.9`. */
function* recordsOf(metric: JsonObject, isOnly: boolean): Generator<ResolvedRecord> {
  if (!isJsonObject(metric.fields)) return;
  const { name: series, tags, timestamp } = metric;
  if (isOfTheMachine(metric)) return;
  const unit =
    typeof series === "string" && isJsonObject(tags) && "entity_id" in tags ? knownUnit(series) : null;
  const [prefix, seconds] = [prefixOf(unit === null ? series : null, tags), secondsOf(timestamp)];
  for (const [field, raw] of entriesOf(metric.fields)) {
    const measured = readValue(raw);
    if (isNeverSensor(field)) {
      if (isOnly && HEALTH.test(field) && measured !== null) yield { name: field, unit, seconds, measured };
      continue;
    }
    const name = field === ONLY_FIELD ? prefix : `${prefix}_${field.replaceAll(/[/:]+/g, "_")}`;
    if (measured !== null) yield { name, said: () => saidBy(field, name), unit, seconds, measured };
  }
}

/** The field says what it is, or the measurement with its tags does: these make a state only in plain words. */
function saidBy(field: string, name: string): string {
  if (field !== ONLY_FIELD && kindFromName(field) !== "generic") return field;
  return isStateKind(kindFromName(name)) && plainKind(name) === "generic" ? field : name;
}

/** The inputs of a machine measure in °C if their fields don't say; Hearthwatch asks about the unit all the same. */
const inCelsius = (reading: ParsedReading): ParsedReading =>
  reading.unitAssumed ? { ...reading, unit: "°C" } : reading;

/** The metrics of Telegraf's JSON: those of a batch, or the body itself. */
const telegrafMetrics = (body: JsonObject): JsonObject[] =>
  Array.isArray(body.metrics) ? objectElements(body.metrics) : [body];

const isTelegraf = (body: unknown): body is JsonObject =>
  isJsonObject(body) &&
  telegrafMetrics(body).some(({ name, fields }) => typeof name === "string" && isJsonObject(fields));

/**
 * The JSON of Telegraf's HTTP output, a batch or a single metric:
 * `{"metrics":[{"name":"bme280","tags":{"room":"cellar"}, "fields":{"temp_c":5.2},"timestamp":1763769600}]}`.
 * Readings carry the time of their metric.
 */
export const telegraf: Sender = {
  name: "Telegraf",
  isComplete: true,
  marks: ["metrics", "fields"],
  claims: isTelegraf,
  read: (body, { now }) => {
    if (!isJsonObject(body)) return payloadOf([]);
    const metrics = telegrafMetrics(body);
    const records = metrics.flatMap((metric) => [...recordsOf(metric, metrics.length === 1)]);
    const read = readRecords(records, now.getTime());
    return read.ok ? done({ ...read.value, readings: read.value.readings.map(inCelsius) }) : read;
  },
};
