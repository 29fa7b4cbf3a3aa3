import { isDeepStrictEqual } from "node:util";
import { seeded } from "../../bench/table.ts";
import { placeEvidence } from "../../lib/devices/placement/place-evidence.ts";
import { convert } from "../../lib/kernel/units.ts";
import { decodeSent } from "../../lib/readings/decode-body.ts";
import { READING_LIMITS } from "../../lib/readings/limits.ts";
import { readPayload } from "../../lib/readings/read-payload.ts";
import { isNeverSensor } from "../../lib/readings/sensor-keys.ts";
import { LIMITS } from "../../schema/limits.ts";
import { SENSOR_KINDS } from "../../schema/vocabulary.ts";
import { type FuzzedBody, fuzzedBodies } from "./fuzzed-bodies.ts";

const NOW = new Date("2026-03-08T07:30:00.250Z");
const KINDS = new Set<string>(SENSOR_KINDS);

/** Returns what is wrong with the reading of a body, or null. */
function faultOf({ text, said }: FuzzedBody): string | null {
  const decoded = decodeSent(new TextEncoder().encode(text), said);
  const outcome = decoded.ok ? readPayload(decoded.value, { now: NOW }) : decoded;
  if (!outcome.ok) return null;
  const { readings, health, faultyKeys } = outcome.value;
  if (!isDeepStrictEqual(outcome, readPayload(decoded.ok && decoded.value, { now: NOW })))
    return "read otherwise";
  if (readings.length === 0 && Object.keys(health).length === 0) return "accepted, and nothing understood";
  if (new Set(readings.map(({ key, atMs }) => `${key} ${atMs}`)).size !== readings.length)
    return "a key twice at one time";
  if (readings.length > READING_LIMITS.ingestReadingsMax) return "too many readings";
  for (const { key, label, kind, value, isState, unit } of readings) {
    if (!Number.isFinite(value) || Object.is(value, -0)) return `${key} is ${value}`;
    if (Math.abs(value) > LIMITS.readingMagnitudeMax) return `${key} is too large`;
    if (isState && value !== 0 && value !== 1) return `${key} is a state of ${value}`;
    if (!KINDS.has(kind)) return `${key} is of no kind`;
    if (key === "" || [...key].length > LIMITS.sensorKeyCharactersMax) return "a key of no length";
    if (label === "" || [...label].length > LIMITS.labelCharactersMax)
      return `${key} has a label of no length`;
    if (kind === "temperature" && !isState && !isPossible(value, unit)) return `${key} is ${value} ${unit}`;
    if (kind === "humidity" && !isState && (unit === "/" ? value * 100 : value) > 105)
      return `${key} is ${value} ${unit}`;
    if (unit !== null && (unit === "" || unit.length > 64)) return `${key} has a unit of no length`;
    if (!(key + label).isWellFormed() || /\p{Cc}/u.test(key + label + unit)) return "half a character";
    if (isNeverSensor(key)) return `${key} is never a sensor`;
    if (faultyKeys.includes(key)) return `${key} is read and faulty`;
  }
  return null;
}

/** Returns whether a temperature is possible, in a unit that can be compared. */
function isPossible(value: number, unit: string | null): boolean {
  const celsius = unit === null ? null : convert(value, unit, "°C");
  return celsius !== null && celsius > -200 && celsius < 1_400;
}

const CONSONANTS = [..."bcdfghjklmnprstvwxz"];
const VOWELS = [..."aeiouy"];

/** Some ways to state that a thing with an invented name is at -5 °C. */
const FROZEN: ((word: string) => unknown)[] = [
  (word) => ({ [`${word}_temp_c`]: -5 }),
  (word) => ({ [`${word}Temperature`]: "-5 °C" }),
  (word) => ({ [word]: { temperature: { value: -5, unit: "C" } } }),
  (word) => ({ devices: [{ name: `${word} temperature`, value: -5, unit: "°C" }] }),
  (word) => ({ sensors: [{ key: word, kind: "temperature", value: -5, unit: "°C" }] }),
  (word) => [{ n: word, u: "Cel", v: -5 }],
  (word) => ({ metrics: [{ name: word, tags: {}, fields: { temp_c: -5 }, timestamp: 1 }] }),
  (word) => ({
    entity_id: `sensor.${word}`,
    state: "-5",
    attributes: { unit_of_measurement: "°C", device_class: "temperature", friendly_name: word },
  }),
];

/** Returns freezing temperatures under invented names that are read as a place's, and could so wake somebody up. */
export function invented(seed: number, count: number): string[] {
  const random = seeded(seed);
  const one = (of: readonly string[]) => of[Math.floor(random() * of.length)] ?? "";
  return Array.from({ length: count }, (_, at) => {
    const syllables = Array.from({ length: 3 }, () => one(CONSONANTS) + one(VOWELS) + one(CONSONANTS));
    const body = FROZEN[at % FROZEN.length]?.(syllables.join(""));
    const outcome = readPayload(body, { now: NOW });
    const isPlace =
      outcome.ok && outcome.value.readings.some(({ label }) => placeEvidence(label) === "place");
    return isPlace ? JSON.stringify(body) : null;
  }).filter((body) => body !== null);
}

type FuzzResult = { bodies: number; faults: string[] };

const FAULTS_SHOWN_MAX = 20;

/** Reads this many bodies of a seed. An exception is a fault as well. */
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
