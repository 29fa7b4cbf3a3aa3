import { HOUR_MS, type Moment } from "../../kernel/time.ts";
import { type Hypothesis, hypotheses, likeliest, missOf, type TauPrior } from "./hypotheses.ts";
import { angleOf, beginningOf, type Column, type Possibility } from "./law.ts";
import { drawn } from "./least-squares.ts";
import { binned, mean, noiseOf, outdoorOf, type Point, thinned } from "./points.ts";

const STEP_HOURS = 0.5;
/** Further ahead nobody knows the weather, and there is time enough to ask again. */
const HORIZON_HOURS = 168;
/** How long the air goes on missing the law as it does now. */
const REST_HOURS = 2;
const STEPS = HORIZON_HOURS / STEP_HOURS;
const STEPS_A_DAY = 24 / STEP_HOURS;

/** A forecast's standard error grows with the root of the hours, to this after a day; °C. */
const WEATHER_ERROR_A_DAY = 1.2;
const WEATHER_ERROR_MAX = 3.5;

/** One array serves all courses: each tick follows some hundred of them for every cold sensor. */
const AHEAD = new Float64Array(STEPS);

/**
 * Standard normal numbers, far from one another: what each possibility is drawn with. The last is the
 * weather's.
 */
const DRAWS: readonly (readonly number[])[] = [
  [0, 0, 0, 0, 0, 0, 0],
  [0.9, -1.1, 0.5, 0.8, -0.6, 1, 1.15],
  [-0.9, 1.1, -0.5, -0.8, 0.6, -1, -1.15],
  [1.2, 0.7, -0.9, -0.5, 1, 0.6, -1],
  [-1.2, -0.7, 0.9, 0.5, -1, -0.6, 1],
];

const NEVER = Number.NEGATIVE_INFINITY;

const WINDOW_HOURS = 30;
const WINDOW_HOURS_MIN = 10;
/** How old the newest reading may be. */
const NEWEST_HOURS_MAX = 2;
/** A law of cooling that misses by more has a heating, or the sun, at work beside it. In °C. */
const MISS_MAX = 0.6;
/** Warmer than the outdoors by more than this, somebody heats it. In °C. */
const OFFSET_MAX = 8;
/** Nothing but the outdoors moves it, the ground and the house beside it keep it warmer by some degrees. */
const LEFT_ALONE = { offset: { mean: 2, sd: 4 }, isKnown: true, fastSd: 0.3, daySd: 0.3 };
const ANY_TAU: TauPrior = { tauHours: 15, spread: 1.2 };

/**
 * A possibility from the last reading on. `weatherError`: how far off the forecast will turn out, in standard
 * errors.
 */
type Course = {
  possibility: Possibility;
  hypothesis: Hypothesis;
  measured: number;
  weatherError: number;
};

const weatherErrorAt = (hours: number): number =>
  Math.min(WEATHER_ERROR_MAX, WEATHER_ERROR_A_DAY * Math.sqrt(hours / 24));

const WEATHER_ERRORS: Column = Array.from({ length: STEPS }, (_, step) => weatherErrorAt(step * STEP_HOURS));

/**
 * What every course from a moment meets in the middle of each half hour: the outdoors, and of one day the sine
 * and cosine.
 */
type Steps = { outdoor: Column; sines: Column; cosines: Column };

export function stepsFrom(from: Moment, outdoor: (at: Moment) => number): Steps {
  const middle = (step: number): Moment => from + (step + 0.5) * STEP_HOURS * HOUR_MS;
  const aDay = Array.from({ length: STEPS_A_DAY }, (_, step) => angleOf(middle(step)));
  const outdoors = new Array<number>(STEPS).fill(Number.NaN);
  for (let step = 0; step < STEPS; step += 1) outdoors[step] = outdoor(middle(step));
  return { outdoor: outdoors, sines: aDay.map(Math.sin), cosines: aDay.map(Math.cos) };
}

/**
 * Puts into `AHEAD` what the sensor will read at the end of each half hour, in °C: `most` of them, or until it
 * reads `limit`. Answers how many.
 */
function readAhead(
  course: Course,
  { outdoor, sines, cosines }: Steps,
  { limit, most }: { limit: number; most: number },
): number {
  const { possibility, hypothesis, measured, weatherError } = course;
  const last = { term: hypothesis.lastTerm, hours: hypothesis.lastHours, measured };
  const { own: begins, fast, rest } = beginningOf(possibility, last);
  const [, offset = 0, , draught = 0, sine = 0, cosine = 0] = possibility.unknowns;
  const kept = Math.exp(-STEP_HOURS / possibility.tauHours);
  const [fastKept, restKept] = [
    Math.exp(-STEP_HOURS / possibility.fastHours),
    Math.exp(-STEP_HOURS / REST_HOURS),
  ];
  let own = begins;
  let fastLeft = fast;
  let restLeft = rest;
  for (let step = 0; step < most; step += 1) {
    const outdoors = (outdoor[step] ?? 0) + weatherError * (WEATHER_ERRORS[step] ?? 0);
    const hour = step % STEPS_A_DAY;
    const day = sine * (sines[hour] ?? 0) + cosine * (cosines[hour] ?? 0);
    const outside = outdoors + offset + day;
    own = outside + (own - outside) * kept;
    fastLeft *= fastKept;
    restLeft *= restKept;
    const celsius = own + fastLeft + restLeft + draught * (outdoors - own);
    AHEAD[step] = celsius;
    if (celsius <= limit) return step + 1;
  }
  return most;
}

/** Hours until what the sensor reads falls to `limit` (°C); ∞ where it does not within the horizon. */
export function hoursUntil(limit: number, course: Course, steps: Steps): number {
  if (course.measured <= limit) return 0;
  const count = readAhead(course, steps, { limit, most: STEPS });
  const last = AHEAD[count - 1] ?? limit;
  const before = AHEAD[count - 2] ?? course.measured;
  return last <= limit
    ? (count - 1) * STEP_HOURS + (STEP_HOURS * (before - limit)) / (before - last)
    : Number.POSITIVE_INFINITY;
}

/** Ways that a hypothesis may go on from now, each as likely as the others. */
export const coursesOf = (hypothesis: Hypothesis, measured: number): Course[] =>
  DRAWS.map((normals) => ({
    hypothesis,
    measured,
    possibility: {
      tauHours: hypothesis.tauHours,
      fastHours: hypothesis.fastHours,
      unknowns: drawn(hypothesis.solution, normals),
    },
    weatherError: normals.at(-1) ?? 0,
  }));

/** The likeliest course by the full hour, `hours` of them. */
export function hourlyAhead(
  hypothesis: Hypothesis,
  measured: number,
  from: Moment,
  hours: number,
  outdoor: (at: Moment) => number,
): Point[] {
  const [course] = coursesOf(hypothesis, measured);
  if (course === undefined) return [];
  const most = Math.min(STEPS, hours / STEP_HOURS);
  const count = readAhead(course, stepsFrom(from, outdoor), { limit: NEVER, most });
  return Array.from(AHEAD.subarray(0, count)).flatMap((celsius, step) => {
    const after = (step + 1) * STEP_HOURS;
    return after % 1 === 0 ? [{ at: from + after * HOUR_MS, celsius }] : [];
  });
}

/**
 * The next hours of an unheated space (crawlspace, garage, pump house), in °C: its last day has to be
 * explained by the outdoors alone, past hours of which `outdoor` must hold. Null for a heated or unexplained
 * one.
 */
export function unheatedAhead(
  points: readonly Point[],
  outdoor: readonly Point[],
  now: Moment,
  hours: number,
): Point[] | null {
  const recent = binned(points, now - WINDOW_HOURS * HOUR_MS, now);
  const [first, last, outside] = [recent[0], recent.at(-1), outdoorOf(outdoor)];
  if (first === undefined || last === undefined || outside === null) return null;
  // Late readings alone say nothing of the hours to come.
  if (now - last.at > NEWEST_HOURS_MAX * HOUR_MS) return null;
  const isLongEnough = last.at - first.at >= WINDOW_HOURS_MIN * HOUR_MS;
  if (!isLongEnough || !outdoor.some(({ at }) => at <= first.at + HOUR_MS)) return null;
  const stretch = { points: thinned(recent), noise: noiseOf(recent) };
  const candidates = hypotheses(stretch, { at: outside.at, ...LEFT_ALONE }, ANY_TAU);
  const best = likeliest(candidates);
  if (best === null || !isUnheated(best)) return null;
  const measured = mean(recent.slice(-3).map(({ celsius }) => celsius));
  return hourlyAhead(best, measured, last.at, hours, outside.at);
}

const isUnheated = (best: Hypothesis): boolean =>
  missOf(best) <= MISS_MAX && Math.abs(best.solution.values[1] ?? 0) <= OFFSET_MAX;
