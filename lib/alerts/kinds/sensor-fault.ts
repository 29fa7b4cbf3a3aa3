import type { Placement, SensorFault, SensorKind, Severity } from "../../../schema/vocabulary.ts";
import { sensorSettings } from "../../devices/alert-settings.ts";
import { HEATED_PLACES, placementOf } from "../../devices/placement/placement.ts";
import { rememberedOf } from "../../kernel/text.ts";
import { HOUR_MS, MINUTE_MS, type Moment } from "../../kernel/time.ts";
import { convert } from "../../kernel/units.ts";
import { plain } from "../../language/reason.ts";
import { type Assessment, assess } from "../advance.ts";
import type { EpisodeState } from "../episode.ts";
import {
  aboutOf,
  type DeviceFacts,
  enabledSensors,
  type HouseholdFacts,
  type Placed,
  type Series,
  type StateFacts,
  type Surroundings,
  stateIndex,
  type TickDevice,
  type TickFacts,
  type TickSensor,
} from "../facts.ts";
import { knownHours } from "../heating/heated-rooms.ts";
import type { Point } from "../physics/history.ts";
import { valueIn } from "../sensor-input.ts";
import { trustOf } from "../sensor-truth.ts";
import { TRUST_LIMITS } from "../settings.ts";
import { measured, nextReminder, type Ruled, type Trust, type Verdict } from "../verdict.ts";

/** The kinds of sensors that something is guarded by. */
const GUARDING: readonly SensorKind[] = ["temperature", "humidity", "flood"];

/** A loose wire comes and goes: it is mended once it has measured for so long. */
const MENDED_MS = HOUR_MS;

/** What is wrong with a sensor, what nobody sees any more meanwhile, and who stands in. */
type Blind = Placed & {
  trust: Trust;
  guards: "freeze" | "water" | null;
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
    sensor,
    device,
    trust,
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
const evidenceOf = ({ sensor, device, trust, guards, standIn }: Blind, since: Moment, now: Moment) => ({
  sensorId: sensor.id,
  deviceId: device.id,
  value: Math.max(0, Math.floor((now - since) / MINUTE_MS)),
  unit: "min",
  at: since,
  more: { fault: trust.is === "ok" ? null : FAULTS[trust.is].is, guards, stand_in: standIn },
});

/** Chooses among believed sensors in like places: on the same device first, then in the same space, then the coldest. */
function standInFor(all: readonly Placed[], faulty: Placed): string | null {
  const placement = placementOf(faulty.sensor, faulty.device);
  const candidates = all.flatMap(({ device, sensor }) => {
    const { id, kind, label, value, unit } = sensor;
    const isLike = kind === faulty.sensor.kind && placementOf(sensor, device) === placement;
    if (value === null || !isBelieved(sensor) || !isLike || id === faulty.sensor.id) return [];
    const compared = valueIn({ value, unit }, "°C") ?? value;
    return [{ label, compared, nearness: nearnessOf(device, faulty.device) }];
  });
  const [best] = candidates.toSorted((a, b) => b.nearness - a.nearness || a.compared - b.compared);
  return best?.label ?? null;
}

const isBelieved = ({ faultyAt, stuckAt }: TickSensor): boolean =>
  trustOf(faultyAt, stuckAt ?? null).is === "ok";

const nearnessOf = (device: DeviceFacts, own: DeviceFacts): number =>
  device.id === own.id ? 2 : device.space !== "" && device.space === own.space ? 1 : 0;

/** Others that really move take more than three values, and so many kelvin; a stable room may take two or three. */
const MOVING = { values: 4, kelvin: 1.5 } as const;
/** A sensor of whole degrees shows a movement of two of them late: others must have moved by more. */
const OWN_STEPS = 3;
/** Without a sibling, it must be the same for this long while it moved this much outdoors, and the room moves on other days. */
const ALONE = { ms: 18 * HOUR_MS, outdoorKelvin: 5, ownKelvin: 1 } as const;
/** Chips end here, or a little further. */
const SATURATED_PERCENT = 99;
type Examined = { sensor: TickSensor; placement: Placement; series: Series };

/** The devices with the results for their sensors: examined sensors carry the time since when they have been stuck. */
export function withTrust(devices: readonly TickDevice[], around: Surroundings, now: Moment): TickDevice[] {
  const all = devices.flatMap(({ device, sensors }) =>
    sensors.flatMap((sensor): Examined[] => {
      const series = around.series.get(sensor.id);
      return series === undefined ? [] : [{ sensor, placement: placementOf(sensor, device), series }];
    }),
  );
  const outdoors = around.forecast?.hours.filter(({ at }) => at <= now) ?? [];
  const found = new Map(all.map((own) => [own.sensor.id, foundOf(own, all, outdoors)]));
  return devices.map(({ device, sensors }) => ({
    device,
    sensors: sensors.map((sensor) => ({ ...sensor, ...found.get(sensor.id) })),
  }));
}

function foundOf(own: Examined, all: readonly Examined[], outdoors: readonly Point[]) {
  const { sensor, series } = own;
  if (sensor.isState) return {};
  if (stillSpan(series) === null || isSteadyRoom(sensor) || isSaturated(sensor)) return { stuckAt: null };
  const siblings = all
    .filter((other) => other.sensor.id !== sensor.id && isLike(own, other))
    .map((other) => comparable(other.series, other.sensor.unit));
  const celsius = comparable(series, sensor.unit);
  const leastMs = sensor.kind === "temperature" ? TRUST_LIMITS.stuckMs : ALONE.ms;
  return {
    stuckAt: stuckSince(celsius, siblings, leastMs) ?? stuckAlone(sensor.weekFloor, celsius, outdoors),
  };
}

/** What is still unsuspected and says the same all week but for two or three values: a steady room, and a coarse sensor. */
function isSteadyRoom({ fault, weekFloor }: TickSensor): boolean {
  const usual = new Set(knownHours(weekFloor));
  return fault !== "stuck" && usual.size > 0 && usual.size < MOVING.values;
}

/** In wet air a hygrometer stays at the end of its scale for as long as that lasts. */
const isSaturated = ({ kind, unit, value }: TickSensor): boolean =>
  kind === "humidity" && value !== null && (convert(value, unit ?? "%", "%") ?? 0) >= SATURATED_PERCENT;

const isLike = (own: Examined, other: Examined): boolean =>
  own.sensor.kind === other.sensor.kind &&
  (own.placement === other.placement ||
    [own, other].every(({ placement }) => HEATED_PLACES.includes(placement)));

/** The readings of a temperature in °C, and any others as they are. */
const comparable = rememberedOf(
  (series: Series, unit: string | null): Series =>
    unit === null
      ? series
      : series.map(({ at, value }) => ({ at, value: convert(value, unit, "°C") ?? value })),
);

/**
 * Since when the sensor has said one and the same value, often and long enough, while at least half of its
 * siblings moved; null while it is believable. All oldest first. `leastMs`: for how long at least.
 */
export function stuckSince(own: Series, siblings: readonly Series[], leastMs: number = TRUST_LIMITS.stuckMs) {
  const still = stillSpan(own);
  if (still === null || siblings.length === 0 || still.to - still.from < leastMs) return null;
  const kelvin = Math.max(MOVING.kelvin, OWN_STEPS * stepOf(own));
  const moving = siblings.filter(
    (sibling) => wholeRangeOf(sibling) >= kelvin && hasMoved(sibling, still.from, still.to, kelvin),
  );
  return moving.length * 2 >= siblings.length ? still.from : null;
}

/** The same of a home's only thermometer, by the weather and by what it does on other days. */
export function stuckAlone(week: TickSensor["weekFloor"], own: Series, outdoors: readonly Point[]) {
  const still = stillSpan(own);
  if (still === null || still.to - still.from < ALONE.ms) return null;
  const usual = knownHours(week);
  const weather = outdoors.filter(({ at }) => at >= still.from).map(({ celsius }) => celsius);
  return rangeOf(usual) >= ALONE.ownKelvin && rangeOf(weather) >= ALONE.outdoorKelvin ? still.from : null;
}

/** The last readings that are all the same, where there are enough of them. */
function stillSpan(own: Series): { from: Moment; to: Moment } | null {
  const last = own.at(-1);
  if (last === undefined) return null;
  const changed = own.findLastIndex(({ value }) => value !== last.value);
  const same = own.slice(changed + 1);
  if (same.length < TRUST_LIMITS.stuckReadings) return null;
  return { from: same[0]?.at ?? last.at, to: last.at };
}

/** Each still sensor of a home asks all of its siblings: of most this answers, and no series is gone through again. */
const wholeRangeOf = rememberedOf((series: Series) => rangeOf(series.map(({ value }) => value)));

function hasMoved(sibling: Series, from: Moment, to: Moment, kelvin: number): boolean {
  const values = sibling.filter(({ at }) => at >= from && at <= to).map(({ value }) => value);
  return rangeOf(values) >= kelvin && new Set(values).size >= MOVING.values;
}

/** The smallest change that the sensor has shown; 0 where it has shown none. */
function stepOf(own: Series): number {
  const steps = own.slice(1).map(({ value }, index) => Math.abs(value - (own[index]?.value ?? value)));
  const shown = steps.filter((step) => step > 0);
  return shown.length === 0 ? 0 : Math.min(...shown);
}

/** -∞ for none. */
const rangeOf = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);

/**
 * A home's thermometers are checked for a stuck sensor at 0, 6, 12 and 18 h UTC. Each home has its own delay, so that
 * they spread over two hours, in the ticks of a window.
 */
const STUDY = { everyMs: 6 * HOUR_MS, spreadMs: 2 * HOUR_MS, windowMs: 16 * MINUTE_MS } as const;

/** Milliseconds until the next study of the home; 0 while one is under way. Homes take their turns. */
export function untilStudyMs(householdId: string, now: Moment): number {
  const since = (now - offsetOf(householdId)) % STUDY.everyMs;
  return since < STUDY.windowMs ? 0 : STUDY.everyMs - since;
}

/** The same home always has the same. */
function offsetOf(householdId: string): number {
  let sum = 0;
  for (const character of householdId) sum = (sum * 31 + character.charCodeAt(0)) % 1_000_003;
  return (sum * MINUTE_MS) % STUDY.spreadMs;
}
