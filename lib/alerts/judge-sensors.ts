import type { AlertKind, SensorKind } from "../../schema/vocabulary.ts";
import { mayBeAlwaysCold, sensorSettings } from "../devices/placement/sensor-settings.ts";
import { rememberedOf } from "../kernel/remembered.ts";
import type { Moment } from "../kernel/time.ts";
import { type Assessed, hasReturned } from "./advance.ts";
import { type Assessment, aboutOf, assess, coldOf, stateIndex } from "./assessment.ts";
import { type Change, decide } from "./decide/decide.ts";
import { type EpisodeState, readEpisodeState } from "./episode.ts";
import type { IngestFacts, SensorFacts } from "./facts.ts";
import { judgeColdStorage } from "./kinds/cold-storage.ts";
import { judgeFreeze } from "./kinds/freeze.ts";
import { judgeHumidity } from "./kinds/humidity.ts";
import { judgeLeak } from "./kinds/leak.ts";
import { judgeRule, judgeVacation, vacationRule, vacationSubject } from "./kinds/rule.ts";
import { isWetThroughout } from "./kinds/wettings.ts";
import { learnedIntervalMs } from "./rhythm.ts";
import type { SensorInput, SensorRule } from "./sensor-input.ts";
import { isDoubtful, isSteady, trustOf } from "./sensor-truth.ts";
import { type BuiltInSettings, isOn, type SettingsOf } from "./settings.ts";
import { cautious, cautiousRule, hasAssumedUnit, isPlaceUnknown } from "./unsaid.ts";
import type { Trust } from "./verdict.ts";

type StateOf = ReturnType<typeof stateIndex>;
type Judge = { facts: IngestFacts; stateOf: StateOf; occasion: SensorInput["occasion"]; now: Moment };

/** All that a post of one device moves and tells. */
export function judgePost(facts: IngestFacts, now: Moment): Change[] {
  const home = { householdId: facts.household.id, devices: [facts], states: facts.states };
  return decide(home, assessSensors(facts, "ingest", now), "ingest", now);
}

/** Everything that a sensor's newest reading can open, worsen, ease or close. */
export function assessSensors(
  facts: IngestFacts,
  occasion: SensorInput["occasion"],
  now: Moment,
): Assessment[] {
  if (!facts.device.enabled) return [];
  const judge: Judge = { facts, stateOf: stateIndex(facts.states), occasion, now };
  return facts.sensors.flatMap((sensor) => [
    ...judgeByKind(judge, sensor),
    ...judgeOwnRules(judge, sensor),
    ...judgePresence(judge, sensor),
  ]);
}

/** The kinds whose subject is one sensor and whose input its newest reading. */
export type SensorAlert = "freeze" | "humidity" | "leak" | "cold_storage";

const OF_SETTINGS: { [K in SensorAlert]: SensorRule<BuiltInSettings[K]> } = {
  freeze: judgeFreeze,
  humidity: judgeHumidity,
  leak: judgeLeak,
  cold_storage: judgeColdStorage,
};

export const SENSOR_RULES: { [K in SensorAlert | "rule"]: SensorRule<SettingsOf[K]> } = {
  ...OF_SETTINGS,
  rule: judgeRule,
};

/** Which of them watch a sensor of this kind. */
export const KINDS_OF: Partial<Record<SensorKind, readonly SensorAlert[]>> = {
  temperature: ["freeze", "cold_storage"],
  humidity: ["humidity"],
  flood: ["leak"],
};

type Rule = (state: EpisodeState, input: SensorInput) => Assessed;

/** What a rule makes of the sensor's newest reading, for one subject. */
function assessed(
  judge: Judge,
  sensor: SensorFacts,
  kind: AlertKind,
  subject: string,
  rule: Rule,
): Assessment {
  const known = judge.stateOf(kind, subject);
  const input = inputOf(judge, sensor, subject);
  const about = aboutOf(judge.facts.device, sensor);
  return assess(known, about, (state) => rule(state, input));
}

const judgeByKind = (judge: Judge, sensor: SensorFacts): Assessment[] =>
  (KINDS_OF[sensor.kind] ?? []).flatMap((kind) => judgeAs(kind, judge, sensor));

function judgeAs<K extends SensorAlert>(kind: K, judge: Judge, sensor: SensorFacts): Assessment[] {
  const { household, device } = judge.facts;
  const rule: SensorRule<BuiltInSettings[K]> = OF_SETTINGS[kind];
  const settings = cautious(kind, sensorSettings(kind, household, device, sensor), sensor, device);
  if (!isOn(settings, sensor.id)) return [];
  return [
    assessed(judge, sensor, kind, sensor.id, (state, input) => rule(state, input, settings, judge.now)),
  ];
}

const judgeOwnRules = (judge: Judge, sensor: SensorFacts): Assessment[] =>
  judge.facts.rules
    .filter(({ sensorId, settings }) => sensorId === sensor.id && settings.enabled)
    .map(({ id, settings }) =>
      assessed(judge, sensor, "rule", id, (state, input) =>
        judgeRule(state, input, cautiousRule(settings, sensor), judge.now),
      ),
    );

/** Doors and motion while nobody should be there. */
function judgePresence(judge: Judge, sensor: SensorFacts): Assessment[] {
  const settings = vacationRule(sensor.kind);
  if (settings === null) return [];
  const subject = vacationSubject(sensor.id);
  if (!judge.stateOf("rule", subject).state.open && !hasJustTurned(judge, sensor)) return [];
  return [
    assessed(judge, sensor, "rule", subject, (state, input) =>
      judgeVacation(state, input, settings, judge.now),
    ),
  ];
}

/**
 * A door that was open before the vacation began was not opened in it: only a change says that somebody is
 * there.
 */
const hasJustTurned = ({ occasion }: Judge, { value, valueBefore }: SensorFacts): boolean =>
  occasion === "ingest" && value !== valueBefore;

function inputOf(judge: Judge, sensor: SensorFacts, subject: string): SensorInput {
  const { facts, stateOf, occasion, now } = judge;
  const { household, device } = facts;
  return {
    subject,
    quiet: household.quiet,
    sensorId: sensor.id,
    deviceId: device.id,
    isState: sensor.isState,
    unitIsAssumed: hasAssumedUnit(sensor),
    placeIsUnknown: isPlaceUnknown(sensor, device),
    reading:
      sensor.value === null || sensor.at === null
        ? null
        : { value: sensor.value, unit: sensor.unit, at: sensor.at },
    latestAt: sensor.at,
    usualIntervalMs: learnedIntervalMs(device),
    trust: trustNow(sensor),
    isDoubtful: occasion === "ingest" && isDoubtful(sensor, device),
    isSteady: isSteady(sensor),
    isElsewhereWet: sensor.kind === "flood" && isWetElsewhere(facts, sensor),
    hasReturned: sensor.kind === "temperature" && hasReturned(coldOf(stateOf, household.id, sensor.id), now),
    mayBeAlwaysCold: mayBeAlwaysCold(sensor, device),
    isFirst: occasion === "ingest" && sensor.valueBefore === null,
    occasion,
  };
}

const isWetElsewhere = ({ states }: IngestFacts, sensor: SensorFacts): boolean =>
  openLeaks(states).some((subject) => subject !== sensor.id);

/** Each of a home's leak sensors needs the home's open leaks. */
const openLeaks = rememberedOf((states: IngestFacts["states"]) =>
  states.flatMap(({ kind, subject, state }) =>
    kind === "leak" && isWetThroughout(readEpisodeState(state)) ? [subject] : [],
  ),
);

/** Only ticks examine a window of readings: in between, a stuck sensor counts as stuck until it moves. */
function trustNow({ faultyAt, stuckAt, fault, faultySince, value, valueBefore }: SensorFacts): Trust {
  if (stuckAt !== undefined) return trustOf(faultyAt, stuckAt);
  const isStillStuck = fault === "stuck" && value === valueBefore;
  return trustOf(faultyAt, isStillStuck ? (faultySince ?? null) : null);
}
