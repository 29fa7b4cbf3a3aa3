import type { SensorKind } from "../../schema/vocabulary.ts";
import type { IngestFacts, SensorFacts, StateFacts } from "../alerts/facts.ts";
import { judgeSensors } from "../alerts/judge-sensors.ts";
import { breaksThrough } from "../alerts/quiet-hours.ts";
import { MINUTE_MS, type Moment } from "../kernel/time.ts";
import { typedSensors } from "../readings/styles/typed-sensors.ts";
import type { TriedSensor } from "./drill.ts";

/** A sensor that guards against water or cold, as the alerts know it, with the key that its device sends. */
export type Guard = { key: string; facts: IngestFacts };

/** Cold enough for every critical limit that a room may have, in the sensor's own unit. */
const FREEZING: Record<string, number> = { "°C": -30, "°F": -22 };
/** What no neighboring reading bears out waits for the next one, and a single cold one for so long. */
const APART_MS = 10 * MINUTE_MS;
const READINGS = 3;

/**
 * Sends a test reading of the sensor through a reader of bodies and the home's own rules, as a post would go. Nothing of
 * it is stored: no chart, alert or evidence ever shows a drill.
 */
export function trySensor({ key, facts }: Guard, now: Moment): TriedSensor[] {
  return facts.sensors.map((sensor) => ({
    sensorId: sensor.id,
    name: facts.device.space === "" ? sensor.label : `${sensor.label} (${facts.device.space})`,
    alert: alertOf(facts, sensor, key, now),
  }));
}

function alertOf(facts: IngestFacts, sensor: SensorFacts, key: string, now: Moment): TriedSensor["alert"] {
  const value = readBack(sensor, key, now);
  if (value === null) return null;
  let states: StateFacts[] = [];
  let before = sensor.value;
  for (let number = 1; number <= READINGS; number += 1) {
    const at = now - (READINGS - number) * APART_MS;
    const tried = { ...sensor, value, at, valueBefore: before };
    const device = { ...facts.device, lastSeenAt: at };
    const changes = judgeSensors({ ...facts, device, sensors: [tried], states }, "ingest", at);
    const raised = changes
      .flatMap(({ findings }) => findings)
      .find(({ kind, severity, heldBy }) => heldBy === null && breaksThrough(kind, severity));
    if (raised !== undefined) return { kind: raised.kind, severity: raised.severity };
    states = changes.map(({ kind, subject, state }) => ({ kind, subject, version: 1, state }));
    before = value;
  }
  return null;
}

/** The value as the reader of bodies understands it; null where it does not. */
function readBack({ kind, unit }: SensorFacts, key: string, now: Moment): number | null {
  const sent = testValue(kind, unit);
  if (sent === null) return null;
  const body = { sensors: [{ key, kind, ...(kind === "flood" ? { bool: true } : { value: sent, unit }) }] };
  const read = typedSensors.read(body, { now: new Date(now) });
  return read.ok ? (read.value.readings[0]?.value ?? null) : null;
}

/** Null where nobody knows what the sensor's numbers mean. */
function testValue(kind: SensorKind, unit: string | null): number | null {
  return kind === "flood" ? 1 : unit === null ? null : (FREEZING[unit] ?? null);
}
