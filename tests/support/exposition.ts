/** A strict parser of Prometheus text format 0.0.4 for tests: it also rejects what Prometheus would accept. */

type ParsedSample = { labels: Record<string, string>; value: number };
export type ParsedFamily = { help: string; type: string; samples: ParsedSample[] };

const METRIC_NAME = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
const LABEL = /([a-z][a-z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(,|$)/y;
/** A label may hold a carriage return: only a line feed ends a line. */
const SAMPLE = /^([a-z0-9_]+)(?:\{(.+)\})? ([^ ]+)$/s;
const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/;
const TYPES = ["gauge", "counter", "histogram", "summary", "untyped"];
const ESCAPES: Record<string, string> = { "\\\\": "\\", '\\"': '"', "\\n": "\n" };

/**
 * Returns the families by name, in order.
 * @throws Error naming the first line that breaks the format or our stricter rules: HELP, then TYPE, then samples, one
 * block for each family, no blank lines, no timestamps, no repeated series
 */
export function parseExposition(text: string): Map<string, ParsedFamily> {
  if (!text.endsWith("\n")) throw new Error("the last line has no line feed");
  const families = new Map<string, ParsedFamily>();
  const series = new Set<string>();
  const lines = text.slice(0, -1).split("\n");
  for (let index = 0; index < lines.length; ) {
    const [name, family] = readHead(lines[index] ?? "", lines[index + 1] ?? "");
    if (families.has(name)) throw new Error(`${name} has two blocks`);
    families.set(name, family);
    for (index += 2; index < lines.length && !lines[index]?.startsWith("#"); index += 1) {
      family.samples.push(readSample(name, lines[index] ?? "", series));
    }
    if (family.samples.length === 0) throw new Error(`${name} has no samples`);
  }
  return families;
}

function readHead(helpLine: string, typeLine: string): [string, ParsedFamily] {
  const [, name = "", help = ""] = /^# HELP (\S+) (.+)$/.exec(helpLine) ?? fail("no HELP", helpLine);
  if (!METRIC_NAME.test(name)) fail("a bad name", helpLine);
  if (/\\(?![\\n])/.test(help.replaceAll("\\\\", ""))) fail("a bad escape", helpLine);
  const [, typed, type = ""] = /^# TYPE (\S+) (\S+)$/.exec(typeLine) ?? fail("no TYPE", typeLine);
  if (typed !== name || !TYPES.includes(type)) fail("a bad TYPE", typeLine);
  return [name, { help, type, samples: [] }];
}

function readSample(family: string, line: string, series: Set<string>): ParsedSample {
  const [, name, labelText, number = ""] = SAMPLE.exec(line) ?? fail("no sample", line);
  if (name !== family) fail(`a sample in the block of ${family}`, line);
  if (!NUMBER.test(number)) fail("no plain number", line);
  const labels = labelText === undefined ? {} : readLabels(labelText, line);
  const key = `${name}${JSON.stringify(Object.entries(labels).toSorted())}`;
  if (series.has(key)) fail("a series twice", line);
  series.add(key);
  return { labels, value: Number(number) };
}

function readLabels(text: string, line: string): Record<string, string> {
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  let separator = ",";
  while (separator === ",") {
    const [, name = "", value = "", ending = ""] = LABEL.exec(text) ?? fail("a bad label", line);
    if (name.startsWith("__") || Object.hasOwn(labels, name)) fail("a label that may not be", line);
    labels[name] = value.replace(/\\["\\n]/g, (pair) => ESCAPES[pair] ?? pair);
    separator = ending;
  }
  return labels;
}

function fail(what: string, line: string): never {
  throw new Error(`${what}: ${line}`);
}
