import { decodeSent } from "../../lib/readings/decode-body.ts";
import { READING_LIMITS } from "../../lib/readings/limits.ts";
import { readPayload } from "../../lib/readings/read-payload.ts";
import { LIMITS } from "../../schema/limits.ts";
import { SENSOR_KINDS } from "../../schema/vocabulary.ts";
import { type FuzzedBody, fuzzedBodies } from "./fuzzed-bodies.ts";

const NOW = new Date("2026-03-08T07:30:00.250Z");
const KINDS = new Set<string>(SENSOR_KINDS);

/** What is wrong with what a body was read as; null for nothing. */
function faultOf({ text, said }: FuzzedBody): string | null {
  const decoded = decodeSent(new TextEncoder().encode(text), said);
  const outcome = decoded.ok ? readPayload(decoded.value, { now: NOW }) : decoded;
  if (!outcome.ok) return null;
  const { readings, health } = outcome.value;
  if (readings.length === 0 && Object.keys(health).length === 0) return "accepted, and nothing understood";
  if (new Set(readings.map(({ key }) => key)).size !== readings.length) return "a key twice";
  if (readings.length > READING_LIMITS.ingestReadingsMax) return "too many readings";
  for (const { key, label, kind, value, isState, unit } of readings) {
    if (!Number.isFinite(value) || Object.is(value, -0)) return `${key} is ${value}`;
    if (Math.abs(value) > LIMITS.readingMagnitudeMax) return `${key} is too large`;
    if (isState && value !== 0 && value !== 1) return `${key} is a state of ${value}`;
    if (!KINDS.has(kind)) return `${key} is of no kind`;
    if (key === "" || [...key].length > LIMITS.sensorKeyCharactersMax) return "a key of no length";
    if (label === "" || [...label].length > LIMITS.labelCharactersMax)
      return `${key} has a label of no length`;
    if (unit !== null && (unit === "" || unit.length > 64)) return `${key} has a unit of no length`;
    if (!(key + label).isWellFormed()) return "half a character";
  }
  return null;
}

type FuzzResult = { bodies: number; faults: string[] };

const FAULTS_SHOWN_MAX = 20;

/** Reads so many bodies of a seed; a reader that throws is a fault as well. */
export function fuzzReader(seed: number, count: number): FuzzResult {
  const faults: string[] = [];
  let bodies = 0;
  for (const body of fuzzedBodies(seed)) {
    if (bodies >= count || faults.length >= FAULTS_SHOWN_MAX) break;
    bodies += 1;
    try {
      const fault = faultOf(body);
      if (fault !== null) faults.push(`${fault}: ${body.text.slice(0, 400)}`);
    } catch (error) {
      faults.push(`${error instanceof Error ? error.stack : String(error)}: ${body.text.slice(0, 400)}`);
    }
  }
  return { bodies, faults };
}
