import type { SensorKind } from "../../schema/vocabulary.ts";
import { isFrostLimitSet, mayBeAlwaysCold, sensorSettings } from "../devices/alert-settings.ts";
import { learnedIntervalMs } from "../devices/device-status.ts";
import { rememberedOf } from "../kernel/text.ts";
import type { Moment } from "../kernel/time.ts";
import { unsaidMarks } from "../language/reason.ts";
import { type Assessment, assess } from "./advance.ts";
import { type Change, decide } from "./decide/decide.ts";
import { readEpisodeState } from "./episode.ts";
import {
  aboutOf,
  celsiusOf,
  coldOf,
  type DeviceFacts,
  type IngestFacts,
  type SensorFacts,
  stateIndex,
} from "./facts.ts";
import { hasReturned } from "./habit.ts";
import { heatedRooms, weekLow } from "./heating/heated-rooms.ts";
import { judgeLeak } from "./kinds/leak.ts";
import {
  judgeColdStorage,
  judgeFreeze,
  judgeHumidity,
  judgeRule,
  judgeVacation,
  vacationRule,
  vacationSubject,
} from "./kinds/thresholds.ts";
import { isWetThroughout } from "./kinds/wettings.ts";
import type { SensorInput, SensorRule } from "./sensor-input.ts";
import {
  cautious,
  cautiousRule,
  hasAssumedUnit,
  isDoubtful,
  isPlaceUnknown,
  isSteady,
  kelvinPerHour,
  trustOf,
} from "./sensor-truth.ts";
import { isOn, type SettingsOf, TRUST_LIMITS } from "./settings.ts";
import type { Trust } from "./verdict.ts";

type Judge = { facts: IngestFacts; occasion: SensorInput["occasion"]; now: Moment };

/** Evaluates a post of one device. Returns the changed states and what to notify. */
export function judgePost(facts: IngestFacts, now: Moment): Change[] {
  const home = { householdId: facts.household.id, devices: [facts], states: facts.states };
  return decide(home, assessSensors(facts, "ingest", now), "ingest", now);
}

/** Everything that a sensor's newest reading can open, worsen, ease or close. */
export function assessSensors(facts: IngestFacts, occasion: SensorInput["occasion"], now: Moment) {
  if (!facts.device.enabled) return [];
  const judge: Judge = { facts, occasion, now };
  return facts.sensors.flatMap((sensor) => {
    const watched = { sensor, input: inputOf(judge, sensor) };
    return [
      ...(KINDS_OF[sensor.kind] ?? []).flatMap((kind) => judgeAs(kind, judge, watched)),
      ...judgeOwnRules(judge, watched),
      ...judgePresence(judge, watched),
    ];
  });
}

/** The kinds whose subject is one sensor and whose input its newest reading. */
export type SensorAlert = "freeze" | "humidity" | "leak" | "cold_storage";

export const SENSOR_RULES: { [K in SensorAlert | "rule"]: SensorRule<SettingsOf[K]> } = {
  freeze: judgeFreeze,
  humidity: judgeHumidity,
  leak: judgeLeak,
  cold_storage: judgeColdStorage,
  rule: judgeRule,
};

/** The alerts that watch a sensor of each kind. */
export const KINDS_OF: Partial<Record<SensorKind, readonly SensorAlert[]>> = {
  temperature: ["freeze", "cold_storage"],
  humidity: ["humidity"],
  flood: ["leak"],
};

type Watched = { sensor: SensorFacts; input: SensorInput };

/** Applies the rule of a kind to the sensor's newest reading, for one subject. */
const assessed = <K extends SensorAlert | "rule">(
  { facts, now }: Judge,
  { sensor, input }: Watched,
  asked: { kind: K; subject: string; settings: SettingsOf[K] },
  rule: SensorRule<SettingsOf[K]> = SENSOR_RULES[asked.kind],
): Assessment =>
  assess(
    facts,
    { ...asked, about: aboutOf(facts.device, sensor), trust: input.trust },
    (state) => rule(state, input, asked.settings, now),
    now,
  );

function judgeAs<K extends SensorAlert>(kind: K, judge: Judge, watched: Watched): Assessment[] {
  const { household, device } = judge.facts;
  const { sensor } = watched;
  const inForce = cautious(kind, sensorSettings(kind, household, device, sensor), sensor, device);
  const settings = inForce as SettingsOf[K];
  return isOn(inForce, sensor.id) ? [assessed(judge, watched, { kind, subject: sensor.id, settings })] : [];
}

const judgeOwnRules = (judge: Judge, watched: Watched): Assessment[] =>
  judge.facts.rules
    .filter(({ sensorId, settings }) => sensorId === watched.sensor.id && settings.enabled)
    .map(({ id: subject, settings: own }) => {
      const settings = cautiousRule(own, watched.sensor);
      return assessed(judge, watched, { kind: "rule", subject, settings });
    });

/** Evaluates doors and motion by the vacation rule. */
function judgePresence(judge: Judge, watched: Watched): Assessment[] {
  const { sensor } = watched;
  const settings = vacationRule(sensor.kind);
  if (settings === null) return [];
  const subject = vacationSubject(sensor.id);
  if (!stateIndex(judge.facts.states)("rule", subject).state.open && !hasJustTurned(judge, sensor)) return [];
  return [assessed(judge, watched, { kind: "rule", subject, settings }, judgeVacation)];
}

/** True for a change: a door that has been open since before the vacation doesn't show that somebody is there. */
const hasJustTurned = ({ occasion }: Judge, { value, valueBefore }: SensorFacts): boolean =>
  occasion === "ingest" && value !== valueBefore;

/** The input of a sensor's rules for its newest reading. */
export function inputOf({ facts, occasion, now }: Judge, sensor: SensorFacts): SensorInput {
  const { household, device } = facts;
  const stateOf = stateIndex(facts.states);
  const usualLow = weekLow(device, sensor);
  return {
    quiet: household.quiet,
    sensorId: sensor.id,
    deviceId: device.id,
    isState: sensor.isState,
    unsaid: unsaidMarks({ unit: hasAssumedUnit(sensor), place: isPlaceUnknown(sensor, device) }),
    reading:
      sensor.value === null || sensor.at === null
        ? null
        : { value: sensor.value, unit: sensor.unit, at: sensor.at },
    usualIntervalMs: learnedIntervalMs(device),
    trust: trustNow(sensor),
    isDoubtful: occasion === "ingest" && isDoubtful(sensor, device),
    isSteady: isSteady(sensor),
    kelvinPerHour: kelvinPerHour(sensor, device),
    isElsewhereWet: sensor.kind === "flood" && isWetElsewhere(facts, sensor),
    hasReturned: sensor.kind === "temperature" && hasReturned(coldOf(stateOf, household.id, sensor.id), now),
    mayBeAlwaysCold: mayBeAlwaysCold(sensor, device),
    isFirst: occasion === "ingest" && sensor.valueBefore === null,
    ...(usualLow === null || isFrostLimitSet(household, device, sensor) ? {} : { usualLow }),
    occasion,
  };
}

const isWetElsewhere = ({ states }: IngestFacts, sensor: SensorFacts): boolean =>
  openLeaks(states).some((subject) => subject !== sensor.id);

/** Cached: each of a home's leak sensors needs the home's open leaks. */
const openLeaks = rememberedOf((states: IngestFacts["states"]) =>
  states.flatMap(({ kind, subject, state }) =>
    kind === "leak" && isWetThroughout(readEpisodeState(state)) ? [subject] : [],
  ),
);

/** Only ticks examine a window of readings; until the next one, a stuck sensor counts as stuck until it moves. */
function trustNow({ faultyAt, stuckAt, fault, faultySince, value, valueBefore }: SensorFacts): Trust {
  if (stuckAt !== undefined) return trustOf(faultyAt, stuckAt);
  const isStillStuck = fault === "stuck" && value === valueBefore;
  return trustOf(faultyAt, isStillStuck ? (faultySince ?? null) : null);
}

/** Above this temperature nothing freezes within hours, so no readings of the last hours are loaded. */
export const COLD_BELOW_CELSIUS = 16;

/** A temperature from which a space might freeze within hours. */
export const isCold = (sensor: Pick<SensorFacts, "kind" | "value" | "unit">): boolean =>
  (celsiusOf(sensor) ?? Number.POSITIVE_INFINITY) <= COLD_BELOW_CELSIUS;

/**
 * True if a tick must evaluate what an ingest leaves to it: a space that has become cold, or colder than usual,
 * power that goes, and a late reading.
 */
export const leavesToTick = ({ device, sensors }: IngestFacts, now: Moment): boolean =>
  device.enabled &&
  sensors.some(
    (sensor) =>
      sensor.faultyAt !== null ||
      hasBecomeCold(sensor) ||
      hasLostPower(sensor) ||
      isLate(sensor, now) ||
      isBelowFloor(device, sensor, now),
  );

/** True for a heated room that is colder than usual: only a tick can tell if all the home's rooms are. */
const isBelowFloor = (device: DeviceFacts, sensor: SensorFacts, now: Moment): boolean =>
  heatedRooms([{ device, sensors: [sensor] }], now).some(({ celsius, floor }) => celsius <= floor);

const hasBecomeCold = (sensor: SensorFacts): boolean =>
  isCold(sensor) && !isCold({ ...sensor, value: sensor.valueBefore });

const hasLostPower = ({ kind, value, valueBefore }: SensorFacts): boolean =>
  kind === "power" && value === 0 && valueBefore !== 0;

const isLate = ({ at }: SensorFacts, now: Moment): boolean =>
  at !== null && now - at > TRUST_LIMITS.lateOnIngestMs;
