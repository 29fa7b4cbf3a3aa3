import type { Severity } from "../../../schema/vocabulary.ts";
import { type BuiltInSettings, sensorSettings } from "../../devices/alert-settings.ts";
import { isRoom } from "../../devices/placement/placement.ts";
import { HOUR_MS, type Moment } from "../../kernel/time.ts";
import { FREEZING_CELSIUS } from "../../kernel/units.ts";
import { type PlainReason, plain } from "../../language/reason.ts";
import { type Assessment, assess } from "../advance.ts";
import { type EpisodeState, notifiedOfThis } from "../episode.ts";
import {
  aboutOf,
  coldOf,
  enabledSensors,
  type Placed,
  type Surroundings,
  stateIndex,
  type TickDevice,
  type TickFacts,
} from "../facts.ts";
import { HABIT_MS, isEndKnown, isHabit } from "../habit.ts";
import { heatedRooms, isHeld } from "../heating/heated-rooms.ts";
import { courseOf, steepestFall } from "../heating/recovery.ts";
import { coolingOutlook, type Outlook, type SensorOutlook } from "../physics/cooling.ts";
import { historyIn, type Point, type TemperatureHistory } from "../physics/history.ts";
import { trustOf } from "../sensor-truth.ts";
import type { Ruled, Verdict } from "../verdict.ts";

/** How long each examined thermometer has until 32 °F, by its id. */
export function outlooksOf(
  facts: TickFacts,
  devices: readonly TickDevice[],
  { series, forecast }: Surroundings,
  now: Moment,
): Map<string, SensorOutlook> {
  const thermometers = enabledSensors(devices).filter(
    (placed) =>
      placed.sensor.kind === "temperature" && series.has(placed.sensor.id) && isForetold(facts, placed),
  );
  const outdoor = forecast?.hours ?? [];
  return new Map(
    thermometers.map(({ sensor }) => {
      const past = historyIn(series, sensor, now);
      return [sensor.id, { past, outlook: judgedOutlook(facts, past, outdoor) }];
    }),
  );
}

/** Rooms also show the state of the heating. Elsewhere nobody is notified of the hours left if that is turned off. */
function isForetold({ household, states }: TickFacts, { device, sensor }: Placed): boolean {
  // What was frozen before anybody watched it has no hours left to tell.
  if (stateIndex(states)("freeze", sensor.id).state.foundCold) return false;
  return isRoom(sensor, device) || sensorSettings("time_to_freeze", household, device, sensor).enabled;
}

/** What a sensor's cooling comes to, by all that is known of its home. */
export const judgedOutlook = (facts: TickFacts, past: TemperatureHistory, outdoor: readonly Point[]) =>
  coolingOutlook({ past, outdoor, stoppedAt: heatingStoppedAt(facts) });

/** When the heating stopped, by the question that is open about it; null while none is. */
function heatingStoppedAt({ household, states }: Pick<TickFacts, "household" | "states">): Moment | null {
  const { open, peak } = stateIndex(states)("heating_stopped", household.id).state;
  const since = peak?.evidence.more?.since;
  return open && typeof since === "number" ? since : null;
}

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

/** The heating is back, or the sun shines: whoever hears of hours left then goes to a home that warms up. */
const WARMING = { ms: 0.75 * HOUR_MS, kelvin: 0.5, noises: 3 } as const;

function isWarming({ stretch: { smooth, noise } }: TemperatureHistory): boolean {
  const last = smooth.at(-1);
  const before = smooth.findLast(({ at }) => at <= (last?.at ?? 0) - WARMING.ms);
  if (last === undefined || before === undefined) return false;
  return last.celsius - before.celsius >= Math.max(WARMING.kelvin, WARMING.noises * noise);
}

/** A heated room that is no colder than on other days at this hour, or one that is held at some temperature. */
const isWithinItsWeek = ({ device, sensor }: Placed, now: Moment): boolean =>
  isHeld({ device, sensor }) ||
  heatedRooms([{ device, sensors: [sensor] }], now).some(({ celsius, floor }) => celsius > floor);

/** How long a temperature sensor has until it freezes; nothing where that is not looked at. */
export function judgeCooling(
  facts: TickFacts,
  { device, sensor }: Placed,
  found: SensorOutlook | undefined,
  now: Moment,
): Assessment[] {
  if (found === undefined) return [];
  const { outlook, past } = found;
  const { household, states } = facts;
  const settings = sensorSettings("time_to_freeze", household, device, sensor);
  if (!settings.enabled) return [];
  const latest = past.points.at(-1) ?? null;
  const stateOf = stateIndex(states);
  const [question, known] = [stateOf("heating_stopped", household.id), stateOf("time_to_freeze", sensor.id)];
  const cold = coldOf(stateOf, household.id, sensor.id);
  const cooling = {
    sensorId: sensor.id,
    deviceId: device.id,
    outlook,
    latest,
    isHeatingOff: heatingStoppedAt({ household, states }) !== null,
    isWarming: isWarming(past),
    isUsual:
      (latest?.celsius ?? 0) > COOL_CELSIUS ||
      isWithinItsWeek({ device, sensor }, now) ||
      isHabit([question.state, known.state], HABIT_MS.question, now) ||
      (isRoom(sensor, device) && hasJustFallen(past, now)),
    isEndKnown: isEndKnown(known.state, cold, now),
  };
  const trust = trustOf(sensor.faultyAt, sensor.stuckAt ?? null);
  const asked = {
    kind: "time_to_freeze",
    subject: sensor.id,
    about: aboutOf(device, sensor),
    settings,
    trust,
  } as const;
  return [assess(facts, asked, hoursLeftRule(cooling, settings), now)];
}

export type Cooling = {
  sensorId: string;
  deviceId: string;
  /** `coolingOutlook` of the sensor, made now. */
  outlook: Outlook;
  /** The newest reading's own time and temperature; null where there is none. */
  latest: { at: Moment; celsius: number } | null;
  /** The heating is known, or likely, to be off: then no pause ends it. */
  isHeatingOff: boolean;
  /** It has been getting warmer for most of an hour: that isn't notified for the first time. */
  isWarming: boolean;
  /** It is warm, or as cool as it is at this hour on other days: a night setback, and no cooling. */
  isUsual: boolean;
  /** Nobody waits for its end. */
  isEndKnown: boolean;
};

export const hoursLeftRule =
  (cooling: Cooling, settings: BuiltInSettings["time_to_freeze"]) =>
  (state: EpisodeState): Ruled => ({
    verdict: verdictOn(state, cooling, settings),
    course: {
      closing: { readings: settings.closingReadings, ms: closingMs(cooling) },
      tellsEnd: !cooling.isEndKnown,
      habitMs: HABIT_MS.question,
    },
  });

/** The sun warms a dying home for an afternoon: only a warming that holds for longer, or a warm room, is one. */
const CLOSING = { hours: 6, warmHours: 1, warmCelsius: 12 } as const;

const closingMs = ({ latest }: Cooling): number =>
  (latest !== null && latest.celsius >= CLOSING.warmCelsius ? CLOSING.warmHours : CLOSING.hours) * HOUR_MS;

function verdictOn(
  state: EpisodeState,
  input: Cooling,
  settings: BuiltInSettings["time_to_freeze"],
): Verdict {
  const { sensorId, deviceId, outlook, latest } = input;
  if (outlook.is === "unknown" || latest === null) return { is: "unknown", why: plain("cooling_unknown") };
  const estimate = outlook.is === "cooling" ? outlook.estimate : null;
  const hours = estimate?.hours ?? Number.POSITIVE_INFINITY;
  const whyNot = estimate === null ? null : whyNotYet(state, input, hours);
  if (whyNot !== null) return { is: "unknown", why: plain(whyNot) };
  const { opensHours, closesHours, criticalHours, crossingsHours } = settings;
  const easesHours = criticalHours + (closesHours - opensHours) / 2;
  return {
    is: "measured",
    severity: severityAt(hours, opensHours, criticalHours),
    holds: severityAt(hours, closesHours, easesHours) ?? stillSo(input, latest),
    badness: -Math.min(hours, NEVER_HOURS),
    rung: crossingsHours.filter((crossing) => hours <= crossing).length,
    evidence: {
      sensorId,
      deviceId,
      value: Math.min(hours, NEVER_HOURS),
      unit: "h",
      at: latest.at,
      more: {
        celsius: latest.celsius,
        hours_low: estimate?.hoursLow ?? null,
        hours_high: estimate?.hoursHigh ?? null,
      },
    },
    limit: { name: "hours_left", is: "at_or_below", value: opensHours, unit: "h", forMs: 0 },
    why: outlook.is === "safe" ? plain(outlook.why) : { code: "cooling", values: { hours: round(hours) } },
    provenUntil: latest.at,
  };
}

/** Why nobody is told of a room that cools; null where they are, or were. */
function whyNotYet(
  state: EpisodeState,
  { isUsual, isWarming: isGettingWarmer, latest }: Cooling,
  hours: number,
): PlainReason | null {
  if (isUsual && !state.open) return "cool_as_usual";
  if (state.open && notifiedOfThis(state) !== null) return null;
  if (isGettingWarmer) return "warming";
  // A frozen room belongs to the freeze alert: this alert continues, but isn't notified for the first time.
  return hours <= 0 || (latest?.celsius ?? 1) <= FREEZING_CELSIUS ? "frozen_already" : null;
}

/** A frozen room is as bad as notified, and warmer weather outdoors doesn't end its alert. */
const stillSo = ({ isHeatingOff }: Cooling, { celsius }: { celsius: number }): Severity | null =>
  celsius <= FREEZING_CELSIUS ? "critical" : isHeatingOff ? "warning" : null;

/** A finite stand-in: JSON knows no ∞. */
const NEVER_HOURS = 9_999;

function severityAt(hours: number, warningHours: number, criticalHours: number): Severity | null {
  if (hours <= criticalHours) return "critical";
  return hours <= warningHours ? "warning" : null;
}

const round = (hours: number): number => Math.round(hours * 10) / 10;
