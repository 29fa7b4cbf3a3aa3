import { LIMITS } from "../../../schema/limits.ts";
import type { HeatingAnswer } from "../../../schema/vocabulary.ts";
import type { QuestionAnswer } from "../../../schema/wire/alerts.ts";
import { HOUR_MS, MINUTE_MS, type Moment } from "../../kernel/time.ts";
import { COLD_RUNG, CRITICAL_CELSIUS, coldRung } from "../decide/speaks-for.ts";
import type { EpisodeState } from "../episode.ts";
import { hasReturned } from "../habit.ts";
import {
  fallingSince,
  type Point,
  SMOOTHING_POINTS,
  smoothed,
  type TemperatureHistory,
  usualGapMs,
} from "../physics/history.ts";
import type { AlertRecord } from "../shown-alert.ts";
import { areAllBelow, isHeld, type Room, WITNESSES_MIN } from "./heated-rooms.ts";

/** How sure it has to be, as the logarithm of the odds: three and twelve to one. */
export const ODDS = { danger: 1, sure: 2.5 } as const;
/** Two hundred and fifty to one, as a dead heating comes to within hours: for a home whose last question ended by itself. */
const CLEAR = 5.5;

export const oddsNeeded = (least: number, state: EpisodeState, now: Moment): number =>
  hasReturned([state], now) ? CLEAR : least;

const HOURS_DEFAULT: Record<HeatingAnswer, number> = {
  turned_down: LIMITS.turnedDownHoursDefault,
  door_open: LIMITS.doorOpenHoursDefault,
  no: 0,
};

/** So long no cold night and no airing lasts. */
const WEAK_MS = 8 * HOUR_MS;

/** Here a room's own alert would begin, and so soon the others' may follow. */
const DANGER = { hours: 12, coolCelsius: 10, celsius: 5.5, hoursOfOthers: 24 } as const;

/** So much warmer than three hours ago a room is none that cools, whatever it did before. */
const RISING_KELVIN = 0.5;

const LIVED_IN_CELSIUS = 15;

/** A rise beyond what the sun does, and for longer: most of what it had lost, or back where it usually is. */
const WARMING = { hoursMin: 1.5, hoursHeld: 6, share: 0.5, kelvinMin: 2, nearFloor: 0.3 } as const;

/** As it has fallen lately, it is at 35 °F within six hours. */
const SOON_CRITICAL = { celsius: CRITICAL_CELSIUS, hours: 6 } as const;

/** True if it has a question for the home's people that still needs an answer. */
export const asksNow = ({ kind, closedAt }: Pick<AlertRecord, "kind" | "closedAt">): boolean =>
  kind === "heating_stopped" && closedAt === null;

/**
 * Remembers what somebody answered; the next judgement draws the conclusion. An acknowledgement stays as it
 * is: who says that the heating should be on has not promised to go and look.
 */
export function answerQuestion(
  state: EpisodeState,
  { answer, hours = HOURS_DEFAULT[answer] }: QuestionAnswer,
  by: string | null,
  now: Moment,
): EpisodeState {
  return { ...state, answer: { is: answer, until: now + hours * HOUR_MS, at: now, by } };
}

/** A room, how it has been falling and when it may freeze; null where too little is known. */
export type RoomCourse = Room & {
  course: Course | null;
  /**
   * The logarithm of the odds that its heating is off, against one that gives all it can in a frost; null where nobody
   * knows the outdoors. It takes some work, and is asked for where all else speaks for a question.
   */
  readonly offOdds: number | null;
  /** For how long it was colder than its week explains, without a pause, and for how long it has said one and the same. */
  coldMs: number;
  stillMs: number;
  /** Hours until 32 °F, from now: the pessimistic and the optimistic end; null for an open end. */
  freezing: { hours: number; hoursLow: number; hoursHigh: number | null } | null;
};

export const knownOf = (rooms: readonly RoomCourse[]): RoomCourse[] =>
  rooms.filter(({ isFresh, course }) => isFresh && course !== null);

/** A coarse sensor would have shown in so many hours that its room falls as the others do, which fell so far. */
const STILL = { ms: 6 * HOUR_MS, kelvin: 2 } as const;

/**
 * A room that says the same for hours in which all others fall is kept warm by something else, or its sensor is stuck: it is
 * no witness of the heating.
 */
export function witnessesOf(rooms: readonly RoomCourse[]): readonly RoomCourse[] {
  const moving = rooms.filter((room) => room.stillMs < STILL.ms);
  const heated = moving.filter(({ isHeated }) => isHeated);
  const areFalling = heated.every(({ course }) => course !== null && course.fell >= STILL.kelvin);
  return heated.length >= WITNESSES_MIN && areFalling ? moving : rooms;
}

export function isStopping(heated: readonly RoomCourse[]): boolean {
  const known = knownOf(heated);
  return areAllBelow(heated) && known.length > 0 && known.every(isFallingOn);
}

/**
 * All heated rooms were colder than their week explains for hours: the heating gives less than it did. Asked of a home in
 * which no such question has ended by itself lately.
 */
export function isWeak(heated: readonly RoomCourse[], state: EpisodeState, now: Moment): boolean {
  const known = knownOf(heated);
  const isAll = areAllBelow(heated) && known.length > 0 && known.every(isWeakly);
  return isAll && !hasReturned([state], now);
}

/** What rises is heated: after a power cut a cold home takes a day. */
const isWeakly = ({ coldMs, course }: RoomCourse): boolean =>
  coldMs >= WEAK_MS && (course?.fellLately ?? 0) > -RISING_KELVIN;

/** Falls without a pause, and not because a door was opened. */
const isFallingOn = ({ course }: RoomCourse): boolean => course?.isFalling === true && !course.isSudden;

/** Where nobody knows the outdoors, the fall alone has to do. */
export const isLikelyOff = (rooms: readonly RoomCourse[], needed: number): boolean =>
  knownOf(rooms).every(({ offOdds }) => (offOdds ?? needed) >= needed);

/** A room that is never heated and as cold as it always is tells nothing of the heating. */
export const isInIt = (room: RoomCourse): boolean => room.isHeated || isFallingWith(room);

/** All rooms are cold and cool on, and the first of them, which is colder than it is held, will soon be too cold. */
export function isInDanger(rooms: readonly RoomCourse[]): boolean {
  const fresh = rooms.filter(({ isFresh }) => isFresh);
  const first = fresh.some(
    (room) =>
      room.freezing !== null &&
      !isHeld(room) &&
      ((room.freezing.hours <= DANGER.hours && room.celsius <= DANGER.coolCelsius) ||
        room.celsius <= DANGER.celsius),
  );
  return first && fresh.length * 2 >= rooms.length && fresh.every(isCoolingOn);
}

/** A heated room's week explains a night that is not below its floor. */
const isCoolingOn = ({ celsius, floor, isHeated, freezing, course }: RoomCourse): boolean =>
  freezing !== null &&
  (course === null || course.fellLately > -RISING_KELVIN) &&
  (celsius <= floor || (!isHeated && freezing.hours <= DANGER.hoursOfOthers));

/** Colder than usual at this hour, or soon in danger: the message about the home applies to this room. */
export const isFallingWith = ({ celsius, floor, freezing }: RoomCourse): boolean =>
  celsius <= floor || (freezing !== null && freezing.hours <= DANGER.hoursOfOthers);

/**
 * Where no week is known, one room that stays as warm as people live says that the heating works: a cold one beside it
 * speaks for itself. In a home that is kept cool all have to have warmed.
 */
export const isAnyWarm = (rooms: readonly RoomCourse[], now: Moment): boolean =>
  areWarming(rooms, now) ||
  knownOf(rooms).some((room) => room.celsius >= LIVED_IN_CELSIUS && isWarming(room, now));

export function areWarming(rooms: readonly RoomCourse[], now: Moment): boolean {
  const known = knownOf(rooms);
  return known.length * 2 >= rooms.length && known.every((room) => isWarming(room, now));
}

function isWarming({ course, celsius, floor }: RoomCourse, now: Moment): boolean {
  if (course === null) return false;
  const hours = (now - course.lowestAt) / HOUR_MS;
  const rise = course.celsius - course.lowest;
  if (hours >= WARMING.hoursMin && Math.min(course.celsius, celsius) >= floor + WARMING.nearFloor)
    return true;
  const lost = Math.max(0, floor - course.lowest);
  return hours >= WARMING.hoursHeld && rise >= Math.max(WARMING.kelvinMin, WARMING.share * lost);
}

/**
 * Nobody is reminded while no room is at 40 °F or near 32 °F and still cooling: the next word is that one is. Nor where a room
 * will soon be at its critical limit: that is the next word.
 */
export const isInNoHurry = (rooms: readonly RoomCourse[]): boolean => {
  const known = knownOf(rooms);
  const isNear = ({ celsius, freezing, course }: RoomCourse) =>
    (course?.fellLately ?? 0) > -RISING_KELVIN &&
    (coldRung(celsius) >= COLD_RUNG || (freezing?.hours ?? Number.POSITIVE_INFINITY) <= DANGER.hours);
  return known.length > 0 && (!known.some(isNear) || known.some(isSoonCritical));
};

const isSoonCritical = ({ celsius, course }: RoomCourse): boolean =>
  celsius > SOON_CRITICAL.celsius &&
  celsius - ((course?.fellLately ?? 0) * SOON_CRITICAL.hours) / FELL_HOURS <= SOON_CRITICAL.celsius;

/** A heated room's last hours: if it falls steadily, and how its heating may have come back. */
export type Course = {
  /** It has not risen for an hour and a half. */
  isFalling: boolean;
  /** When it began to fall as it does now, and the Kelvin that it has fallen since. */
  since: Moment;
  fell: number;
  /** Most of that came within half an hour: a door or a window, since what the walls hold goes on for hours. */
  isSudden: boolean;
  /** Kelvin that it has fallen within the last three hours. */
  fellLately: number;
  celsius: number;
  /** The coldest since a moment, how much warmer it is by now, and for how long it has been warmer by half of that. */
  lowest: number;
  lowestAt: Moment;
};

const NO_RISE_HOURS = 1.5;
/** A device is slow from so many milliseconds between its posts: three of them in a row have to do for it. */
const SLOW_MS = 22 * MINUTE_MS;

/** How a course is examined, by the distance between its points. Milliseconds and points. */
function paceOf(intervalMs: number) {
  const isSlow = intervalMs >= SLOW_MS;
  const noRiseMs = Math.max(NO_RISE_HOURS * HOUR_MS, isSlow ? 3.2 * intervalMs : 0);
  return {
    noRiseMs,
    fallsMs: isSlow ? 1.8 * intervalMs : 0.9 * noRiseMs,
    pointsMin: isSlow ? 3 : 4,
    smoothing: isSlow ? 1 : SMOOTHING_POINTS,
    suddenMs: Math.max(SUDDEN.withinMs, isSlow ? 1.2 * intervalMs : 0),
  };
}
/** What counts as a rise: more than this, or than the sensor's own step. In K. */
const RISE_MIN = 0.2;
const RISE_NOISES = 3.5;
const FELL_HOURS = 3;
const FELL_MIN = 0.4;

/** Null where there are too few readings to tell. `lowSince`: from when on the lowest is looked for. */
export function courseOf(past: TemperatureHistory, lowSince: Moment): Course | null {
  const { recent, now } = past;
  const last = recent.at(-1);
  const pace = paceOf(usualGapMs(recent));
  const tail = recent.filter(({ at }) => at >= now - pace.noRiseMs);
  if (last === undefined || tail.length < pace.pointsMin) return null;
  const { stretch } = past;
  const smooth = pace.smoothing === SMOOTHING_POINTS ? stretch.smooth : smoothed(recent, pace.smoothing);
  const rise = Math.max(RISE_MIN, RISE_NOISES * stretch.noise);
  const start = stretch.points[0]?.at ?? last.at;
  const bend = fallingSince(stretch) ?? last;
  const newest = smooth.at(-1)?.celsius ?? last.celsius;
  const lows = smooth.filter(({ at }) => at >= lowSince);
  const low = lows.reduce((least, point) => (point.celsius <= least.celsius ? point : least), {
    at: last.at,
    celsius: newest,
  });
  const before = smooth.filter(({ at }) => at >= now - FELL_HOURS * HOUR_MS)[0]?.celsius ?? newest;
  return {
    isFalling:
      last.at - start >= pace.fallsMs &&
      !hasRisen(smooth, now - pace.noRiseMs, rise) &&
      before - newest >= FELL_MIN,
    since: bend.at,
    fell: Math.max(0, bend.celsius - newest),
    isSudden:
      steepestFall(recent, bend.at, pace.suddenMs) > SUDDEN.share * Math.max(0, bend.celsius - newest),
    fellLately: before - newest,
    celsius: newest,
    lowest: low.celsius,
    lowestAt: low.at,
  };
}

/** Room for three readings in bins of ten minutes. */
const SUDDEN = { share: 0.7, withinMs: 36 * 60_000 } as const;

/** The Kelvin that it fell in its steepest half hour, from just before a moment on. */
export function steepestFall(points: readonly Point[], since: Moment, withinMs: number): number {
  const first = points.findIndex(({ at }) => at >= since - withinMs);
  let steepest = 0;
  for (let index = Math.max(0, first); first >= 0 && index < points.length; index += 1) {
    const before = points[index];
    for (let next = index + 1; before !== undefined && next < points.length; next += 1) {
      const after = points[next];
      if (after === undefined || after.at - before.at > withinMs) break;
      steepest = Math.max(steepest, before.celsius - after.celsius);
    }
  }
  return steepest;
}

function hasRisen(smooth: readonly Point[], since: Moment, rise: number): boolean {
  let least = Number.POSITIVE_INFINITY;
  for (const { at, celsius } of smooth) {
    if (at < since) continue;
    if (celsius > least + rise) return true;
    least = Math.min(least, celsius);
  }
  return false;
}
