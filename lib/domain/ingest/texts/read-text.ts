import type { JsonObject } from "../json.ts";
import { isForm, readForm } from "./form.ts";
import { isLineProtocol, readLineProtocol } from "./line-protocol.ts";
import { isPrometheusText, readPrometheusText } from "./prometheus-text.ts";

/**
 * A text that is no JSON, as the JSON that says the same: a form, InfluxDB's line protocol, Prometheus' text. Null
 * where it is none of them. A form is one only where its sender says so.
 */
export const readText = (text: string, mayBeForm: boolean): JsonObject | null => {
  const trimmed = text.trim();
  if (mayBeForm && isForm(trimmed)) return readForm(trimmed);
  if (isPrometheusText(trimmed)) return readPrometheusText(trimmed);
  return isLineProtocol(trimmed) ? readLineProtocol(trimmed) : null;
};
