import { HOME_TITLES, type Severity } from "../../../schema/vocabulary.ts";
import { settingsFor } from "../../devices/alert-settings.ts";
import { rememberedOf } from "../../kernel/text.ts";
import { DAY_MS, type Moment } from "../../kernel/time.ts";
import { type Evidence, type Limit, plain, type Reason } from "../../language/reason.ts";
import { type Assessment, assess } from "../advance.ts";
import { coldRung, hoursRung } from "../decide/speaks-for.ts";
import { type EpisodeState, notifiedOfThis } from "../episode.ts";
import { placeOf, stateIndex, type TickDevice, type TickFacts } from "../facts.ts";
import { HABIT_MS, isEndKnown, quietAfter } from "../habit.ts";
import { coldMs, indoorRooms, stillMs } from "../heating/heated-rooms.ts";
import {
  areWarming,
  courseOf,
  isAnyWarm,
  isConcerned,
  isFallingWith,
  isInDanger,
  isInNoHurry,
  isLikelyOff,
  isStopping,
  isWeak,
  knownOf,
  ODDS,
  oddsNeeded,
  type RoomCourse,
  witnessesOf,
} from "../heating/recovery.ts";
import { offOdds, type SensorOutlook } from "../physics/cooling.ts";
import { outdoorOf, type Point, type TemperatureHistory } from "../physics/history.ts";
import { measured, nextReminder, type Verdict } from "../verdict.ts";

const KIND = "heating_stopped";

/**
 * All heated rooms of a home are colder than usual for this hour, and fall steadily and further than the weather
 * explains. This is a question, because somebody may have turned the heating down. If all rooms are cold and
 * cooling and one of them is in danger, Hearthwatch asks regardless of the last week: one alert for the home
 * instead of one or two for each room. Subject: the household.
 */
export function judgeHeating(
  facts: TickFacts,
  devices: readonly TickDevice[],
  outlooks: ReadonlyMap<string, SensorOutlook>,
  outdoor: readonly Point[],
  now: Moment,
): Assessment[] {
  const { household } = facts;
  const settings = settingsFor(KIND, household.settings);
  if (!settings.enabled) return [];
  const known = stateIndex(facts.states)(KIND, household.id);
  const lowSince = known.state.open ? (known.state.openedAt ?? now) : now;
  const all = indoorRooms(devices, now);
  if (all.length === 0 && !known.state.open) return [];
  const oddsOf = rememberedOf((past: TemperatureHistory, since: Moment) => offOdds(past, since, outdoor));
  const seen = all.map((room): RoomCourse => {
    const found = outlooks.get(room.sensor.id);
    const course = found === undefined ? null : courseOf(found.past, lowSince);
    const freezing = found?.outlook.is === "cooling" ? found.outlook.estimate : null;
    const points = found?.past.points ?? [];
    return {
      ...room,
      course,
      get offOdds() {
        return course === null || found === undefined ? null : oddsOf(found.past, course.since);
      },
      freezing,
      coldMs: coldMs(room, points),
      stillMs: stillMs(points),
    };
  });
  const about = { title: HOME_TITLES.heating, deviceId: null, sensorId: null };
  const outdoorLowest = outdoorOf(outdoor)?.lowest ?? null;
  const rule = questionRule({ rooms: witnessesOf(seen), outdoorLowest }, now);
  return [assess(facts, { kind: KIND, subject: household.id, about, settings }, rule, now)];
}

/** All rooms inside, heated or not. */
type Rooms = {
  rooms: readonly RoomCourse[];
  /** The lowest outdoor temperature of the forecast and its past hours, in °C; null if unknown. */
  outdoorLowest: number | null;
};

export const questionRule = (home: Rooms, now: Moment) => (state: EpisodeState) => ({
  verdict: verdictOn(state, home, now),
  course: {
    remind: isInNoHurry(home.rooms) ? null : nextReminder(state, REMIND_FIRST_MS),
    // A fire that goes out twice a day is asked about once, unless somebody answered. A cold room has its own alert.
    reopenQuietMs: state.answer === null ? quietAfter(state, DAY_MS, HABIT_MS.question, now) : 0,
    tellsEnd: !isEndKnown(state, [state], now),
    habitMs: HABIT_MS.question,
  },
});

/** The question is notified again once it is critical, and each room at its own limit: few reminders are needed. */
const REMIND_FIRST_MS = DAY_MS;

function verdictOn(state: EpisodeState, input: Rooms, now: Moment): Verdict {
  if (isAnswered(state, now))
    return state.open
      ? { is: "over", reason: "answered" }
      : { is: "unknown", why: plain("colder_on_purpose") };
  const known = knownOf(input.rooms);
  const concerned = known.filter(isConcerned);
  const rooms = concerned.length === 0 ? known : concerned;
  const coldest = rooms.toSorted((a, b) => a.celsius - b.celsius)[0];
  if (coldest === undefined) return { is: "unknown", why: plain("no_room_reports") };
  const heated = input.rooms.filter(({ isHeated }) => isHeated);
  const isMild = input.outdoorLowest !== null && input.outdoorLowest >= MILD_CELSIUS;
  const isQuestion = !isMild && isStopping(heated) && isLikelyOff(heated, oddsNeeded(ODDS.sure, state, now));
  const isStopped =
    isQuestion ||
    (!isMild && isWeak(heated, state, now)) ||
    (isInDanger(input.rooms) && isLikelyOff(input.rooms, oddsNeeded(ODDS.danger, state, now)));
  const isBack =
    heated.length === 0
      ? isAnyWarm(input.rooms, now) || isHeldUp(state, coldest, now)
      : areWarming(heated, now);
  const steps = stepsOf(rooms);
  // A question that nobody was notified of lasts only while it applies: if the heating merely paused, it ends.
  const goesOn = state.open && state.notified?.episode === state.episode;
  const severity: Severity | null = !isBack && (isStopped || goesOn) ? severityOf(steps, state) : null;
  return measured(
    {
      severity,
      badness: -coldest.celsius,
      about: input.rooms.filter(isFallingWith).map(({ sensor }) => sensor.id),
      evidence: evidenceOf(state, coldest, rooms),
      limit: limitOf(coldest),
      why: isBack ? plain("rooms_warming") : whyStopped(coldest, rooms),
    },
    now,
  );
}

/** Longer than the sun or a mild day can keep an unheated home from cooling in the frost. */
const HELD_MS = 2 * DAY_MS;
/** By how much readings vary in a room with a frost guard, in K. */
const HELD_KELVIN = 0.5;

/** True if a home without known heating is no colder than it was notified days ago: something holds it there. */
const isHeldUp = (state: EpisodeState, { celsius }: RoomCourse, now: Moment): boolean => {
  const notified = state.open ? notifiedOfThis(state) : null;
  return notified !== null && now - notified.at >= HELD_MS && celsius >= -notified.badness - HELD_KELVIN;
};

/** While no night is colder than this, in °C, nothing can freeze, and a cool room has an open window. */
const MILD_CELSIUS = 5;

/** True while an answer applies (turned down, or an open door): Hearthwatch doesn't ask again before it expires. */
const isAnswered = ({ answer }: EpisodeState, now: Moment): boolean =>
  answer !== null && answer.is !== "no" && now < answer.until;

const CRITICAL_STEPS = 3;

/** The steps at which a failure is notified again: by the coldest room, or by the room with the fewest hours left. */
const stepsOf = (rooms: readonly RoomCourse[]): number =>
  Math.max(
    coldRung(Math.min(...rooms.map(({ course, celsius }) => course?.celsius ?? celsius))),
    hoursRung(Math.min(...rooms.map(({ freezing }) => freezing?.hours ?? Number.POSITIVE_INFINITY))),
  );

/** Critical from `CRITICAL_STEPS` on, or if somebody answered that the heating should be on: then it is a fault. */
const severityOf = (steps: number, { open, answer }: EpisodeState): Severity =>
  steps >= CRITICAL_STEPS || (open && answer?.is === "no") ? "critical" : "warning";

/** Null for a room that is unheated or hardly known: its week says nothing. */
const limitOf = ({ floor, isHeated }: RoomCourse): Limit | null =>
  isHeated ? { name: "week_floor", is: "at_or_below", value: floor, unit: "°C", forMs: 0 } : null;

function whyStopped(coldest: RoomCourse, rooms: readonly RoomCourse[]): Reason {
  const value = { value: coldest.celsius, unit: "°C" };
  if (!rooms.every(({ isHeated }) => isHeated))
    return { code: "rooms_cold", values: { rooms: rooms.length, value } };
  const usual = { value: coldest.floor, unit: "°C" };
  return { code: "rooms_colder_than_usual", values: { rooms: rooms.length, value, usual } };
}

function evidenceOf(state: EpisodeState, coldest: RoomCourse, rooms: readonly RoomCourse[]): Evidence {
  const { sensor, device, celsius, at, course, freezing } = coldest;
  // The first time stays: a sunny noon later is not when the heating stopped.
  const known = state.open ? state.peak?.evidence.more?.since : null;
  // A room that still kept its temperature shows that the heating worked until then.
  const since = known ?? Math.max(...rooms.map((room) => room.course?.since ?? at));
  return {
    sensorId: sensor.id,
    deviceId: device.id,
    value: celsius,
    unit: "°C",
    at,
    more: {
      rooms: rooms.length,
      place: placeOf(device, sensor) || null,
      since,
      fell_kelvin: course === null ? null : Math.round(course.fell * 10) / 10,
      hours_low: freezing?.hoursLow ?? null,
      hours_high: freezing?.hoursHigh ?? null,
    },
  };
}
