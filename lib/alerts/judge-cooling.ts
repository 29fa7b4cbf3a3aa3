import { coldCorner, sensorSettings, unknownPlace } from "../devices/placement/sensor-settings.ts";
import { inSteps, type Steps } from "../kernel/steps.ts";
import { HOUR_MS, type Moment } from "../kernel/time.ts";
import { HABIT_MS, hasQuestionEnded, isEndKnown, isHabit } from "./advance.ts";
import { type Assessment, aboutOf, coldOf, stateIndex } from "./assessment.ts";
import type { TickDevice, TickFacts, TickSensor } from "./facts.ts";
import { courseOf, steepestFall } from "./heating/falling.ts";
import { heatedRooms, isRoom } from "./heating/heated-rooms.ts";
import { coolingOutlook, type Outlook, type SensorOutlook } from "./physics/cooling.ts";
import { historyOf, type Point, type TemperatureHistory } from "./physics/history.ts";
import { assessBy } from "./registry.ts";
import { type Series, trustOf } from "./sensor-truth.ts";

type Around = {
  series: ReadonlyMap<string, Series>;
  forecast: { hours: readonly Point[] } | null;
};

/** How long each examined thermometer has until 32 °F, by its id. */
export function* outlooksOf(
  facts: TickFacts,
  devices: readonly TickDevice[],
  { series, forecast }: Around,
  now: Moment,
): Steps<Map<string, SensorOutlook>> {
  const thermometers = devices.flatMap(({ device, sensors }) =>
    sensors
      .filter(({ kind, id }) => kind === "temperature" && series.has(id))
      .filter((sensor) => isForetold(facts, device, sensor)),
  );
  const outdoor = forecast?.hours ?? [];
  const outlooks = yield* inSteps(thermometers, (sensor): [string, SensorOutlook][] => {
    const past = historyOf(sensor, series, now);
    return [[sensor.id, { past, outlook: judgedOutlook(facts, past, outdoor) }]];
  });
  return new Map(outlooks);
}

/** Rooms also show the state of the heating. Elsewhere nobody is notified of the hours left if that is turned off. */
function isForetold(
  { household, states }: TickFacts,
  device: TickDevice["device"],
  sensor: TickSensor,
): boolean {
  // What was frozen before anybody watched it has no hours left to tell.
  if (stateIndex(states)("freeze", sensor.id).state.foundCold) return false;
  return (
    isRoom(sensor, device) ||
    sensorSettings("time_to_freeze", household, device, sensor).enabled ||
    stateIndex(states)("time_to_freeze", sensor.id).state.open
  );
}

/** What a sensor's cooling comes to, by all that is known of its home. */
export const judgedOutlook = (
  facts: TickFacts,
  past: TemperatureHistory,
  outdoor: readonly Point[],
): Outlook =>
  coolingOutlook({
    past,
    outdoor,
    stoppedAt: heatingStoppedAt(facts),
  });

/** When the heating stopped, by the question that is open about it; null while none is. */
function heatingStoppedAt({ household, states }: Pick<TickFacts, "household" | "states">): Moment | null {
  const { open, peak } = stateIndex(states)("heating_stopped", household.id).state;
  const since = peak?.evidence.more?.since;
  return open && typeof since === "number" ? since : null;
}

/** How long each temperature sensor of a device has until it freezes. */
export const judgeCooling = (
  facts: TickFacts,
  { device, sensors }: TickDevice,
  outlooks: ReadonlyMap<string, SensorOutlook>,
  now: Moment,
): Assessment[] =>
  sensors.flatMap((sensor) => {
    const found = outlooks.get(sensor.id);
    return found === undefined ? [] : [assessed(facts, device, sensor, found, now)];
  });

/** Above this temperature nobody is notified of how long a room has: the figure is on its page. */
const COOL_CELSIUS = 10;

/** A window that was opened: what falls because of the heating has been falling for longer, and more slowly. */
const WINDOW = { ms: 1.5 * HOUR_MS, kelvin: 3, withinMs: HOUR_MS / 2 } as const;

function hasJustFallen(past: TemperatureHistory, now: Moment): boolean {
  const course = courseOf(past, now);
  if (course === null) return false;
  if (now - course.since < WINDOW.ms) return true;
  const recent = past.points.filter(({ at }) => at >= now - WINDOW.ms);
  return steepestFall(recent, now - WINDOW.ms, WINDOW.withinMs) >= WINDOW.kelvin;
}

/** A heated room that is no colder than on other days at this hour. */
const isWithinItsWeek = (device: TickDevice["device"], sensor: TickSensor, now: Moment): boolean =>
  heatedRooms([{ device, sensors: [sensor] }], now).some(({ celsius, floor }) => celsius > floor);

function assessed(
  { household, states }: TickFacts,
  device: TickDevice["device"],
  sensor: TickSensor,
  { outlook, past }: SensorOutlook,
  now: Moment,
): Assessment {
  const latest = past.points.at(-1) ?? null;
  const stateOf = stateIndex(states);
  const [question, known] = [stateOf("heating_stopped", household.id), stateOf("time_to_freeze", sensor.id)];
  const cold = coldOf(stateOf, household.id, sensor.id);
  const input = {
    subject: sensor.id,
    quiet: household.quiet,
    enabled: device.enabled,
    sensorId: sensor.id,
    deviceId: device.id,
    outlook,
    latest,
    isHeatingOff: heatingStoppedAt({ household, states }) !== null,
    isUsual:
      (latest?.celsius ?? 0) > COOL_CELSIUS ||
      isWithinItsWeek(device, sensor, now) ||
      isHabit([question.state, known.state], HABIT_MS.question, now) ||
      (isRoom(sensor, device) && hasJustFallen(past, now)),
    isEndKnown:
      hasQuestionEnded(question.state, known.state, sensor.id) || isEndKnown(known.state, cold, now),
    isAlwaysSoCold: coldCorner(sensor, device) !== null || unknownPlace(sensor, device) !== null,
    trust: trustOf(sensor.faultyAt, sensor.stuckAt ?? null),
  };
  const settings = sensorSettings("time_to_freeze", household, device, sensor);
  return assessBy("time_to_freeze", states, aboutOf(device, sensor), input, settings, now);
}
