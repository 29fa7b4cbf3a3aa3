import { type AlertSubject, type Change, changeOf, stateIndex } from "./change.ts";
import type { EpisodeState } from "./episode.ts";
import type { Moment } from "./evidence.ts";
import type { DeviceFacts, IngestFacts, SensorFacts } from "./facts.ts";
import type { Judged } from "./finding.ts";
import { judgeVacation, vacationRule, vacationSubject } from "./kinds/vacation-watch.ts";
import { ALERT_RULES } from "./registry.ts";
import type { SensorInput } from "./sensor-input.ts";
import { trustOf } from "./sensor-truth.ts";
import { settingsFor } from "./settings.ts";
import { learnedIntervalMs } from "./usual-interval.ts";
import type { Trust } from "./verdict.ts";

type StateOf = ReturnType<typeof stateIndex>;
type Judge = { facts: IngestFacts; stateOf: StateOf; occasion: SensorInput["occasion"]; now: Moment };

/** Everything that a sensor's newest reading can open, worsen, ease or close. */
export function judgeSensors(facts: IngestFacts, occasion: SensorInput["occasion"], now: Moment): Change[] {
  const judge: Judge = { facts, stateOf: stateIndex(facts.states), occasion, now };
  return facts.sensors.flatMap((sensor) => [
    ...judgeByKind(judge, sensor),
    ...judgeOwnRules(judge, sensor),
    ...judgePresence(judge, sensor),
  ]);
}

const KIND_OF = { temperature: "freeze", humidity: "humidity", flood: "leak" } as const;

function judgeByKind(judge: Judge, sensor: SensorFacts): Change[] {
  const kind = sensor.kind in KIND_OF ? KIND_OF[sensor.kind as keyof typeof KIND_OF] : null;
  if (kind === null) return [];
  const layers = [judge.facts.household.settings, judge.facts.device.settings, sensor.settings];
  const run = (state: EpisodeState, input: SensorInput): Judged => {
    switch (kind) {
      case "freeze":
        return ALERT_RULES.freeze(state, input, settingsFor("freeze", ...layers), judge.now);
      case "humidity":
        return ALERT_RULES.humidity(state, input, settingsFor("humidity", ...layers), judge.now);
      case "leak":
        return ALERT_RULES.leak(state, input, settingsFor("leak", ...layers), judge.now);
      default:
        return kind satisfies never;
    }
  };
  const known = judge.stateOf(kind, sensor.id);
  const input = inputOf(judge, sensor, sensor.id, known.state);
  return changeOf(known, kind, sensor.id, aboutOf(judge.facts.device, sensor), (state) => run(state, input));
}

function judgeOwnRules(judge: Judge, sensor: SensorFacts): Change[] {
  return judge.facts.rules
    .filter(({ sensorId }) => sensorId === sensor.id)
    .flatMap(({ id, settings }) => {
      const known = judge.stateOf("rule", id);
      const input = inputOf(judge, sensor, id, known.state);
      return changeOf(known, "rule", id, aboutOf(judge.facts.device, sensor), (state) =>
        ALERT_RULES.rule(state, input, settings, judge.now),
      );
    });
}

/** Doors and motion while nobody should be there. */
function judgePresence(judge: Judge, sensor: SensorFacts): Change[] {
  const settings = vacationRule(sensor.kind);
  if (settings === null) return [];
  const subject = vacationSubject(sensor.id);
  const known = judge.stateOf("rule", subject);
  const input = inputOf(judge, sensor, subject, known.state);
  return changeOf(known, "rule", subject, aboutOf(judge.facts.device, sensor), (state) =>
    judgeVacation(state, input, settings, judge.now),
  );
}

function inputOf(
  { facts, occasion }: Judge,
  sensor: SensorFacts,
  subject: string,
  state: EpisodeState,
): SensorInput {
  const { household, device } = facts;
  return {
    subject,
    quiet: household.quiet,
    enabled: device.enabled,
    sensorId: sensor.id,
    deviceId: device.id,
    isState: sensor.isState,
    reading:
      sensor.value === null || sensor.at === null
        ? null
        : { value: sensor.value, unit: sensor.unit, at: sensor.at },
    latestAt: sensor.at,
    usualIntervalMs: learnedIntervalMs(device),
    trust: trustNow(sensor, state),
    occasion,
  };
}

/** A window of readings is looked at on ticks only: in between, what was found stuck is so until it moves. */
function trustNow(sensor: SensorFacts, { distrust }: EpisodeState): Trust {
  if (sensor.stuckAt !== undefined) return trustOf(sensor.faultyAt, sensor.stuckAt);
  const isStillStuck = distrust?.why === "stuck" && sensor.value === sensor.valueBefore;
  return trustOf(sensor.faultyAt, isStillStuck ? distrust.since : null);
}

/** A sensor as it is told of. */
export const aboutOf = (device: DeviceFacts, sensor: SensorFacts): AlertSubject => ({
  title: device.space === "" ? sensor.label : `${sensor.label} (${device.space})`,
  deviceId: device.id,
  sensorId: sensor.id,
});
