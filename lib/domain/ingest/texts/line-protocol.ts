import type { JsonObject } from "../json.ts";

/** A point of InfluxDB's line protocol, as Telegraf writes it in JSON. */
type Point = { name: string; tags: JsonObject; fields: JsonObject; timestamp: number };

/** Enough of a text to tell what it is. */
const LINE_READ_MAX = 1_024;
const LINE = /^[^\s,#=][^\s=]*(?:,[^\s]*)? [^\s=]+=/;

/** Whether a text is line protocol: `cellar,room=a temp_c=5.3,humidity=71 1763800000000000000`. */
export const isLineProtocol = (text: string): boolean => LINE.test(text.slice(0, LINE_READ_MAX).trimStart());

/** Cuts at a separator that is neither escaped nor inside of quotes. */
const cutAt = (text: string, separator: string): string[] => {
  const parts: string[] = [];
  let [start, isQuoted] = [0, false];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === "\\") at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
};

const unescaped = (text: string): string => text.replace(/\\([\\ ,="])/g, "$1");

const TRUE = new Set(["t", "T", "true", "True", "TRUE"]);
const FALSE = new Set(["f", "F", "false", "False", "FALSE"]);

/** `10i` and `10u` are integers; a text in quotes measures nothing. */
const valueIn = (text: string): unknown => {
  if (TRUE.has(text)) return true;
  if (FALSE.has(text)) return false;
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

const pointIn = (line: string): Point | null => {
  const [series = "", fields = "", timestamp = ""] = cutAt(line, " ");
  const [name = "", ...tags] = cutAt(series, ",");
  if (name === "" || fields === "") return null;
  return {
    name: unescaped(name),
    tags: pairsIn(tags, unescaped),
    fields: pairsIn(cutAt(fields, ","), valueIn),
    timestamp: /^\d+$/.test(timestamp) ? Number(timestamp) : 0,
  };
};

/** The points of a text in line protocol, in the shape of Telegraf's JSON; comments and what is no point left out. */
export const readLineProtocol = (text: string): { metrics: Point[] } => {
  const lines = text.split("\n").map((line) => line.trim());
  const points = lines.filter((line) => line !== "" && !line.startsWith("#")).map(pointIn);
  return { metrics: points.filter((point) => point !== null) };
};
