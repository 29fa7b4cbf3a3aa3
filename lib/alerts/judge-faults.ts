import type { SensorFault, SensorKind } from "../../schema/vocabulary.ts";
import { placementOf } from "../devices/placement/placement.ts";
import { sensorSettings } from "../devices/placement/sensor-settings.ts";
import type { Moment } from "../kernel/time.ts";
import { type Assessment, aboutOf, stateIndex } from "./assessment.ts";
import type { Change } from "./decide/decide.ts";
import type { TickDevice, TickFacts, TickSensor } from "./facts.ts";
import type { SensorFaultInput } from "./kinds/sensor-fault.ts";
import { assessBy } from "./registry.ts";
import { standInFor, trustOf } from "./sensor-truth.ts";
import type { Trust } from "./verdict.ts";

/** The kinds of sensors that something is guarded by. */
const GUARDING: readonly SensorKind[] = ["temperature", "humidity", "flood"];

/** Which sensors of a home cannot be believed. `devices` carry what was found stuck. */
export function judgeFaults(facts: TickFacts, devices: readonly TickDevice[], now: Moment): Assessment[] {
  const stateOf = stateIndex(facts.states);
  return devices.flatMap(({ device, sensors }) =>
    sensors
      .filter(({ kind }) => GUARDING.includes(kind))
      .flatMap((sensor) => {
        const known = stateOf("sensor_fault", sensor.id);
        const trust = trustOf(sensor.faultyAt, sensor.stuckAt ?? null);
        // A stand-in is looked for among all sensors of the home: only for one that needs it.
        if (trust.is === "ok" && !known.state.open && known.state.pendingSince === null) return [];
        const input = inputOf(facts, devices, { device, sensors }, sensor, trust);
        const settings = sensorSettings("sensor_fault", facts.household, device, sensor);
        return [assessBy("sensor_fault", facts.states, aboutOf(device, sensor), input, settings, now)];
      }),
  );
}

function inputOf(
  { household }: TickFacts,
  devices: readonly TickDevice[],
  { device }: TickDevice,
  sensor: TickSensor,
  trust: Trust,
): SensorFaultInput {
  return {
    subject: sensor.id,
    quiet: household.quiet,
    enabled: device.enabled,
    sensorId: sensor.id,
    deviceId: device.id,
    fault: trust.is === "ok" ? null : { is: FAULT_OF[trust.is], since: trust.since },
    guards: guardsOf(household, device, sensor),
    standIn: standInFor(household, devices, device, sensor),
  };
}

const FAULT_OF = { faulty: "unplugged", stuck: "stuck" } as const;

function guardsOf(
  household: TickFacts["household"],
  device: TickDevice["device"],
  sensor: TickSensor,
): SensorFaultInput["guards"] {
  if (sensor.kind === "flood") return "water";
  if (sensor.kind !== "temperature" || placementOf(sensor, device) === "fridge") return null;
  return sensorSettings("freeze", household, device, sensor).enabled ? "freeze" : null;
}

/** What is to be remembered of a sensor beside its alert; null once it is believed again. */
export type FoundFault = { sensorId: string; fault: SensorFault | null; since: Moment | null };

/** A probe says by itself that it is unplugged; that one is stuck only its readings said. */
export const foundFaults = (changes: readonly Change[]): FoundFault[] =>
  changes
    .filter(({ kind }) => kind === "sensor_fault")
    .map(({ subject, state }) => {
      const evidence = state.open ? state.peak?.evidence : undefined;
      return evidence?.more?.fault === "stuck"
        ? { sensorId: subject, fault: "stuck", since: evidence.at }
        : { sensorId: subject, fault: null, since: null };
    });
