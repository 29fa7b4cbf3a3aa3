import type { Placement, SensorFault, SensorKind, Severity } from "../../../schema/vocabulary.ts";
import { knownHours, sensorSettings } from "../../devices/alert-settings.ts";
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
  type Span,
  type StateFacts,
  type Surroundings,
  stateIndex,
  type TickDevice,
  type TickFacts,
  type TickSensor,
} from "../facts.ts";
import type { Point } from "../physics/history.ts";
import { valueIn } from "../sensor-input.ts";
import { trustOf } from "../sensor-truth.ts";
import { TRUST_LIMITS } from "../settings.ts";
import { measured, nextReminder, type Ruled, type Trust, type Verdict } from "../verdict.ts";

/** The kinds of sensors that guard something. */
const GUARDING: readonly SensorKind[] = ["temperature", "humidity", "flood"];

/** A loose wire comes and goes: a sensor counts as repaired after it has measured for this long. */
const MENDED_MS = HOUR_MS;

/** A sensor that isn't believed: what is wrong, what is unguarded, and the label of the sensor that stands in. */
type Blind = Placed & {
  trust: Trust;
  guards: "freeze" | "water" | null;
  standIn: string | null;
};

/**
 * A home's sensors that can't be believed: another sensor stands in for each, or none does. `devices` say which sensors
 * were found stuck. Subject: the sensor.
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
  // A search for a stand-in goes through all sensors of the home, so it is only done for a sensor that needs one.
  if (trust.is === "ok" && !open && pendingSince === null) return [];
  const blind = { ...faulty, trust, guards: guardsOf(household, faulty), standIn: standInFor(all, faulty) };
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

/** The fault to store with a sensor, apart from its alert; null once the sensor is believed again. */
export type FoundFault = { sensorId: string; fault: SensorFault | null; since: Moment | null };

/** Returns the sensors newly found stuck, or no longer so. A probe reports by itself that it is unplugged. */
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

/** A repeated value is only a suspicion; a probe that reports itself as unplugged is certain. */
function severityOf({ trust, guards }: Blind): Severity | null {
  if (trust.is === "ok") return null;
  return guards !== null && trust.is === "faulty" ? "critical" : "warning";
}

/** `value`: for how many minutes the sensor hasn't been believed. */
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

/** A range in K, and a number of different values, that prove movement: a stable room shows two or three values. */
const MOVING = { values: 4, kelvin: 1.5 } as const;
/**
 * A sensor with steps larger than this, in K, shows the same value for hours: it is stuck after 27 hours, and if its
 * siblings have moved by `siblingsSteps` of its steps, and the room itself usually moves by `ownSteps` in these hours.
 */
const COARSE = { kelvin: 0.3, ms: 27 * HOUR_MS, siblingsSteps: 3, ownSteps: 2 } as const;
/** Less than this, in K, is rounding and no step. */
const STEP_MIN = 0.01;
/** Without siblings: the time without a change, and how much the outdoors, and the room on other days, change in K. */
const ALONE = { ms: 18 * HOUR_MS, outdoorKelvin: 5, ownKelvin: 1 } as const;
/** The scale of a hygrometer's chip ends here, or a little further up. */
const SATURATED_PERCENT = 99;
type Examined = { sensor: TickSensor; placement: Placement; series: Series };

/** Returns the devices with `stuckAt` in each examined sensor: since when it has been stuck, or null. */
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
  const celsius = comparable(series, sensor.unit);
  const still = stillSpan(series);
  const usual = knownHours(sensor.weekFloor).toSorted((a, b) => a - b);
  const step = stepOf(usual) || stepOf(celsius.map(({ value }) => value));
  if (still === null || isUsuallyStill(sensor, still, step) || isSaturated(sensor)) return { stuckAt: null };
  const siblings = all
    .filter((other) => other.sensor.id !== sensor.id && isLike(own, other))
    .map((other) => comparable(other.series, sensor.unit));
  const ofAir = step > COARSE.kelvin ? COARSE.ms : TRUST_LIMITS.stuckMs;
  const leastMs = sensor.kind === "temperature" ? ofAir : ALONE.ms;
  const aloneMs = Math.max(ALONE.ms, leastMs);
  return {
    stuckAt: stuckSince(celsius, siblings, leastMs, step) ?? stuckAlone(usual, celsius, outdoors, aloneMs),
  };
}

/** True for an unsuspected sensor whose room hardly moves in these hours of its week, by the steps that it shows. */
function isUsuallyStill({ fault, weekFloor }: TickSensor, { from, to }: Span, step: number): boolean {
  if (fault === "stuck" || knownHours(weekFloor).length === 0) return false;
  const hours = Math.min(24, Math.ceil((to - from) / HOUR_MS) + 1);
  const first = Math.floor(from / HOUR_MS);
  const usual = Array.from({ length: hours }, (_, hour) => weekFloor?.celsius[(first + hour) % 24] ?? null);
  return (
    rangeOf(usual.filter((celsius) => celsius !== null)) <
    Math.max(STEP_MIN, COARSE.ownSteps * step - STEP_MIN)
  );
}

/** True at the end of a hygrometer's scale, where it stays for as long as the air is wet. */
const isSaturated = ({ kind, unit, value }: TickSensor): boolean =>
  kind === "humidity" && value !== null && (convert(value, unit ?? "%", "%") ?? 0) >= SATURATED_PERCENT;

const isLike = (own: Examined, other: Examined): boolean =>
  own.sensor.kind === other.sensor.kind &&
  (own.placement === other.placement ||
    [own, other].every(({ placement }) => HEATED_PLACES.includes(placement)));

/** Converts temperatures to °C, and returns other readings as they are. */
const comparable = rememberedOf(
  (series: Series, unit: string | null): Series =>
    unit === null
      ? series
      : series.map(({ at, value }) => ({ at, value: convert(value, unit, "°C") ?? value })),
);

/**
 * Since when a sensor has repeated one value, often and for at least `leastMs`, while at least half of its siblings
 * moved; null if it is believable. All series are oldest first.
 */
export function stuckSince(own: Series, siblings: readonly Series[], leastMs: number, step: number) {
  const still = stillSpan(own);
  if (still === null || siblings.length === 0 || still.to - still.from < leastMs) return null;
  const kelvin = Math.max(MOVING.kelvin, COARSE.siblingsSteps * step);
  const moving = siblings.filter(
    (sibling) => wholeRangeOf(sibling) >= kelvin && hasMoved(sibling, still.from, still.to, kelvin),
  );
  return moving.length * 2 >= siblings.length ? still.from : null;
}

/** Like `stuckSince` without siblings: compares with the weather, and with the sensor's own range on other days. */
export function stuckAlone(
  usual: readonly number[],
  own: Series,
  outdoors: readonly Point[],
  leastMs: number,
) {
  const still = stillSpan(own);
  if (still === null || still.to - still.from < leastMs) return null;
  const weather = outdoors.filter(({ at }) => at >= still.from).map(({ celsius }) => celsius);
  return rangeOf(usual) >= ALONE.ownKelvin && rangeOf(weather) >= ALONE.outdoorKelvin ? still.from : null;
}

/** The time span of the latest readings that are all the same; null if there are too few of them. */
function stillSpan(own: Series): Span | null {
  const last = own.at(-1);
  if (last === undefined) return null;
  const changed = own.findLastIndex(({ value }) => value !== last.value);
  const same = own.slice(changed + 1);
  if (same.length < TRUST_LIMITS.stuckReadings) return null;
  return { from: same[0]?.at ?? last.at, to: last.at };
}

/** Cached: each still sensor asks it of all its siblings, and it rules most of them out without a second pass. */
const wholeRangeOf = rememberedOf((series: Series) => rangeOf(series.map(({ value }) => value)));

function hasMoved(sibling: Series, from: Moment, to: Moment, kelvin: number): boolean {
  const values = sibling.filter(({ at }) => at >= from && at <= to).map(({ value }) => value);
  return rangeOf(values) >= kelvin && new Set(values).size >= MOVING.values;
}

/** The smallest difference between two values in a row; 0 for none. */
function stepOf(values: readonly number[]): number {
  const steps = values.slice(1).map((value, index) => Math.abs(value - (values[index] ?? value)));
  const shown = steps.filter((step) => step > STEP_MIN);
  return shown.length === 0 ? 0 : Math.min(...shown);
}

/** The highest value less the lowest; -∞ for no values. */
const rangeOf = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);

/**
 * A home's thermometers are checked for stuck sensors at 0, 6, 12 and 18 h UTC, plus a delay of its own, so that homes
 * spread over two hours. `windowMs` is long enough for a tick to fall into it.
 */
const STUDY = { everyMs: 6 * HOUR_MS, spreadMs: 2 * HOUR_MS, windowMs: 16 * MINUTE_MS } as const;

/** Milliseconds until the home's next check for stuck sensors; 0 during one. */
export function untilStudyMs(householdId: string, now: Moment): number {
  const since = (now - offsetOf(householdId)) % STUDY.everyMs;
  return since < STUDY.windowMs ? 0 : STUDY.everyMs - since;
}

/** The home's own delay in milliseconds, which never changes. */
function offsetOf(householdId: string): number {
  let sum = 0;
  for (const character of householdId) sum = (sum * 31 + character.charCodeAt(0)) % 1_000_003;
  return (sum * MINUTE_MS) % STUDY.spreadMs;
}
