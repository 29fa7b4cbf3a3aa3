import type { JsonObject } from "../json.ts";

/** `home.cellar.temperature 5.3 1763880000`, with tags behind semicolons; its name has a dot or it says when. */
const GRAPHITE =
  /^([^\s;:|={}"[\]]+)((?:;[^\s;=]+=[^\s;]+)*)[ \t]+([+-]?[\d.]+(?:e[+-]?\d+)?)(?:[ \t]+(\d+))?$/i;
/** `put home.temperature 1763880000 5.3 room=cellar`, as OpenTSDB takes it by telnet. */
const OPENTSDB = /^put ([^\s={}"]+) (\d+) ([+-]?[\d.]+)((?: [^\s=]+=[^\s=]+)*)$/;
/** `home.cellar.temperature:5.3|g|#room:cellar`: a gauge of StatsD; with a sign it is a change and no value. */
const STATSD = /^([^\s:|={}"]+):([\d.]+)\|g(?:\|@[\d.]+)?(?:\|#(\S*))?$/;

const tagsIn = (text: string, between: RegExp, sign: string): JsonObject =>
  Object.fromEntries(
    text
      .split(between)
      .map((tag) => tag.split(sign))
      .filter(([name = "", value = ""]) => name !== "" && value !== ""),
  );

const recordIn = (line: string): JsonObject | null => {
  const [, opened, at, said, labels = ""] = OPENTSDB.exec(line) ?? [];
  if (opened !== undefined)
    return { metric: opened, value: said, timestamp: Number(at), tags: tagsIn(labels, / /, "=") };
  const [, gauge, state, marks = ""] = STATSD.exec(line) ?? [];
  if (gauge !== undefined) return { metric: gauge, value: state, tags: tagsIn(marks, /,/, ":") };
  const [, metric, tags = "", value, timestamp] = GRAPHITE.exec(line) ?? [];
  if (metric === undefined || (timestamp === undefined && !metric.includes("."))) return null;
  return {
    metric,
    value,
    tags: tagsIn(tags, /;/, "="),
    ...(timestamp ? { timestamp: Number(timestamp) } : {}),
  };
};

/** The lines of Graphite, OpenTSDB or StatsD as records; null where the first is none of them. */
export const readSeries = (text: string): JsonObject[] | null => {
  const lines = text.split("\n").map((line) => recordIn(line.trim()));
  return lines[0] == null ? null : lines.filter((line) => line !== null);
};
