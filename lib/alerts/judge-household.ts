import { HOME_TITLES } from "../../schema/vocabulary.ts";
import { sensorSettings } from "../devices/placement/sensor-settings.ts";
import { inSteps, type Steps } from "../kernel/steps.ts";
import { HOUR_MS, type Moment } from "../kernel/time.ts";
import { withKnownUnits } from "./assumed-unit.ts";
import { remindedKinds, withReminding } from "./escalation.ts";
import type { TickDevice, TickFacts } from "./facts.ts";
import { courseOf } from "./heating/falling.ts";
import { coldMs, indoorRooms, isRoom } from "./heating/heated-rooms.ts";
import { type RoomCourse, weighedAhead } from "./heating/recovery.ts";
import { OUTDOOR_SUBJECT } from "./incident/owned.ts";
import { statesAfter, withOwners } from "./incident/with-owners.ts";
import { judgeCooling, outlooksOf } from "./judge-cooling.ts";
import { judgeFaults } from "./judge-faults.ts";
import { judgeHome } from "./judge-incident.ts";
import { judgeSensors } from "./judge-sensors.ts";
import type { HeatingInput } from "./kinds/heating-stopped.ts";
import { offOdds, type SensorOutlook, unheatedAhead } from "./physics/cooling.ts";
import { historyOf, outdoorOf, type Point } from "./physics/history.ts";
import { endsOfUnspoken } from "./reconcile.ts";
import { type AlertSubject, aboutOf, type Change, stateIndex } from "./record.ts";
import { judgeBy } from "./registry.ts";
import type { Series } from "./sensor-truth.ts";
import { type ForecastSettings, settingsFor } from "./settings.ts";
import { type Span, signsOf } from "./silence.ts";
import { withTrust } from "./stuck.ts";
import { withKnownPlaces } from "./unknown-place.ts";

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
): Steps<Change[]> {
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
  };
  const settings = settingsFor(KIND, household.settings);
  const about = { title: HOME_TITLES.heating, deviceId: null, sensorId: null };
  return judgeBy(KIND, facts.states, about, input, settings, now);
}

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

/** Everything that time alone can bring: silence, cooling, a forecast, and what a reading began. */
export function* judgeHousehold(loaded: TickFacts, around: Surroundings, now: Moment): Steps<Change[]> {
  const judged = yield* judgeAll(withReminding(loaded, "tick"), around, now);
  const due = remindedKinds(judged);
  return due.length === 0 ? judged : yield* judgeAll(withReminding(loaded, "tick", due), around, now);
}

/** What asks no law of cooling is so much less work, for each sensor. */
const LIGHT = 0.25;

const lightly = ({ sensors }: TickDevice): number => LIGHT * sensors.length;

function* judgeAll(loaded: TickFacts, around: Surroundings, now: Moment): Steps<Change[]> {
  const all = yield* withTrust(loaded.devices, around, now);
  const devices = withKnownPlaces(withKnownUnits(all));
  const ended = endsOfUnspoken(loaded, now);
  const spoken = { ...loaded, states: statesAfter(loaded.states, ended) };
  // The alert that speaks for the others is settled first, so that these are suppressed in the same evaluation.
  const incidents = judgeHome(
    withOwners({ ...spoken, devices: withKnownPlaces(withKnownUnits(loaded.devices)) }, devices, now),
    around,
    now,
  );
  const settled = withOwners({ ...spoken, states: statesAfter(spoken.states, incidents) }, devices, now);
  const outlooks = yield* outlooksOf(settled, devices, around, now);
  const outdoor = around.forecast?.hours ?? [];
  const heating = yield* judgeHeating(settled, devices, outlooks, outdoor, now);
  const facts = withOwners({ ...settled, states: statesAfter(settled.states, heating) }, devices, now);
  // Once the question has ended, hours that were counted from its stop are no hours left.
  const isEnded = heating.some(({ state }) => !state.open && state.closedAt === now);
  const left = isEnded ? yield* outlooksOf(facts, devices, around, now) : outlooks;
  return [
    ...ended,
    ...incidents,
    ...heating,
    ...(yield* inSteps(
      all,
      ({ device, sensors }) =>
        judgeSensors({ ...facts, device, sensors: sensors.filter(({ at }) => at !== null) }, "tick", now),
      lightly,
    )),
    ...devices.flatMap((device) => judgeOutage(facts, device, around.ownGaps, now)),
    ...(yield* inSteps(devices, (device) => judgeCooling(facts, device, left, now), lightly)),
    ...(yield* judgeForecasts(facts, devices, left, around, now)),
    ...judgeFaults(facts, all, now),
  ];
}

function judgeOutage(
  facts: TickFacts,
  { device }: TickDevice,
  ownGaps: readonly Span[],
  now: Moment,
): Change[] {
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
  return judgeBy("outage", states, about, input, settings, now);
}

function* judgeForecasts(
  facts: TickFacts,
  devices: TickDevice[],
  outlooks: ReadonlyMap<string, SensorOutlook>,
  { forecast, series }: Surroundings,
  now: Moment,
): Steps<Change[]> {
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
    return judgeBy("forecast", facts.states, about, input, settings, now);
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
    return judge(sensor.id, aboutOf(device, sensor), settings, ahead);
  });
  const outdoors = { title: HOME_TITLES.outdoors, deviceId: null, sensorId: null };
  const settings = settingsFor("forecast", household.settings);
  return [...judge(OUTDOOR_SUBJECT, outdoors, settings, forecast?.hours ?? null), ...spaces];
}
