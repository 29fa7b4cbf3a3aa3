import { saidMoment } from "./foreign/lists.ts";
import { isJsonObject, type JsonObject } from "./json.ts";
import { READING_LIMITS } from "./limits.ts";
import { isOwnTime } from "./own-time.ts";
import { hasSenmlLabel } from "./senml/labels.ts";

/** A record of one thing, and when it was measured. */
type TimedRecord = { record: JsonObject; atMs: number };

const LISTS = ["readings", "data", "records", "measurements", "values", "telemetry", "samples", "points"];

/** Numbers and nested objects differ from record to record; what is called otherwise is another thing. */
const nameOf = (record: JsonObject): string =>
  JSON.stringify(
    Object.entries(record)
      .map(([name, value]) => [
        name,
        typeof value === "string" && Number.isNaN(Number(value)) && Number.isNaN(Date.parse(value))
          ? value
          : null,
      ])
      .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  );

function listIn(body: unknown): unknown[] | null {
  if (Array.isArray(body)) return body;
  if (!isJsonObject(body)) return null;
  const name = LISTS.find((one) => Array.isArray(body[one]));
  const isAlone = Object.entries(body).every(([key, value]) => key === name || typeof value === "string");
  const list = name === undefined || !isAlone ? null : body[name];
  return Array.isArray(list) ? list : null;
}

/**
 * The records of one thing in one body, each with a time of its own that says its zone, oldest first; null where the body
 * is anything else. Each belongs into history at its time, and the newest alone is the latest.
 */
export function timedRecords(body: unknown, now: Date): TimedRecord[] | null {
  const list = listIn(body);
  if (list === null || list.length < 2 || list.length > READING_LIMITS.ingestReadingsMax) return null;
  const records = list.filter(isJsonObject);
  if (records.length !== list.length || records.some((record) => hasSenmlLabel(record) && "n" in record))
    return null;
  const timed = records
    .map((record) => ({ record, atMs: saidMoment(record) }))
    .toSorted((a, b) => a.atMs - b.atMs);
  if (timed.some(({ atMs }, at) => !isOwnTime(atMs, now.getTime()) || atMs === timed[at - 1]?.atMs))
    return null;
  if (new Set(records.map(nameOf)).size !== 1) return null;
  return timed;
}
