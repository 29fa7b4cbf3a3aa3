import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import { knownUnit } from "../kernel/units.ts";
import { identityOf, saidMoment, seriesOf } from "./foreign/names.ts";
import { kindWord } from "./foreign/records.ts";
import { decodeText, isJsonObject, type JsonObject, textOf } from "./json.ts";
import { READING_LIMITS } from "./limits.ts";
import { momentSaid, RECORDED_AT, readNumber } from "./values.ts";
import words from "./words.json" with { type: "json" };

const JSON_START = /^[\t\n\r ]*(?:[[{"]|$)/;
/** A CSV header whose first field is quoted; JSON never continues like this. */
const QUOTED_HEAD = /^"[^"\n]{0,128}"[ ]?(?:[,;\t]|\r?\n")/;

/** A typographic minus sign, or a dash in its place, before a number. */
const TYPOGRAPHIC_MINUS = /(?:\u2212|(?<=["\s:=,;]|^)[\u2013\uff0d])(?=[\d.])/g;

/** JSON as `curl --data-urlencode` sends it. */
const ENCODED = /^%(?:7B|5B)[^\s&]*$/i;

/** Formats other than JSON by how they start, each with the error for a text in which nothing was readable. */
const TEXT_FORMS: [RegExp, string][] = [
  [
    /^[a-zA-Z_:][\w:]*\{[^}\n]{0,256}\}/,
    "No usable reading: saw Prometheus' text, and no sample that ends in a number",
  ],
  [
    /^["']?[^\s,;\t"'{}[\]<=][^\n,;\t{}[\]<=]{0,64}[,;\t][^\n{}[\]<=]{0,512}\r?\n/,
    "No usable reading: saw CSV, and no line with a number under each of its first line's names",
  ],
  [
    /^'\s?[[{]/,
    'Invalid JSON at position 0; the body begins with a single quote: in a Windows command prompt, write -d "{\\"temp1\\":70.5}"',
  ],
  // Never meant as JSON. Text like `name=…` is excluded: the JSON error says that it looks like a form.
  [
    /^\s{0,64}(?![\w.-]{1,63}=)[^\s[\]{}",:<-]/,
    'No usable reading: saw a text of no known form, send JSON such as {"temp1":70.5}. Recipes: /docs/devices',
  ],
];
/** How many characters of a text are read to recognize its format. */
const START_READ_MAX = 1_024;
const NO_LINES =
  "No usable reading: saw no line of InfluxDB's line protocol, such as cellar,probe=1 temp_c=5.3";

/** The format by `Content-Type` or endpoint. Only a form must be declared, since firmware sends JSON as any type. */
export type SaidType = "form" | "lines" | "other";

/** Returns the format that a `Content-Type` declares. */
export const saidType = (contentType: string): SaidType =>
  /^application\/x-www-form-urlencoded/i.test(contentType) ? "form" : "other";

/** Like `decodeBody`, and turns a form, lines of measurements or CSV into JSON with the same content. */
export const decodeSent = (bytes: Uint8Array, said: SaidType): Outcome<unknown> => {
  const sent = textOf(bytes);
  if (sent === null) return refuse("not_utf8");
  const text = sent.replace(TYPOGRAPHIC_MINUS, "-");
  const plain = text.startsWith("\ufeff") ? text.slice(1) : text;
  const [named] = ENCODED.test(plain) ? new URLSearchParams(plain).keys() : [];
  if (named !== undefined) return decodeText(named);
  if (!JSON_START.test(plain) || QUOTED_HEAD.test(plain)) {
    const read = readText(plain, said === "form");
    if (Array.isArray(read) && read.length > READING_LIMITS.ingestValuesMax && "metric" in (read[0] ?? {}))
      return refuse("too_many_readings");
    if (read !== null) return done(read);
  }
  const decoded = decodeText(text);
  if (decoded.ok || decoded.problem.name !== "invalid_json") return decoded;
  const lines = readLines(text);
  if (lines !== null) return done(lines);
  const form = TEXT_FORMS.find(([start]) => start.test(plain.slice(0, START_READ_MAX)))?.[1];
  const sentence = said === "lines" ? NO_LINES : form;
  return sentence === undefined ? decoded : refuse("invalid_json", sentence);
};

/** Reads one JSON object per line, as loggers write them; null if any line isn't one. */
const readLines = (text: string): unknown[] | null => {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  // A body never holds more objects than the readings that we accept.
  if (lines.length < 2 || lines.length > READING_LIMITS.ingestReadingsMax) return null;
  const decoded = lines.map(decodeText);
  const objects = decoded.flatMap((line) => (line.ok && isJsonObject(line.value) ? [line.value] : []));
  return objects.length < lines.length ? null : objects;
};

/** `1-0:1.8.1(004218.311*kWh)`: a line of a meter's P1 port; for gas and water, a time precedes the value. */
const OBIS =
  /^\d-(\d):(\d{1,3}\.\d{1,3}\.\d{1,3})(?:\(\d{12}[SW]\))?\((-?\d[\d.]{0,15})\*(kWh|kW|V|A|m3)\)\r?$/gm;
const TELEGRAM = /^\/[^\n]{1,96}\r?\n/;
const METERED = new Map(Object.entries(words.obis));

/** Linux's file of a 1-Wire thermometer; `NO` in place of `YES` means that the transfer was disturbed. */
const ONE_WIRE = /^(?:[\da-f]{2} ){9}: crc=[\da-f]{2} YES\s+(?:[\da-f]{2} ){9}t=(-?\d{1,6})$/;

/** `home.cellar.temperature 5.3 1763880000`, with tags after semicolons. Either its name has a dot or it has a time. */
const GRAPHITE =
  /^([^\s;:|={}"[\]]+)((?:;[^\s;=]+=[^\s;]+)*)[ \t]+([+-]?[\d.]+(?:e[+-]?\d+)?)(?:[ \t]+(\d+))?$/i;
/** `temp1=70&humidity1=40`, with nothing unescaped in it. */
const FORM = /^[\w.%+[\]-]{1,64}=[^\s{]*$/;
/** `payload={"temp1": 70}`, as `curl -d` sends it. */
const FORM_OF_JSON = /^\w{1,64}=\s?[[{]/;
/** `cellar,room=a temp_c=5.3,humidity=71 1763800000000000000` */
const LINE = /^[^\s,#=](?:\\.|[^\s=,\\])*(?:,(?:\\.|[^\s\\])*)? [^\s=]+=/;

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{([^}]*)\})?[ \t]+([+-]?[\d.eE+-]+)(?:[ \t]+-?[\d.]+)?$/;
// Starts only at the start of a name: otherwise every letter of a long name would be read to its end again.
const LABEL = /(?<!\w)([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;
const START =
  /^(?:# ?(?:HELP|TYPE|UNIT) |[a-zA-Z_:][\w:]*(?<!:)(?:\{[^}\n]*\})?[ \t]+[+-]?(?:[\d.]|NaN|Inf))/;

/** Separates pairs on one line: `temp=21.5;hum=44`, `Temperature: 38.5F, Humidity: 60%`, `Temp: 5 Celsius | RH: 60`. */
const BETWEEN_PAIRS =
  /\n|[,;\t ] ?(?=[a-z]\w{0,31}=)|[,;\t] ?(?=\p{L}[\p{L}\d_ ]{0,31}: ?\S)|(?<=\d ?(?:[°*]?[cf%]|celsius|fahrenheit|percent|hpa|ppm)?)[ |/]{1,4}(?!(?:[cf]|celsius|fahrenheit|percent|hpa|ppm)\b)(?=\p{L}[\p{L}\d_ ]{0,31}[:=] ?\S)/iu;
/** What follows a value: the same in °F, or the type and tags of a gauge in StatsD's lines. */
const BEHIND_VALUE = /(?<=\d ?[°*]?C) [+-]?[\d.]{1,8} ?[°*]?F$|\|g(?:\|[@#].*)?$/i;
const PAIR = /^([\p{L}][^:=\n]{0,47}?)\s{0,32}[:=]\s{0,32}(\S.{0,127})?$/u;
const NUMBER_FIRST = /^[+-]?\d/;

/** Reads a smart meter's telegram or a 1-Wire thermometer's file as typed sensors; null for other text. */
function readInstrument(text: string): JsonObject | null {
  const [, thousandths] = ONE_WIRE.exec(text) ?? [];
  const typed = { key: "temperature", kind: "temperature", unit: "°C" };
  if (thousandths !== undefined) return { sensors: [{ ...typed, value: Number(thousandths) / 1_000 }] };
  if (!TELEGRAM.test(text)) return null;
  const sensors = [...text.matchAll(OBIS)].flatMap(([, channel = "", code = "", value, unit]) => {
    const meter = METERED.get(code);
    // Further meters have channels of their own.
    const key = Number(channel) > 1 ? `obis_${code}_${channel}` : `obis_${code}`;
    return meter === undefined ? [] : [{ key, ...meter, value: Number(value), unit }];
  });
  return sensors.length === 0 ? null : { sensors };
}

/** Reads a line of Graphite; null for any other line. */
const pointIn = (line: string): JsonObject | null => {
  const [, metric, said = "", value, timestamp] = GRAPHITE.exec(line) ?? [];
  if (metric === undefined || (timestamp === undefined && !metric.includes("."))) return null;
  const pairs = said.split(";").slice(1);
  const tags = Object.fromEntries(pairs.map((tag) => tag.split("=")));
  return { metric, value, tags, ...(timestamp ? { timestamp: Number(timestamp) } : {}) };
};

/** Reads a sample of Prometheus' text, without its time, which is that of the scrape; null for any other line. */
const sampleIn = (line: string): JsonObject | null => {
  const [, metric = "", labels = "", value] = SAMPLE.exec(line) ?? [];
  if (metric === "") return null;
  const tags = Object.fromEntries([...labels.matchAll(LABEL)].map(([, label, said]) => [label, said]));
  return { metric, value, tags, ...(tags.unit === undefined ? {} : { unit: tags.unit }) };
};

/** Reads a point from each line; skips comments and other lines. */
const readPoints = (text: string, read: (line: string) => JsonObject | null): JsonObject[] =>
  text
    .split("\n")
    .map((line) => read(line.trim()))
    .filter((point) => point !== null);

/** The parts between separators that are neither escaped nor quoted. */
const BETWEEN = {
  " ": /(?:\\[\s\S]?|"(?:[^"\\]|\\[\s\S])*"?|[^\\" ])+/g,
  ",": /(?:\\[\s\S]?|"(?:[^"\\]|\\[\s\S])*"?|[^\\",])+/g,
  "=": /(?:\\[\s\S]?|"(?:[^"\\]|\\[\s\S])*"?|[^\\"=])+/g,
};

const cutAt = (text: string, separator: keyof typeof BETWEEN): string[] =>
  text.match(BETWEEN[separator]) ?? [];

const unescaped = (text: string): string => text.replace(/\\([\\ ,="])/g, "$1");

/** Reads a field's value: `10i` and `10u` are integers, and a quoted text is null, since it measures nothing. */
const valueIn = (text: string): unknown => {
  if (/^(?:t|f|true|false)$/i.test(text)) return /^t/i.test(text);
  return text.startsWith('"') ? null : text.replace(/(?<=\d)[iu]$/, "");
};

const pairsIn = (parts: string[], read: (text: string) => unknown): JsonObject => {
  const pairs: JsonObject = Object.create(null);
  for (const part of parts) {
    const [name = "", ...rest] = cutAt(part, "=");
    if (name !== "" && rest.length > 0) pairs[unescaped(name)] = read(rest.join("="));
  }
  return pairs;
};

/** Reads a point of InfluxDB's line protocol into Telegraf's JSON; null for a comment or any other line. */
const lineIn = (line: string): JsonObject | null => {
  const [series = "", fields = "", timestamp = ""] = cutAt(line, " ");
  const [name = "", ...tags] = cutAt(series, ",");
  if (name === "" || fields === "" || line.startsWith("#")) return null;
  return {
    name: unescaped(name),
    tags: pairsIn(tags, unescaped),
    fields: pairsIn(cutAt(fields, ","), valueIn),
    timestamp: /^\d+$/.test(timestamp) ? Number(timestamp) : 0,
  };
};

/**
 * Turns text that isn't JSON into JSON with the same content: a form, lines of Prometheus, InfluxDB or Graphite, CSV,
 * or a meter's telegram; null for any other. One `name=value` is a form only if its sender declares it.
 */
const readText = (text: string, mayBeForm: boolean): JsonObject | JsonObject[] | null => {
  // Drops `sep=;`, which names the separator to Excel before the header.
  const trimmed = text.trim().replace(/^sep=.?\r?\n/i, "");
  if (trimmed.startsWith("<")) return null;
  const isForm = (mayBeForm || trimmed.includes("&")) && FORM.test(trimmed);
  if (isForm || (mayBeForm && FORM_OF_JSON.test(trimmed))) {
    // If a field is repeated, the last one counts.
    const form: JsonObject = Object.fromEntries(new URLSearchParams(trimmed));
    return (typeof form.telegram === "string" ? readInstrument(form.telegram.trim()) : null) ?? form;
  }
  const instrument = readInstrument(trimmed);
  if (instrument !== null) return instrument;
  const samples = START.test(trimmed) ? readPoints(trimmed, sampleIn) : [];
  if (samples.length > 0) return samples;
  if (LINE.test(trimmed.slice(0, START_READ_MAX))) return { metrics: readPoints(trimmed, lineIn) };
  if (pointIn(trimmed.split("\n", 1)[0]?.trim() ?? "") !== null) return readPoints(trimmed, pointIn);
  return readPairs(trimmed) ?? readCsv(trimmed);
};

/** Reads `Temperature: 21.5 °C`, one value per line, as scripts and tools print them; null for other text. */
const readPairs = (text: string): JsonObject | null => {
  const pairs: JsonObject = Object.create(null);
  for (const line of text.split(BETWEEN_PAIRS)) {
    if (line.trim() === "") continue;
    const [, name, value = ""] = PAIR.exec(line.trim()) ?? [];
    if (name === undefined) return null;
    pairs[name] = value.replace(BEHIND_VALUE, "");
  }
  // A single pair with an equals sign is an undeclared form.
  if (Object.keys(pairs).length === 1 && /^[^:]{1,48}=/.test(text)) return null;
  return Object.values(pairs).some((value) => NUMBER_FIRST.test(String(value))) ? pairs : null;
};

const COMMA_DECIMAL = /^[+-]?\d+,\d+$/;

const isNumber = (cell: string): boolean => readNumber(cell) !== null;

/** Returns a line's cells; a quoted cell may hold the separator. */
const cellsOf = (line: string, separator: string): string[] => {
  const cells: string[] = [];
  let [cell, isQuoted] = ["", false];
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = "";
    } else cell += character;
  }
  cells.push(cell.trim());
  // If commas don't separate cells, they are decimal commas.
  return separator === ","
    ? cells
    : cells.map((one) => (COMMA_DECIMAL.test(one) ? one.replace(",", ".") : one));
};

/** `PM2.5(µg/m³)`: a name ending in a unit with a slash. Other units are read from the name itself. */
const WITH_UNIT = /^([^()[\]]{1,96})[ ]?[([]([^()[\]/]{1,8}\/[^()[\]]{1,8})[)\]]$/;

/** Returns a column's name and cell; a unit at the end of the name moves to the cell. */
const entryOf = (name: string, cell: string | undefined): [string, string | undefined] => {
  const [, plain, unit = ""] = WITH_UNIT.exec(name) ?? [];
  return plain === undefined || cell === undefined || !isNumber(cell) || knownUnit(unit) === null
    ? [name, cell]
    : [plain.trim(), `${cell} ${unit}`];
};

/** A comment; a `#` before a separator is the header of row numbers. */
const COMMENT = /^#(?![ ]?[,;\t])/;

/** Turns CSV into JSON: one object per line, named by the header. Keeps each thing's newest line, or all if dated; a line
 * alone is dated like a body. */
const readCsv = (text: string): JsonObject | JsonObject[] | null => {
  const lines = text.split(/\r?\n/).filter((line) => line !== "" && !COMMENT.test(line));
  const said = ["\t", ";", ","].find((sign) => lines[0]?.includes(sign));
  // A single column is a table only if it is quoted.
  if (said === undefined && !text.startsWith('"')) return null;
  const separator = said ?? ",";
  const all = lines.map((line) => cellsOf(line, separator));
  // Loggers may write lines about the file before the header.
  const [head = [], ...rows] = all.slice(all.findIndex(({ length }) => length === all.at(-1)?.length));
  const whole = rows.filter((row) => row.length === head.length && row.some(isNumber));
  if (head.some(isNumber) || whole.length === 0) return null;
  // A first column of times is the time, whatever its name.
  if (whole.every(([first = ""]) => /^\d/.test(first) && !Number.isNaN(momentSaid(first, false))))
    head[0] = "time";
  const objects = whole.map(
    (row): JsonObject => Object.fromEntries(head.map((name, at) => entryOf(name, row[at]))),
  );
  // `room,type,value`: each line is a thing's only value, of which it has several.
  const things = Map.groupBy(objects, (object) => JSON.stringify([identityOf(object), kindWord(object)]));
  const counted = [...things.values()].flatMap(seriesOf).map(({ item }) => item);
  const [only] = counted;
  if (only === undefined || counted.length > 1) return counted;
  const moment = saidMoment(only);
  return Number.isNaN(moment) ? only : { ...only, [RECORDED_AT]: moment };
};
