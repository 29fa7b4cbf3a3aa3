import { HOME_TITLES } from "../../schema/vocabulary.ts";
import { sensorSettings } from "../devices/placement/sensor-settings.ts";
import { inSteps, type Steps } from "../kernel/steps.ts";
import { HOUR_MS, type Moment } from "../kernel/time.ts";
import { type AlertSubject, type Assessment, aboutOf, stateIndex } from "./assessment.ts";
import { COLD_RUNG } from "./cold-rungs.ts";
import { type Change, decide, decideAlone, statesAfter } from "./decide/decide.ts";
import { notifiedRung, OUTDOOR_SUBJECT } from "./decide/speaks-for.ts";
import { notifiedOfThis, readEpisodeState } from "./episode.ts";
import type { TickDevice, TickFacts } from "./facts.ts";
import { courseOf } from "./heating/falling.ts";
import { coldMs, indoorRooms, isRoom } from "./heating/heated-rooms.ts";
import { type RoomCourse, weighedAhead } from "./heating/recovery.ts";
import { judgeCooling, outlooksOf } from "./judge-cooling.ts";
import { judgeFaults } from "./judge-faults.ts";
import { judgeHome } from "./judge-incident.ts";
import { assessSensors } from "./judge-sensors.ts";
import type { HeatingInput } from "./kinds/heating-stopped.ts";
import { offOdds, type SensorOutlook, unheatedAhead } from "./physics/cooling.ts";
import { historyOf, outdoorOf, type Point } from "./physics/history.ts";
import { endsOfUnspoken } from "./reconcile.ts";
import { assessBy } from "./registry.ts";
import type { Series } from "./sensor-truth.ts";
import { type ForecastSettings, settingsFor } from "./settings.ts";
import { type Span, signsOf } from "./silence.ts";
import { withTrust } from "./stuck.ts";
import { withoutUnsaid } from "./unsaid.ts";

const FORECAST_HOURS = 24;
const HOURS_A_DAY = 24;
const DEGREES_AN_HOUR = 15;

const KIND = "heating_stopped";

/** Checks if the heating has stopped, for the home as a whole. */
function* judgeHeating(
  facts: TickFacts,
  devices: TickDevice[],
  outlooks: ReadonlyMap<string, SensorOutlook>,
  outdoor: readonly Point[],
  now: Moment,
): Steps<Assessment[]> {
  const { household } = facts;
  const known = stateIndex(facts.states)(KIND, household.id);
  const lowSince = known.state.open ? (known.state.openedAt ?? now) : now;
  const all = indoorRooms(devices, now);
  if (all.length === 0 && !known.state.open) return [];
  const rooms = yield* inSteps(all, (room): RoomCourse[] => {
    const found = outlooks.get(room.sensor.id);
    const course = found === undefined ? null : courseOf(found.past, lowSince);
    const freezing = found?.outlook.is === "cooling" ? found.outlook.estimate : null;
    let odds: number | null = null;
    const oddsOnce = () => {
      if (found !== undefined && course !== null) odds ??= offOdds(found.past, course.since, outdoor);
      return odds;
    };
    return [{ ...room, course, offOdds: oddsOnce, freezing, coldMs: coldMs(room, found?.past.points ?? []) }];
  });
  yield* weighedAhead(rooms);
  const outdoorLowest = outdoorOf(outdoor)?.lowest ?? null;
  const input: HeatingInput = {
    subject: household.id,
    quiet: household.quiet,
    enabled: true,
    rooms,
    outdoorLowest,
    coldTold: coldTold(facts, all),
  };
  const settings = settingsFor(KIND, household.settings);
  const about = { title: HOME_TITLES.heating, deviceId: null, sensorId: null };
  return [assessBy(KIND, facts.states, about, input, settings, now)];
}

/** When the open freeze alerts of these rooms last said that it is at 40 °F or below. */
const coldTold = ({ states }: TickFacts, rooms: ReturnType<typeof indoorRooms>): Moment[] =>
  states.flatMap(({ kind, subject, state: stored }) => {
    if (kind !== "freeze" || !rooms.some(({ sensor }) => sensor.id === subject)) return [];
    const state = readEpisodeState(stored);
    const notified = state.open ? notifiedOfThis(state) : null;
    return notified !== null && notifiedRung(notified) >= COLD_RUNG ? [notified.at] : [];
  });

/** By the sun: near enough to the clock on the wall, and known wherever a home is. */
const EVENING = { from: 17, to: 21 } as const;

/** True if it is evening at a longitude. */
function isEveningAt(longitude: number, now: Moment): boolean {
  const hour = (now / HOUR_MS + longitude / DEGREES_AN_HOUR + HOURS_A_DAY) % HOURS_A_DAY;
  return hour >= EVENING.from && hour < EVENING.to;
}

/** What a tick evaluates beside the household itself. */
export type Surroundings = {
  /** Readings of the last hours by sensor, oldest first, in the sensor's unit; of sensors that need them. */
  series: ReadonlyMap<string, Series>;
  /** Outdoor temperatures, past and to come; null without a place or where nobody could tell. */
  forecast: { fetchedAt: Moment; hours: readonly Point[] } | null;
  /** When our own ticks were down. */
  ownGaps: readonly Span[];
};

/** What asks no law of cooling is so much less work, for each sensor. */
const LIGHT = 0.25;

const lightly = ({ sensors }: TickDevice): number => LIGHT * sensors.length;

/** Everything that time alone can bring: silence, cooling, a forecast, and what a reading began. */
export function* judgeHousehold(loaded: TickFacts, around: Surroundings, now: Moment): Steps<Change[]> {
  const all = yield* withTrust(loaded.devices, around, now);
  const devices = withoutUnsaid(all);
  const ended = decideAlone(endsOfUnspoken(loaded, now));
  const known = { ...loaded, states: statesAfter(loaded.states, ended) };
  const outlooks = yield* outlooksOf(known, devices, around, now);
  const heating = yield* judgeHeating(known, devices, outlooks, around.forecast?.hours ?? [], now);
  const asked = heating.map(({ scene, expectedVersion, state }) => ({ ...scene, expectedVersion, state }));
  const facts = { ...known, states: statesAfter(known.states, asked) };
  // Once the question has ended, hours that were counted from its stop are no hours left.
  const isEnded = heating.some(({ state }) => !state.open && state.closedAt === now);
  const left = isEnded ? yield* outlooksOf(facts, devices, around, now) : outlooks;
  const assessments = [
    ...judgeHome({ ...known, devices: withoutUnsaid(loaded.devices) }, around, now),
    ...heating,
    ...(yield* inSteps(
      all,
      ({ device, sensors }) =>
        assessSensors({ ...facts, device, sensors: sensors.filter(({ at }) => at !== null) }, "tick", now),
      lightly,
    )),
    ...devices.map((device) => judgeOutage(facts, device, around.ownGaps, now)),
    ...(yield* inSteps(devices, (device) => judgeCooling(facts, device, left, now), lightly)),
    ...(yield* judgeForecasts(facts, devices, left, around, now)),
    ...judgeFaults(facts, all, now),
  ];
  const home = { householdId: loaded.household.id, devices, states: known.states };
  return [...ended, ...decide(home, assessments, "tick", now)];
}

function judgeOutage(
  facts: TickFacts,
  { device }: TickDevice,
  ownGaps: readonly Span[],
  now: Moment,
): Assessment {
  const { household, states } = facts;
  const input = {
    subject: device.id,
    quiet: household.quiet,
    enabled: device.enabled,
    deviceId: device.id,
    batteryPct: device.batteryPct ?? null,
    rssi: device.rssi ?? null,
    ...signsOf(device, ownGaps),
  };
  const settings = settingsFor("outage", household.settings, device.settings);
  const about = { title: device.name, deviceId: device.id, sensorId: null };
  return assessBy("outage", states, about, input, settings, now);
}

function* judgeForecasts(
  facts: TickFacts,
  devices: TickDevice[],
  outlooks: ReadonlyMap<string, SensorOutlook>,
  { forecast, series }: Surroundings,
  now: Moment,
): Steps<Assessment[]> {
  if (facts.place === null) return [];
  const { household } = facts;
  const stateOf = stateIndex(facts.states);
  const isEvening = isEveningAt(facts.place.longitude, now);
  const judge = (
    subject: string,
    about: AlertSubject,
    settings: ForecastSettings,
    hours: readonly Point[] | null,
  ) => {
    const input = {
      subject,
      quiet: household.quiet,
      enabled: true,
      sensorId: about.sensorId,
      isEvening,
      forecast: forecast === null || hours === null ? null : { fetchedAt: forecast.fetchedAt, hours },
    };
    return assessBy("forecast", facts.states, about, input, settings, now);
  };
  // While the question about the heating is open, it speaks for the rooms.
  const isAsked = stateOf("heating_stopped", household.id).state.open;
  const thermometers = devices.flatMap(({ device, sensors }) =>
    sensors
      .filter(({ id, kind }) => kind === "temperature" && device.enabled && series.has(id))
      .map((sensor) => ({ device, sensor })),
  );
  const spaces = yield* inSteps(thermometers, ({ device, sensor }) => {
    const past = outlooks.get(sensor.id)?.past ?? historyOf(sensor, series, now);
    const isLookedAt = forecast !== null && !(isAsked && isRoom(sensor, device));
    const ahead = isLookedAt ? unheatedAhead(past, forecast.hours, FORECAST_HOURS) : null;
    if (ahead === null && !stateOf("forecast", sensor.id).state.open) return [];
    const settings = sensorSettings("forecast", household, device, sensor);
    return [judge(sensor.id, aboutOf(device, sensor), settings, ahead)];
  });
  const outdoors = { title: HOME_TITLES.outdoors, deviceId: null, sensorId: null };
  const settings = settingsFor("forecast", household.settings);
  return [judge(OUTDOOR_SUBJECT, outdoors, settings, forecast?.hours ?? null), ...spaces];
}
