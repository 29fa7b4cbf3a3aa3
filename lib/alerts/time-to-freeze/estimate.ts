import { HOUR_MS, type Moment } from "../../kernel/time.ts";
import { coursesOf, hoursUntil, stepsFrom } from "./ahead.ts";
import { type Hypothesis, hypotheses, newestBy, type Outside, type TauPrior } from "./hypotheses.ts";
import {
  binned,
  type Cooled,
  CYCLE_HOURS,
  coolingStretch,
  noiseOf,
  outdoorOf,
  type Point,
  type Stretch,
  smoothed,
  thinned,
  usualGapMs,
} from "./points.ts";
import {
  logSpread,
  quantile,
  quantileOfSorted,
  rangeFactor,
  type ScoredRange,
  sortedByValue,
  widened,
  withError,
} from "./range.ts";

export type CoolingInput = {
  /** The sensor's readings of the last hours, oldest first (`celsiusPoints`). */
  points: readonly Point[];
  /** The place's hourly temperatures, forecast and past hours as far as known; empty without a location. */
  outdoor: readonly Point[];
  /** Time constant of an earlier stretch that was long enough to be remembered. */
  rememberedTauHours: number | null;
  /** When the heating went off, as far as it is known or likely; null or absent where nobody knows. */
  stoppedAt?: Moment | null;
  /** How earlier ranges of this home turned out. */
  scored?: readonly ScoredRange[];
};

/**
 * `fitted`: by this sensor's cooling; `default`: by a usual home's; `trend`: without knowing the outdoors.
 */
type Basis = "fitted" | "default" | "trend";

export type TimeToFreeze = {
  /**
   * Hours from now until 32 °F: the middle of what is likely, and its range. `hoursHigh` null: perhaps never.
   */
  hours: number;
  hoursLow: number;
  hoursHigh: number | null;
  basis: Basis;
  tauHours: number;
  /** For how long it has been cooling; a `fitted` τ of three hours or more is worth remembering. */
  stretchHours: number;
};

export type Outlook =
  | { is: "cooling"; estimate: TimeToFreeze }
  | { is: "safe"; why: "warming" | "steady" | "outside_not_freezing" }
  | { is: "unknown"; why: "too_few_readings" | "silent" };

/** The data that the estimate uses, and what makes a stretch usable. */
const COOLING_LIMITS = {
  windowHours: 30,
  stretchHoursMin: 0.75,
  pointsMin: 4,
  dropMin: 0.3,
  dropNoises: 3,
  /** How old the newest reading may be, of a device that speaks every hour or more often. */
  silentHours: 2,
} as const;

export const FREEZING_CELSIUS = 0;

/** Usual homes: half of them between 16 and 55 hours. */
export const USUAL_TAU: TauPrior = { tauHours: 38, spread: 0.9 };
/**
 * Another cooling of the same home was another: less of it was warm, a window was open, or its heating worked
 * a little beside it. It moves the middle of what is usual, and narrows nothing.
 */
const REMEMBERED_SPREAD = USUAL_TAU.spread;

/** A forecast is for the next grid point, and a home has people, neighbours and ground in it. In °C. */
export const FORECAST_OFFSET = { mean: 0.5, sd: 2.2 };
/** Nothing known but that somebody asked: a frosty outside, within wide bounds. In °C. */
const UNKNOWN_OUTSIDE = { mean: -8, sd: 6 };
/**
 * The heat stored in radiators and air when the heating stopped, and the effect of the sun by day. Standard
 * deviations in °C.
 */
export const OF_A_HOME = { fastSd: 3, daySd: 1 };
const NOWHERE = () => 0;

const RANGE = { low: 0.1, high: 0.9 } as const;
/** Less than that of the whole weight is not worth following for days. */
const WEIGHT_MIN = 0.004;
const SMOOTHING_POINTS = 3;

/** A default is what the stretch itself has hardly narrowed. */
const NARROWED = 0.6;

/** How long until the sensor reads 32 °F if the heating stays off. */
export function coolingOutlook(input: CoolingInput, now: Moment): Outlook {
  const points = binned(input.points, now - COOLING_LIMITS.windowHours * HOUR_MS, now);
  const last = points.at(-1);
  if (last === undefined || points.length < COOLING_LIMITS.pointsMin)
    return { is: "unknown", why: "too_few_readings" };
  if (now - last.at > Math.max(COOLING_LIMITS.silentHours * HOUR_MS, 2 * usualGapMs(points)))
    return { is: "unknown", why: "silent" };
  const outdoor = outdoorOf(input.outdoor);
  if (outdoor !== null && outdoor.lowest >= FREEZING_CELSIUS)
    return { is: "safe", why: "outside_not_freezing" };
  const known = sinceStop(points, input.stoppedAt ?? null);
  const cooled = known === null ? coolingStretch(points) : null;
  const whyNot = cooled === null ? null : whyNotCooling(cooled);
  if (whyNot !== null) return whyNot;
  const outside: Outside =
    outdoor === null
      ? { at: NOWHERE, offset: UNKNOWN_OUTSIDE, isKnown: false, ...OF_A_HOME }
      : { at: outdoor.at, offset: FORECAST_OFFSET, isKnown: true, ...OF_A_HOME };
  const stretch = known ?? cooled;
  return stretch === null
    ? { is: "unknown", why: "too_few_readings" }
    : outlookOf(stretch, outside, input, now);
}

/** What came after a known stop, a sunny noon included; null where that is too little to go by. */
function sinceStop(points: readonly Point[], stoppedAt: Moment | null): Stretch | null {
  if (stoppedAt === null) return null;
  const after = points.filter(({ at }) => at >= stoppedAt);
  return after.length < COOLING_LIMITS.pointsMin * 2 ? null : { points: after, noise: noiseOf(points) };
}

/** The same as `coolingOutlook`, null where nothing freezes or nothing is known. */
export function timeToFreeze(input: CoolingInput, now: Moment): TimeToFreeze | null {
  const outlook = coolingOutlook(input, now);
  return outlook.is === "cooling" ? outlook.estimate : null;
}

const spanHours = ({ points }: Stretch): number =>
  ((points.at(-1)?.at ?? 0) - (points[0]?.at ?? 0)) / HOUR_MS;

function whyNotCooling(stretch: Cooled): Outlook | null {
  const { points, noise, drop, belowSince, leastBefore } = stretch;
  const last = points.at(-1);
  if (last === undefined || drop < Math.max(COOLING_LIMITS.dropMin, COOLING_LIMITS.dropNoises * noise))
    return { is: "safe", why: points.length > 1 || drop >= 0 ? "steady" : "warming" };
  const hours = belowSince === null ? 0 : (last.at - belowSince) / HOUR_MS;
  if (hours < CYCLE_HOURS && last.celsius > leastBefore - noise) return { is: "safe", why: "steady" };
  const isShort = hours < COOLING_LIMITS.stretchHoursMin || points.length < COOLING_LIMITS.pointsMin;
  return isShort ? { is: "unknown", why: "too_few_readings" } : null;
}

function outlookOf(whole: Stretch, outside: Outside, input: CoolingInput, now: Moment): Outlook {
  const { rememberedTauHours, scored = [] } = input;
  const prior: TauPrior =
    rememberedTauHours === null ? USUAL_TAU : { tauHours: rememberedTauHours, spread: REMEMBERED_SPREAD };
  const stretch = { ...whole, points: thinned(smoothed(whole.points, SMOOTHING_POINTS)) };
  const candidates = hypotheses(stretch, outside, prior).filter(({ weight }) => weight >= WEIGHT_MIN);
  const last = stretch.points.at(-1)?.at ?? now;
  const steps = stepsFrom(last, outside.at);
  const elapsed = (now - last) / HOUR_MS;
  const left = candidates.flatMap((hypothesis) => {
    const courses = coursesOf(hypothesis, newestBy(hypothesis));
    return courses.map((course) => ({
      value: hoursUntil(FREEZING_CELSIUS, course, steps) - elapsed,
      weight: hypothesis.weight / courses.length,
    }));
  });
  const likely = sortedByValue(withError(left));
  const at = (share: number): number => Math.max(0, quantileOfSorted(likely, share));
  const [hours, hoursLow, hoursHigh] = [at(0.5), at(RANGE.low), at(RANGE.high)];
  if (!Number.isFinite(hours)) return { is: "safe", why: "outside_not_freezing" };
  const estimated = { hours, hoursLow, hoursHigh: Number.isFinite(hoursHigh) ? hoursHigh : null };
  const range = widened(estimated, rangeFactor(scored));
  const taus = candidates.map(({ tauHours, weight }) => ({ value: tauHours, weight }));
  const basis = basisOf(candidates, outside, rememberedTauHours);
  const estimate = { ...range, basis, tauHours: quantile(taus, 0.5), stretchHours: spanHours(whole) };
  return { is: "cooling", estimate };
}

function basisOf(candidates: readonly Hypothesis[], outside: Outside, remembered: number | null): Basis {
  if (!outside.isKnown) return "trend";
  const spread = logSpread(candidates.map(({ tauHours, weight }) => ({ value: tauHours, weight })));
  return remembered === null && spread > NARROWED * USUAL_TAU.spread ? "default" : "fitted";
}
