import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import { knownUnit } from "../kernel/units.ts";
import { identityOf, seriesOf } from "./foreign/names.ts";
import { decodeText, isJsonObject, type JsonObject, textOf } from "./json.ts";
import { READING_LIMITS } from "./limits.ts";
import { momentSaid, readNumber } from "./values.ts";
import words from "./words.json" with { type: "json" };

const JSON_START = /^[\t\n\r ]*(?:[[{"]|$)/;
/** The head of a CSV whose first field stands in quotes: no JSON goes on like this. */
const QUOTED_HEAD = /^"[^"\n]{0,128}"[ ]?(?:[,;\t]|\r?\n")/;

/** A minus as typographers set it, before a number. */
const TYPOGRAPHIC_MINUS = /\u2212(?=[\d.])/g;

/** Texts that are no JSON, by their beginning, and what each lacks if nothing could be read of it. */
const TEXT_FORMS: [RegExp, string][] = [
  [
    /^[a-zA-Z_:][\w:]*\{[^}\n]{0,256}\}/,
    "No usable reading: saw Prometheus' text, and no sample that ends in a number",
  ],
  [
    /^["']?[^\s,;\t"'{}[\]<=][^\n,;\t{}[\]<=]{0,64}[,;\t][^\n{}[\]<=]{0,512}\r?\n/,
    "No usable reading: saw CSV, and no line with a number under each of its first line's names",
  ],
  // What begins like this was never meant as JSON; a form that does not say so is told what it looks like.
  [
    /^\s{0,64}(?![\w.-]{1,63}=)[^\s[\]{}",:<-]/,
    'No usable reading: saw a text of no known form, send JSON such as {"temp1":70.5}. Recipes: /docs/devices',
  ],
];
/** Enough of a text to tell what it is. */
const START_READ_MAX = 1_024;
const NO_LINES =
  "No usable reading: saw no line of InfluxDB's line protocol, such as cellar,probe=1 temp_c=5.3";

/** What the sender calls its body, or its door takes; only a form has to be named, since firmware calls JSON anything. */
export type SaidType = "json" | "form" | "lines" | "other";

/** What a `Content-Type` says. */
export const saidType = (contentType: string | null): SaidType => {
  if (/json/i.test(contentType ?? "")) return "json";
  return /^application\/x-www-form-urlencoded/i.test(contentType ?? "") ? "form" : "other";
};

/** The mark at the start of a UTF-16 text. */
const UTF_16: Record<string, string> = { "255,254": "utf-16le", "254,255": "utf-16be" };

/** A text in UTF-8 where its mark or its `Content-Type` (`charset=iso-8859-1`) says that it is in another encoding, and it is. */
export const inUtf8 = (bytes: Uint8Array, contentType = ""): Uint8Array => {
  const mark = UTF_16[bytes.subarray(0, 2).join()];
  const charset = mark ?? /charset="?(?!utf-?8\b)([\w-]{1,40})/i.exec(contentType)?.[1];
  if (charset === undefined || (mark === undefined && textOf(bytes) !== null)) return bytes;
  try {
    return new TextEncoder().encode(new TextDecoder(charset, { fatal: true }).decode(bytes));
  } catch {
    // An encoding that nobody knows, or another than it says: refused as no UTF-8.
    return bytes;
  }
};

/** Like `decodeBody`, and what is a form, lines of measurements or CSV as the JSON that says the same. */
export const decodeSent = (bytes: Uint8Array, said: SaidType): Outcome<unknown> => {
  const sent = textOf(bytes);
  if (sent === null) return refuse("not_utf8");
  const text = sent.replace(TYPOGRAPHIC_MINUS, "-");
  const plain = text.startsWith("\ufeff") ? text.slice(1) : text;
  if (!JSON_START.test(plain) || QUOTED_HEAD.test(plain)) {
    const read = readText(plain, said === "form");
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

/** An object a line, as loggers write them; null where any line is none. */
const readLines = (text: string): unknown[] | null => {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  // More things than readings are taken of are not sent at once.
  if (lines.length < 2 || lines.length > READING_LIMITS.ingestReadingsMax) return null;
  const objects: unknown[] = [];
  for (const line of lines) {
    const decoded = decodeText(line);
    if (!decoded.ok || !isJsonObject(decoded.value)) return null;
    objects.push(decoded.value);
  }
  return objects;
};

/** `1-0:1.8.1(004218.311*kWh)`: a line of a meter's P1 port; gas and water have the time before what they measured. */
const OBIS =
  /^\d-(\d):(\d{1,3}\.\d{1,3}\.\d{1,3})(?:\(\d{12}[SW]\))?\((-?\d[\d.]{0,15})\*(kWh|kW|V|A|m3)\)\r?$/gm;
const TELEGRAM = /^\/[^\n]{1,96}\r?\n/;
const METERED = new Map(Object.entries(words.obis));

/** The file of a 1-Wire thermometer in Linux; with `NO` in it the line was disturbed. */
const ONE_WIRE = /^(?:[\da-f]{2} ){9}: crc=[\da-f]{2} YES\s+(?:[\da-f]{2} ){9}t=(-?\d{1,6})$/;

/** `home.cellar.temperature 5.3 1763880000`, with tags behind semicolons; its name has a dot or it says when. */
const GRAPHITE =
  /^([^\s;:|={}"[\]]+)((?:;[^\s;=]+=[^\s;]+)*)[ \t]+([+-]?[\d.]+(?:e[+-]?\d+)?)(?:[ \t]+(\d+))?$/i;
/** `temp1=70&humidity1=40`, with nothing unescaped in it. */
const FORM = /^[\w.%+[\]-]{1,64}=[^\s{]*$/;
/** `cellar,room=a temp_c=5.3,humidity=71 1763800000000000000` */
const LINE = /^[^\s,#=](?:\\.|[^\s=,\\])*(?:,(?:\\.|[^\s\\])*)? [^\s=]+=/;

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{([^}]*)\})?[ \t]+([+-]?[\d.eE+-]+)(?:[ \t]+-?[\d.]+)?$/;
// Begins at the beginning of a name: from inside a long one, every letter would be read to its end again.
const LABEL = /(?<!\w)([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;
const START =
  /^(?:# ?(?:HELP|TYPE|UNIT) |[a-zA-Z_:][\w:]*(?<!:)(?:\{[^}\n]*\})?[ \t]+[+-]?(?:[\d.]|NaN|Inf))/;

const PAIR = /^([\p{L}][^:=\n]{0,47}?)\s{0,32}[:=]\s{0,32}(\S.{0,127})?$/u;
const NUMBER_FIRST = /^[+-]?\d/;

/** What an instrument prints, as typed sensors: a smart meter's telegram, a 1-Wire thermometer's file. Else null. */
function readInstrument(text: string): JsonObject | null {
  const [, thousandths] = ONE_WIRE.exec(text) ?? [];
  const typed = { key: "temperature", kind: "temperature", unit: "°C" };
  if (thousandths !== undefined) return { sensors: [{ ...typed, value: Number(thousandths) / 1_000 }] };
  if (!TELEGRAM.test(text)) return null;
  const sensors = [...text.matchAll(OBIS)].flatMap(([, channel = "", code = "", value, unit]) => {
    const meter = METERED.get(code);
    // Further meters hang behind the first one's channel.
    const key = Number(channel) > 1 ? `obis_${code}_${channel}` : `obis_${code}`;
    return meter === undefined ? [] : [{ key, ...meter, value: Number(value), unit }];
  });
  return sensors.length === 0 ? null : { sensors };
}

/** A line of Graphite; null for every other. */
const pointIn = (line: string): JsonObject | null => {
  const [, metric, said = "", value, timestamp] = GRAPHITE.exec(line) ?? [];
  if (metric === undefined || (timestamp === undefined && !metric.includes("."))) return null;
  const tags = Object.fromEntries(
    said
      .split(";")
      .map((tag) => tag.split("="))
      .filter(([name = ""]) => name !== ""),
  );
  return { metric, value, tags, ...(timestamp ? { timestamp: Number(timestamp) } : {}) };
};

/** A sample of Prometheus' text; its time is that of the scrape. */
const sampleIn = (line: string): JsonObject | null => {
  const [, metric = "", labels = "", value] = SAMPLE.exec(line) ?? [];
  if (metric === "") return null;
  const tags = Object.fromEntries([...labels.matchAll(LABEL)].map(([, label, said]) => [label, said]));
  return { metric, value, tags, ...(tags.unit === undefined ? {} : { unit: tags.unit }) };
};

/** The points of a text, a line each; comments and what is no point left out. */
const readPoints = (text: string, read: (line: string) => JsonObject | null): JsonObject[] =>
  text
    .split("\n")
    .map((line) => read(line.trim()))
    .filter((point) => point !== null);

/** What stands between separators that are neither escaped nor inside of quotes. */
const BETWEEN = {
  " ": /(?:\\[\s\S]?|"(?:[^"\\]|\\[\s\S])*"?|[^\\" ])+/g,
  ",": /(?:\\[\s\S]?|"(?:[^"\\]|\\[\s\S])*"?|[^\\",])+/g,
  "=": /(?:\\[\s\S]?|"(?:[^"\\]|\\[\s\S])*"?|[^\\"=])+/g,
};

const cutAt = (text: string, separator: keyof typeof BETWEEN): string[] =>
  text.match(BETWEEN[separator]) ?? [];

const unescaped = (text: string): string => text.replace(/\\([\\ ,="])/g, "$1");

/** `10i` and `10u` are integers; a text in quotes measures nothing. */
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

/** A point of InfluxDB's line protocol, as Telegraf writes it in JSON; null for a comment and what is none. */
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
 * A text that is no JSON, as the JSON that says the same: a form, the lines of Prometheus, InfluxDB or Graphite, CSV, a
 * meter's telegram. Null where it is none of them. A form is one only where its sender says so.
 */
const readText = (text: string, mayBeForm: boolean): JsonObject | JsonObject[] | null => {
  // Excel is told so before the head by what separates the cells.
  const trimmed = text.trim().replace(/^sep=.?\r?\n/i, "");
  if (trimmed.startsWith("<")) return null;
  if ((mayBeForm || trimmed.includes("&")) && FORM.test(trimmed)) {
    // Of a field that comes twice the last.
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

/** `Temperature: 21.5 °C`, a line for each value, as people's scripts and tools print them; else null. */
const readPairs = (text: string): JsonObject | null => {
  const pairs: JsonObject = Object.create(null);
  for (const line of text.split(/\n|[,\t ](?=[a-z]\w{0,31}=)/i)) {
    if (line.trim() === "") continue;
    const [, name, value = ""] = PAIR.exec(line.trim()) ?? [];
    if (name === undefined) return null;
    pairs[name] = value;
  }
  // One alone with an equals sign is a form that does not say so.
  if (Object.keys(pairs).length === 1 && /^[^:]{1,48}=/.test(text)) return null;
  return Object.values(pairs).some((value) => NUMBER_FIRST.test(String(value))) ? pairs : null;
};

const COMMA_DECIMAL = /^[+-]?\d+,\d+$/;

const isNumber = (cell: string): boolean => readNumber(cell) !== null;

/** Cells of a line; what is in quotes may hold the separator. */
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
  // Where a comma separates no cells it stands in their numbers.
  return separator === ","
    ? cells
    : cells.map((one) => (COMMA_DECIMAL.test(one) ? one.replace(",", ".") : one));
};

/** `PM2.5(µg/m³)`: of a unit with a stroke a name keeps the end alone. Other units are read from the name itself. */
const WITH_UNIT = /^([^()[\]]{1,96})[ ]?[([]([^()[\]/]{1,8}\/[^()[\]]{1,8})[)\]]$/;

/** A cell by the name of its column; with the unit that the name ends in. */
const entryOf = (name: string, cell: string | undefined): [string, string | undefined] => {
  const [, plain, unit = ""] = WITH_UNIT.exec(name) ?? [];
  return plain === undefined || cell === undefined || !isNumber(cell) || knownUnit(unit) === null
    ? [name, cell]
    : [plain.trim(), `${cell} ${unit}`];
};

/** A `#` that a separator follows is the number of a row. */
const COMMENT = /^#(?![ ]?[,;\t])/;

/** CSV as the JSON that says the same: lines by the head's names, of each thing the newest or, where dated, all. */
const readCsv = (text: string): JsonObject | JsonObject[] | null => {
  const lines = text.split(/\r?\n/).filter((line) => line !== "" && !COMMENT.test(line));
  const said = ["\t", ";", ","].find((sign) => lines[0]?.includes(sign));
  // One column alone is a table only where it is quoted as such.
  if (said === undefined && !text.startsWith('"')) return null;
  const separator = said ?? ",";
  const all = lines.map((line) => cellsOf(line, separator));
  // What a logger writes of its file stands before the head.
  const [head = [], ...rows] = all.slice(all.findIndex(({ length }) => length === all.at(-1)?.length));
  const whole = rows.filter((row) => row.length === head.length && row.some(isNumber));
  if (head.some(isNumber) || whole.length === 0) return null;
  // Whatever the first column is called.
  if (whole.every(([first = ""]) => /^\d/.test(first) && !Number.isNaN(momentSaid(first, false))))
    head[0] = "time";
  const objects = whole.map(
    (row): JsonObject => Object.fromEntries(head.map((name, at) => entryOf(name, row[at]))),
  );
  const things = Map.groupBy(objects, (object) => JSON.stringify(identityOf(object)));
  const counted = [...things.values()].flatMap(seriesOf).map(({ item }) => item);
  return counted.length === 1 ? (counted[0] ?? null) : counted;
};
