import { normaliseUnit, quantityOf } from "../../kernel/units.ts";
import { decodeText } from "../decode-json.ts";
import { isMeasured } from "../foreign/records.ts";
import { walk } from "../foreign/walk.ts";
import { isJsonObject, type JsonObject, objectElements, objectMembers } from "../json.ts";
import { type Field, type Manner, measureOf, type Part } from "../parts/measures.ts";
import { numberWithUnit, readStateWord } from "../parts/said-number.ts";
import { snake } from "../parts/snake.ts";
import { objectOf, oneThing, type Sender, sender, textOf } from "./sender.ts";

const keyOf = (body: JsonObject): string =>
  textOf(body.feed_key ?? objectOf(body.feed).key ?? body.key)
    .split(".")
    .at(-1) ?? "";

/** Adafruit IO: a feed's data, or the feed with its last value; the feed's key says what it is. */
const adafruitIo = sender({
  name: "Adafruit IO",
  marks: ["feed_key", "feed_id", "last_value", "feed"],
  isIts: (body) => keyOf(body) !== "" && ("value" in body || "last_value" in body),
  parts: (body) => {
    const unit = textOf(body.unit_symbol) || textOf(body.unit_type);
    const units = unit === "" ? [] : [{ [keyOf(body)]: unit }];
    return [
      { key: "", label: "", members: { [keyOf(body)]: body.value ?? body.last_value }, manner: {}, units },
    ];
  },
});

const sentValue = ({ lastMeasurement }: JsonObject): unknown =>
  isJsonObject(lastMeasurement) ? lastMeasurement.value : null;

/** A senseBox of openSenseMap: its sensors by title and unit, each with what it measured last. */
const opensensemap = sender({
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
    return { key, label: key, members: { [name]: point.asDouble ?? point.asInt }, manner: {}, units };
  });
};

/** OpenTelemetry's metrics as OTLP/HTTP sends them in JSON. */
const opentelemetry = sender({
  name: "OpenTelemetry",
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
const prometheusApi = sender({
  name: "Prometheus API",
  marks: ["status"],
  isIts: ({ data }) => typeof objectOf(data).resultType === "string",
  parts: ({ data }) => objectElements(objectOf(data).result).map(partOf),
});

const MANNER = { temperature: "°C" };

const isTelemetry = (one: unknown): one is JsonObject =>
  isJsonObject(one) && "ts" in one && isJsonObject(one.values);

/** ThingsBoard's telemetry. */
const thingsboard = sender({
  name: "ThingsBoard",
  marks: ["ts", "values"],
  isIts: isTelemetry,
  parts: ({ values }) => walk(values, MANNER),
});

const FIELDS = Array.from({ length: 8 }, (_, at) => `field${at + 1}`);
/** Numbers that only their channel could explain: kept as they are. */
const BARE = Object.fromEntries(
  FIELDS.map((name) => [name, { kind: "generic", unit: null } satisfies Field]),
);

/** A field under the name that the channel gives it. */
const namedPart = (channel: JsonObject, feed: JsonObject): Part => {
  const named = FIELDS.filter((name) => textOf(channel[name]) !== "");
  const members = Object.fromEntries(named.map((name) => [textOf(channel[name]), feed[name]]));
  const unexplained = named
    .map((name) => textOf(channel[name]))
    .filter((name) => measureOf(snake(name)) === null);
  const fields = Object.fromEntries(
    unexplained.map((name) => [name, { kind: "generic", unit: null } satisfies Field]),
  );
  return { key: "", label: "", members, manner: { fields } };
};

/** What the models of UbiBot have in their first fields (ubibot.com, "Common sensor readings"). */
const UBIBOT: Manner = {
  temperature: "°C",
  onlyFields: true,
  fields: {
    field1: { kind: "temperature", as: "temperature" },
    field2: { kind: "humidity", as: "humidity" },
    field3: { kind: "generic", unit: "lx", as: "illuminance" },
    field8: { kind: "temperature", as: "probe_temperature" },
  },
};

/** Its feeds hold a field each, its channels the last values as text. */
const ubibotFields = (body: JsonObject): JsonObject => {
  const { last_values } = objectOf(body.channel);
  const decoded = typeof last_values === "string" ? decodeText(last_values) : null;
  if (decoded?.ok !== true) return Object.assign({}, ...objectElements(body.feeds));
  return Object.fromEntries(objectMembers(objectOf(decoded.value)).map(([name, said]) => [name, said.value]));
};

/** UbiBot's data forwarding, and its interface's channel: °C. */
const ubibot = sender({
  name: "UbiBot",
  marks: ["product_id", "channel"],
  isIts: (body) => /^ubibot/.test(textOf(body.product_id ?? objectOf(body.channel).product_id)),
  parts: (body) => {
    const { field5, ...fields } = ubibotFields(body);
    const label = textOf(objectOf(body.channel).name ?? body.channel_name);
    return oneThing({ ...fields, rssi: field5 }, UBIBOT, label);
  },
});

const isUpdate = (body: JsonObject): boolean =>
  "api_key" in body || "write_api_key" in body || "entry_id" in body;

/** ThingSpeak: an update (query, form or JSON), a bulk update, and the feed of a channel with its fields' names. */
const thingspeak = sender({
  name: "ThingSpeak",
  marks: ["api_key", "write_api_key", "channel", "entry_id"],
  isIts: (body) => (isJsonObject(body.channel) && Array.isArray(body.feeds)) || isUpdate(body),
  parts: (body) => {
    const last = objectElements(body.feeds ?? body.updates).at(-1);
    if (isJsonObject(body.channel)) return [namedPart(objectOf(body.channel), last ?? {})];
    return oneThing(last ?? body, { fields: BARE });
  },
});

/** What says something of a reading, in IFTTT's three values. */
const isWorded = (value: unknown): boolean =>
  typeof value === "string" && numberWithUnit(value) === null && isMeasured(snake(value));

/** IFTTT's webhooks: of three values one names what another one says. */
const ifttt = sender({
  name: "IFTTT",
  marks: ["value1"],
  isIts: ({ value1, value2 }) =>
    [value1, value2].some((one) => isWorded(one) || numberWithUnit(one) !== null),
  parts: ({ value1, value2, value3 }) => {
    const values = [value1, value2, value3];
    const name = values.find(isWorded);
    const said = values.filter((value) => value !== name);
    const value =
      said.find((one) => numberWithUnit(one) !== null) ?? said.find((one) => readStateWord(one) !== null);
    const unit = numberWithUnit(value)?.unit ?? "";
    return walk({ name: name ?? quantityOf(unit) ?? "", value }, {});
  },
});

/** Platforms that keep and pass on measurements. */
export const PLATFORMS: readonly Sender[] = [
  adafruitIo,
  opensensemap,
  opentelemetry,
  prometheusApi,
  thingsboard,
  ubibot,
  thingspeak,
  ifttt,
];
