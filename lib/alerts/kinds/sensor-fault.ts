import type { SensorFault, SensorKind, Severity } from "../../../schema/vocabulary.ts";
import { placementOf } from "../../devices/placement/placement.ts";
import { sensorSettings } from "../../devices/placement/sensor-settings.ts";
import { MINUTE_MS, type Moment } from "../../kernel/time.ts";
import { type Evidence, plain } from "../../language/reason.ts";
import { type Assessment, aboutOf, assess, stateIndex } from "../assessment.ts";
import type { EpisodeState } from "../episode.ts";
import {
  type DeviceFacts,
  enabledSensors,
  type HouseholdFacts,
  type Placed,
  type StateFacts,
  type TickDevice,
  type TickFacts,
  type TickSensor,
} from "../facts.ts";
import { nextReminder } from "../reminders.ts";
import { valueIn } from "../sensor-input.ts";
import { trustOf } from "../sensor-truth.ts";
import { measured, type Ruled, type Trust, type Verdict } from "../verdict.ts";

const CELSIUS = "°C";

/** The kinds of sensors that something is guarded by. */
const GUARDING: readonly SensorKind[] = ["temperature", "humidity", "flood"];

/** A loose wire comes and goes: it is mended once it has measured for so long. */
const MENDED_MS = 3_600_000;

/** What is wrong with a sensor, what nobody sees any more meanwhile, and who stands in. */
type Blind = Placed & {
  trust: Trust;
  guards: "freeze" | "water" | null;
  /** Its label. */
  standIn: string | null;
};

/**
 * Sensors of a home that cannot be believed: what they guard is watched by a neighbour, or by nobody. `devices` carry what
 * was found stuck. Subject: the sensor.
 */
export const judgeFaults = (facts: TickFacts, devices: readonly TickDevice[], now: Moment): Assessment[] => {
  const placed = enabledSensors(devices);
  return placed
    .filter(({ sensor }) => GUARDING.includes(sensor.kind))
    .flatMap((faulty) => assessed(facts, placed, faulty, now));
};

function assessed(facts: TickFacts, all: readonly Placed[], faulty: Placed, now: Moment): Assessment[] {
  const { household, states } = facts;
  const { device, sensor } = faulty;
  const settings = sensorSettings("sensor_fault", household, device, sensor);
  if (!settings.enabled) return [];
  const { open, pendingSince } = stateIndex(states)("sensor_fault", sensor.id).state;
  const trust = trustOf(sensor.faultyAt, sensor.stuckAt ?? null);
  // A stand-in is looked for among all sensors of the home: only for one that needs it.
  if (trust.is === "ok" && !open && pendingSince === null) return [];
  const blind = {
    ...{ sensor, device, trust },
    guards: guardsOf(household, faulty),
    standIn: standInFor(all, faulty),
  };
  const about = aboutOf(device, sensor);
  const rule = (state: EpisodeState): Ruled => ({
    verdict: verdictOn(state, blind, now),
    course: {
      forMs: settings.forMs,
      closing: { readings: 1, ms: MENDED_MS },
      remind: nextReminder(state, settings.remindMs),
      reopenQuietMs: settings.reopenQuietMs,
    },
  });
  return [assess(facts, { kind: "sensor_fault", subject: sensor.id, about, settings }, rule, now)];
}

function guardsOf(household: HouseholdFacts, { device, sensor }: Placed): Blind["guards"] {
  if (sensor.kind === "flood") return "water";
  if (sensor.kind !== "temperature" || placementOf(sensor, device) === "fridge") return null;
  return sensorSettings("freeze", household, device, sensor).enabled ? "freeze" : null;
}

/** What is to be remembered of a sensor beside its alert; null once it is believed again. */
export type FoundFault = { sensorId: string; fault: SensorFault | null; since: Moment | null };

/** A probe says by itself that it is unplugged; that one is stuck only its readings said. */
export const foundFaults = (devices: readonly TickDevice[], states: StateFacts[]): FoundFault[] =>
  devices.flatMap(({ sensors }) =>
    sensors.flatMap(({ id: sensorId, fault }): FoundFault[] => {
      const { open, peak } = stateIndex(states)("sensor_fault", sensorId).state;
      const since = open && peak?.evidence.more?.fault === "stuck" ? peak.evidence.at : null;
      if ((since !== null) === (fault === "stuck")) return [];
      return [{ sensorId, fault: since === null ? null : "stuck", since }];
    }),
  );

const FAULTS = {
  faulty: { is: "unplugged", why: "probe_unplugged" },
  stuck: { is: "stuck", why: "value_repeats" },
} as const;

function verdictOn(state: EpisodeState, blind: Blind, now: Moment): Verdict {
  const { trust } = blind;
  const severity = severityOf(blind);
  const since = trust.is === "ok" ? (state.closing?.at ?? now) : trust.since;
  const why = plain(trust.is === "ok" ? "measures_again" : FAULTS[trust.is].why);
  return measured({ severity, evidence: evidenceOf(blind, since, now), why }, now);
}

/** That it repeats itself is a suspicion; that it says it is unplugged is a fact. */
function severityOf({ trust, guards }: Blind): Severity | null {
  if (trust.is === "ok") return null;
  return guards !== null && trust.is === "faulty" ? "critical" : "warning";
}

/** The value: minutes of blindness. */
const evidenceOf = (
  { sensor, device, trust, guards, standIn }: Blind,
  since: Moment,
  now: Moment,
): Evidence => ({
  sensorId: sensor.id,
  deviceId: device.id,
  value: Math.max(0, Math.floor((now - since) / MINUTE_MS)),
  unit: "min",
  at: since,
  more: {
    fault: trust.is === "ok" ? null : FAULTS[trust.is].is,
    guards,
    stand_in: standIn,
  },
});

/**
 * Chooses among believed sensors in like places: on the same device first, then in the same space, then the
 * coldest.
 */
function standInFor(all: readonly Placed[], faulty: Placed): string | null {
  const placement = placementOf(faulty.sensor, faulty.device);
  const candidates = all.flatMap(({ device, sensor }) => {
    const { id, kind, label, value, unit } = sensor;
    const isLike = kind === faulty.sensor.kind && placementOf(sensor, device) === placement;
    if (value === null || !isBelieved(sensor) || !isLike || id === faulty.sensor.id) return [];
    const compared = valueIn({ value, unit }, CELSIUS) ?? value;
    return [{ label, compared, nearness: nearnessOf(device, faulty.device) }];
  });
  const [best] = candidates.toSorted((a, b) => b.nearness - a.nearness || a.compared - b.compared);
  return best?.label ?? null;
}

const isBelieved = ({ faultyAt, stuckAt }: TickSensor): boolean =>
  faultyAt === null && (stuckAt ?? null) === null;

const nearnessOf = (device: DeviceFacts, own: DeviceFacts): number =>
  device.id === own.id ? 2 : device.space !== "" && device.space === own.space ? 1 : 0;
