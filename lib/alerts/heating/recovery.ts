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

/** How sure it must be that the heating is off, as the natural logarithm of the odds: about 3 and 12 to one. */
export const ODDS = { danger: 1, sure: 2.5 } as const;
/** About 250 to one, which a dead heating reaches within hours: for a home whose last question ended by itself. */
const CLEAR = 5.5;

export const oddsNeeded = (least: number, state: EpisodeState, now: Moment): number =>
  hasReturned([state], now) ? CLEAR : least;

const HOURS_DEFAULT: Record<HeatingAnswer, number> = {
  turned_down: LIMITS.turnedDownHoursDefault,
  door_open: LIMITS.doorOpenHoursDefault,
  no: 0,
};

/** No cold night and no airing lasts as long as this. */
const WEAK_MS = 8 * HOUR_MS;

/** Limits at which a room's own alert would begin; `hoursOfOthers`: within this, those of other rooms may follow. */
const DANGER = { hours: 12, coolCelsius: 10, celsius: 5.5, hoursOfOthers: 24 } as const;

/** A room that is this much warmer than three hours ago isn't cooling, whatever it did before. */
const RISING_KELVIN = 0.5;

const LIVED_IN_CELSIUS = 15;

/** A larger and longer rise than the sun's: half of what the room had lost, or back to where it usually is. */
const WARMING = { hoursMin: 1.5, hoursHeld: 6, share: 0.5, kelvinMin: 2, nearFloor: 0.3 } as const;

/** A room that goes on falling as it did lately reaches 35 °F within this time. */
const SOON_CRITICAL = { celsius: CRITICAL_CELSIUS, hours: 6 } as const;

/** True if the alert asks the household a question that is still open. */
export const asksNow = ({ kind, closedAt }: Pick<AlertRecord, "kind" | "closedAt">): boolean =>
  kind === "heating_stopped" && closedAt === null;

/**
 * Stores an answer, which the next evaluation acts on. An acknowledgement stays as it is: somebody who says that the
 * heating should be on has not promised to go and look.
 */
export function answerQuestion(
  state: EpisodeState,
  { answer, hours = HOURS_DEFAULT[answer] }: QuestionAnswer,
  by: string | null,
  now: Moment,
): EpisodeState {
  return { ...state, answer: { is: answer, until: now + hours * HOUR_MS, at: now, by } };
}

/** A room with its recent course and the time to freeze; `course` is null if too little is known. */
export type RoomCourse = Room & {
  course: Course | null;
  /**
   * The logarithm of the odds that its heating is off rather than at its limit in a frost; null if the outdoors is
   * unknown. It takes some work, so it is a getter that is read only if all else speaks for a question.
   */
  readonly offOdds: number | null;
  /** How long it has been colder than its week explains, without a pause, and how long its value has not changed. */
  coldMs: number;
  stillMs: number;
  /** Hours from now until 32 °F, at the earliest and at the latest (null: perhaps never); null if it isn't cooling. */
  freezing: { hours: number; hoursLow: number; hoursHigh: number | null } | null;
};

export const knownOf = (rooms: readonly RoomCourse[]): RoomCourse[] =>
  rooms.filter(({ isFresh, course }) => isFresh && course !== null);

/** In this time even a coarse sensor shows that its room falls, if the other rooms fell by this much. */
const STILL = { ms: 6 * HOUR_MS, kelvin: 2 } as const;

/**
 * Returns the rooms that say something about the heating. A room that stays the same for hours in which all others fall
 * is kept warm by something else, or its sensor is stuck.
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
 * True if all heated rooms have been colder than their week explains for hours: the heating gives less than it did.
 * Always false if the home's last such question ended by itself recently.
 */
export function isWeak(heated: readonly RoomCourse[], state: EpisodeState, now: Moment): boolean {
  const known = knownOf(heated);
  const isAll = areAllBelow(heated) && known.length > 0 && known.every(isWeakly);
  return isAll && !hasReturned([state], now);
}

/** A rising room is heated: after a power cut, a cold home takes a day to warm up. */
const isWeakly = ({ coldMs, course }: RoomCourse): boolean =>
  coldMs >= WEAK_MS && (course?.fellLately ?? 0) > -RISING_KELVIN;

/** True if it falls without a pause, and not because a door was opened. */
const isFallingOn = ({ course }: RoomCourse): boolean => course?.isFalling === true && !course.isSudden;

/**
 * True if the middle one of the rooms speaks clearly for a stopped heating, and none against it: of many rooms, some
 * always fit both. If the outdoor temperature is unknown, the fall of the rooms has to be evidence enough.
 */
export function isLikelyOff(rooms: readonly RoomCourse[], needed: number): boolean {
  const odds = knownOf(rooms).map(({ offOdds }) => offOdds ?? needed);
  const middle = odds.toSorted((a, b) => a - b)[Math.floor((odds.length - 1) / 2)] ?? needed;
  return middle >= needed && odds.every((own) => own >= 0);
}

/** True unless the room is unheated and as cold as always, which says nothing about the heating. */
export const isConcerned = (room: RoomCourse): boolean => room.isHeated || isFallingWith(room);

/** True if all rooms are cold and cooling, and one that nothing holds at its temperature will soon be too cold. */
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

/** A heated room above its floor doesn't count: its week explains such a night. */
const isCoolingOn = ({ celsius, floor, isHeated, freezing, course }: RoomCourse): boolean =>
  freezing !== null &&
  (course === null || course.fellLately > -RISING_KELVIN) &&
  (celsius <= floor || (!isHeated && freezing.hours <= DANGER.hoursOfOthers));

/** Colder than usual at this hour, or soon in danger: the message about the home applies to this room. */
export const isFallingWith = ({ celsius, floor, freezing }: RoomCourse): boolean =>
  celsius <= floor || (freezing !== null && freezing.hours <= DANGER.hoursOfOthers);

/**
 * For a home whose week is unknown: one room that stays warm enough to live in shows that the heating works, and a cold
 * room beside it has its own alert. In a home that is kept cool, all rooms must have warmed up.
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
 * True if no reminder is needed: no cooling room is at 40 °F or near 32 °F yet, or one will soon be at its critical
 * limit. Either way, the next message says when a room gets there.
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

/** A room's last hours: if it falls steadily, and if its heating may have come back. */
export type Course = {
  /** True if it has fallen, and not risen for an hour and a half (longer for a slow device). */
  isFalling: boolean;
  /** When it began to fall as fast as it does now, and by how many K it has fallen since. */
  since: Moment;
  fell: number;
  /** True if most of the fall came within half an hour, as by an open door or window: walls cool for hours. */
  isSudden: boolean;
  /** By how many K it has fallen within the last three hours; negative for a rise. */
  fellLately: number;
  celsius: number;
  /** The lowest temperature since `lowSince`, in °C, and when it was last that low. */
  lowest: number;
  lowestAt: Moment;
};

const NO_RISE_HOURS = 1.5;
/** A device is slow if this much time lies between its posts: then three posts have to be enough. */
const SLOW_MS = 22 * MINUTE_MS;

/** How a course is examined, given the time between its points. In milliseconds and points. */
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
/** A rise is more than this, in K, and more than `RISE_NOISES` times the sensor's noise. */
const RISE_MIN = 0.2;
const RISE_NOISES = 3.5;
const FELL_HOURS = 3;
const FELL_MIN = 0.4;

/** Returns null if there are too few readings. `lowSince`: from when on to look for the lowest temperature. */
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

/** `withinMs` has room for three readings in bins of ten minutes. */
const SUDDEN = { share: 0.7, withinMs: 36 * 60_000 } as const;

/** The largest fall within any `withinMs`, in K, from that long before `since` on. */
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
