import type { SensorKind, UnitSource } from "../../schema/vocabulary.ts";
import type { IngestFacts, SensorFacts, StateFacts } from "../alerts/facts.ts";
import { judgeSensors } from "../alerts/judge-sensors.ts";
import { breaksThrough } from "../alerts/quiet/quiet.ts";
import { MINUTE_MS, type Moment } from "../kernel/time.ts";
import type { ParsedPayload, ParsedReading } from "../readings/reading.ts";
import type { TriedSensor } from "./drill.ts";

/** A sensor that guards against water or cold. */
export type Guard = {
  sensorId: string;
  deviceId: string;
  key: string;
  label: string;
  space: string;
  kind: SensorKind;
  unit: string | null;
  unitSource: UnitSource | null;
};

/** What a drill posts for one device, and when each counts. */
export type DrillPosts = { deviceId: string; posts: { at: Moment; payload: ParsedPayload }[] };

/** Cold enough for every critical limit that a room may have, in the sensor's own unit. */
const FREEZING: Record<string, number> = { "°C": -30, "°F": -22 };
/** What no neighboring reading bears out waits for the next one, and a single cold one for so long. */
const APART_MS = 10 * MINUTE_MS;
const READINGS = 3;

/**
 * The test readings of all that guards a home, as a reader of bodies hands them on, by device. They count for now
 * and for some minutes ahead: one that came before the device's last would move nothing.
 */
export function drillPosts(guards: readonly Guard[], now: Moment): DrillPosts[] {
  return [...Map.groupBy(guards, ({ deviceId }) => deviceId)].map(([deviceId, sensors]) => ({
    deviceId,
    posts: Array.from({ length: READINGS }, (_, number) => ({
      at: now + number * APART_MS,
      payload: payloadOf(sensors),
    })),
  }));
}

/** Without the sensors whose numbers nobody knows the meaning of. */
function payloadOf(sensors: readonly Guard[]): ParsedPayload {
  const readings = sensors.flatMap((guard): ParsedReading[] => {
    const value = testValue(guard);
    if (value === null) return [];
    const { key, label, kind, unit, unitSource } = guard;
    // What its device sends is a bare number, too: to say the unit would settle it.
    const isBare = unitSource !== null && unitSource !== "sender";
    const said = { key, label, kind, unit, value, isState: kind === "flood", atMs: null };
    return [{ ...said, followsDeviceUnit: isBare, ...(isBare ? { unitAssumed: true } : {}) }];
  });
  return { readings, health: {}, faultyKeys: [] };
}

/** Null where nobody knows what the sensor's numbers mean. */
const testValue = ({ kind, unit }: Guard): number | null =>
  kind === "flood" ? 1 : unit === null ? null : (FREEZING[unit] ?? null);

/** What the readings of one sensor's device came to once they were stored: `facts` of each, in their order. */
export function triedSensor(guard: Guard, facts: readonly (IngestFacts | null)[], now: Moment): TriedSensor {
  const stored = facts.map((each) => each?.sensors.find(({ id }) => id === guard.sensorId));
  const value = stored[0]?.value ?? null;
  return {
    sensorId: guard.sensorId,
    name: guard.space === "" ? guard.label : `${guard.label} (${guard.space})`,
    reading: value === null ? null : { value, unit: guard.unit },
    alert: alertOf(
      facts.flatMap((each, number) => {
        const sensor = stored[number];
        return each === null || sensor === undefined
          ? []
          : [{ facts: each, sensor, at: now + number * APART_MS }];
      }),
    ),
  };
}

type Stored = { facts: IngestFacts; sensor: SensorFacts; at: Moment };

/** The first urgent alert that the home's own rules raise; whatever is open already counts for nothing. */
function alertOf(stored: readonly Stored[]): TriedSensor["alert"] {
  let states: StateFacts[] = [];
  for (const { facts, sensor, at } of stored) {
    const changes = judgeSensors({ ...facts, sensors: [sensor], states }, "ingest", at);
    const raised = changes
      .flatMap(({ findings }) => findings)
      .find(({ kind, severity, suppressedBy }) => suppressedBy === null && breaksThrough(kind, severity));
    if (raised !== undefined) return { kind: raised.kind, severity: raised.severity };
    states = changes.map(({ kind, subject, state }) => ({ kind, subject, version: 1, state }));
  }
  return null;
}
