import type { Severity } from "../../../schema/vocabulary.ts";
import { type BuiltInSettings, sensorSettings } from "../../devices/alert-settings.ts";
import { isRoom } from "../../devices/placement/placement.ts";
import { HOUR_MS, type Moment } from "../../kernel/time.ts";
import { FREEZING_CELSIUS } from "../../kernel/units.ts";
import { type PlainReason, plain } from "../../language/reason.ts";
import { type Assessment, assess } from "../advance.ts";
import { FORTY_CELSIUS } from "../decide/speaks-for.ts";
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

/** True if a sensor is examined: every room, since it also shows the heating, and places where the alert is on. */
function isForetold({ household, states }: TickFacts, { device, sensor }: Placed): boolean {
  // A place that was frozen before anybody monitored it has no hours left.
  if (stateIndex(states)("freeze", sensor.id).state.foundCold) return false;
  return isRoom(sensor, device) || sensorSettings("time_to_freeze", household, device, sensor).enabled;
}

/** The outlook for a sensor's cooling, given what is known of the home's heating. */
export const judgedOutlook = (facts: TickFacts, past: TemperatureHistory, outdoor: readonly Point[]) =>
  coolingOutlook({ past, outdoor, stoppedAt: heatingStoppedAt(facts) });

/** When the heating stopped, according to the open heating question; null if none is open. */
function heatingStoppedAt({ household, states }: Pick<TickFacts, "household" | "states">): Moment | null {
  const { open, peak } = stateIndex(states)("heating_stopped", household.id).state;
  const since = peak?.evidence.more?.since;
  return open && typeof since === "number" ? since : null;
}

/** In a room warmer than this, in °C, nobody is notified of the hours left; the room's page shows them. */
const COOL_CELSIUS = 10;

/** A fall by an open window: shorter, or faster, than one caused by the heating. */
const WINDOW = { ms: 1.5 * HOUR_MS, kelvin: 3, withinMs: HOUR_MS / 2 } as const;

function hasJustFallen(past: TemperatureHistory, now: Moment): boolean {
  const course = courseOf(past, now);
  if (course === null) return false;
  if (now - course.since < WINDOW.ms) return true;
  const recent = past.points.filter(({ at }) => at >= now - WINDOW.ms);
  return steepestFall(recent, now - WINDOW.ms, WINDOW.withinMs) >= WINDOW.kelvin;
}

/** The heating is back, or the sun shines: a message about hours left would send people to a home that warms up. */
const WARMING = { ms: 0.75 * HOUR_MS, kelvin: 0.5, noises: 3 } as const;

function isWarming({ stretch: { smooth, noise } }: TemperatureHistory): boolean {
  const last = smooth.at(-1);
  const before = smooth.findLast(({ at }) => at <= (last?.at ?? 0) - WARMING.ms);
  if (last === undefined || before === undefined) return false;
  return last.celsius - before.celsius >= Math.max(WARMING.kelvin, WARMING.noises * noise);
}

/** True for a heated room that is no colder than usual at this hour, or one that something holds at a temperature. */
const isWithinItsWeek = ({ device, sensor }: Placed, now: Moment): boolean =>
  isHeld({ device, sensor }) ||
  heatedRooms([{ device, sensors: [sensor] }], now).some(({ celsius, floor }) => celsius > floor);

/** How long a temperature sensor has until it freezes; empty if that isn't examined. Subject: the sensor. */
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
  const about = aboutOf(device, sensor);
  const asked = { kind: "time_to_freeze", subject: sensor.id, about, settings, trust } as const;
  return [assess(facts, asked, hoursLeftRule(cooling, settings), now)];
}

export type Cooling = {
  sensorId: string;
  deviceId: string;
  /** The sensor's current `coolingOutlook`. */
  outlook: Outlook;
  /** The newest reading, by its own time; null if there is none. */
  latest: { at: Moment; celsius: number } | null;
  /** True if the heating is known or likely to be off: then a pause in the cooling doesn't end the alert. */
  isHeatingOff: boolean;
  /** True if it has been getting warmer for most of an hour: then no first message is sent. */
  isWarming: boolean;
  /** True if it is warm, or as cool as on other days at this hour: a night setback, and no cooling. */
  isUsual: boolean;
  /** True if nobody waits for the alert's end. */
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

/** The sun can warm an unheated home for an afternoon: only a longer rise, or a warm room, ends the alert. */
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

/** Why nobody is notified of a cooling room; null if somebody is, or was. */
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

/** A frozen room stays critical. With the heating off, or at a room's frost warning, a pause doesn't end the alert. */
const stillSo = ({ isHeatingOff }: Cooling, { celsius }: { celsius: number }): Severity | null =>
  celsius <= FREEZING_CELSIUS ? "critical" : isHeatingOff || celsius <= FORTY_CELSIUS ? "warning" : null;

/** Stands for "never", because JSON has no infinity. */
const NEVER_HOURS = 9_999;

function severityAt(hours: number, warningHours: number, criticalHours: number): Severity | null {
  if (hours <= criticalHours) return "critical";
  return hours <= warningHours ? "warning" : null;
}

const round = (hours: number): number => Math.round(hours * 10) / 10;
