import { saidMoment } from "./foreign/lists.ts";
import { entriesOf, isJsonObject, type JsonObject } from "./json.ts";
import { READING_LIMITS } from "./limits.ts";
import { isOwnTime, momentSaid } from "./own-time.ts";
import { hasSenmlLabel } from "./senml.ts";

const LISTS = ["readings", "data", "records", "measurements", "values", "telemetry", "samples", "points"];

/** What was measured at one time, in the shape that its sender uses; none or NaN is the time of its receipt. */
export type Timed = { record: unknown; moment: number | undefined };

const RECORDED_AT = "recorded_at";

/** A body that says itself when it was recorded, or a buffer of such; none where it is another. */
export function datedRecords(body: unknown): Timed[] {
  const bodies = Array.isArray(body) ? body : [body];
  if (!bodies.every(isJsonObject) || !bodies.some((one) => Object.hasOwn(one, RECORDED_AT))) return [];
  return bodies.map(({ [RECORDED_AT]: said, ...record }) => ({ record, moment: momentSaid(said) }));
}

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
  if (name === undefined) return null;
  const isAlone = entriesOf(body).every(([key, value]) => key === name || typeof value === "string");
  const list = isAlone ? body[name] : null;
  return Array.isArray(list) ? list : null;
}

/**
 * The records of one thing in one body, each with a time of its own that says its zone, oldest first; none where the body
 * is anything else. Each belongs into history at its time, and the newest alone is the latest.
 */
export function timedRecords(body: unknown, now: Date): Timed[] {
  const list = listIn(body);
  if (list === null || list.length < 2 || list.length > READING_LIMITS.ingestReadingsMax) return [];
  const records = list.filter(isJsonObject);
  if (records.length !== list.length || records.some((record) => hasSenmlLabel(record) && "n" in record))
    return [];
  const timed = records
    .map((record) => ({ record, moment: saidMoment(record) }))
    .toSorted((a, b) => a.moment - b.moment);
  if (timed.some(({ moment }, at) => !isOwnTime(moment, now.getTime()) || moment === timed[at - 1]?.moment))
    return [];
  return new Set(records.map(nameOf)).size === 1 ? timed : [];
}
