import type { JsonObject } from "../json.ts";

type Series = { metric: JsonObject; value: [number, string] };

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{([^}]*)\})?[ \t]+([+-]?[\d.eE+-]+)(?:[ \t]+-?\d+)?$/;
// Begins where a name begins: from inside of a long one every letter would be read to its end once more.
const LABEL = /(?<!\w)([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;
const START = /^(?:# (?:HELP|TYPE) |[a-zA-Z_:][\w:]*(?<!:)(?:\{[^}\n]*\})?[ \t]+[+-]?[\d.])/;

/** Whether a text is Prometheus' exposition format. */
export const isPrometheusText = (text: string): boolean => START.test(text.trimStart());

const seriesIn = (line: string): Series | null => {
  const [, name = "", labels = "", value = ""] = SAMPLE.exec(line.trim()) ?? [];
  if (name === "") return null;
  const metric: JsonObject = Object.create(null);
  for (const [, label = "", said = ""] of labels.matchAll(LABEL)) metric[label] = said;
  metric.__name__ = name;
  return { metric, value: [0, value] };
};

/** The samples of a text, in the shape that Prometheus' query interface answers; comments left out. */
export const readPrometheusText = (text: string): JsonObject => {
  const series = text
    .split("\n")
    .map(seriesIn)
    .filter((one) => one !== null);
  return { status: "success", data: { resultType: "vector", result: series } };
};
