import { HOUR_MS, type Moment } from "../../kernel/time.ts";
import { goingOn, HORIZON_HOURS, hoursUntil, rowsAfter, WEATHERS } from "./going-on.ts";
import { hypotheses, newestBy, type Outside, type TauPrior } from "./hypotheses.ts";
import {
  type Cooled,
  CYCLE_HOURS,
  outdoorOf,
  type Past,
  type Point,
  type Stretch,
  smoothed,
  thinned,
  usualGapMs,
} from "./points.ts";
import { quantiles, withError } from "./range.ts";

export type CoolingInput = {
  past: Past;
  /** The place's hourly temperatures, forecast and past hours as far as known; empty without a location. */
  outdoor: readonly Point[];
  /** Time constant of an earlier stretch that was long enough to be remembered. */
  rememberedTauHours: number | null;
  /** When the heating went off, as far as it is known or likely; null or absent where nobody knows. */
  stoppedAt?: Moment | null;
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

/** What a sensor's readings come to. */
export type SensorOutlook = { outlook: Outlook; past: Past };

/** The data that the estimate uses, and what makes a stretch usable. */
const COOLING_LIMITS = {
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
const SMOOTHING_POINTS = 3;

/** A default is what the stretch itself has hardly narrowed. */
const NARROWED = 0.6;

/** How long until the sensor reads 32 °F if the heating stays off. */
export function coolingOutlook(input: CoolingInput): Outlook {
  const { now, recent: points } = input.past;
  const last = points.at(-1);
  if (last === undefined || points.length < COOLING_LIMITS.pointsMin)
    return { is: "unknown", why: "too_few_readings" };
  if (now - last.at > Math.max(COOLING_LIMITS.silentHours * HOUR_MS, 2 * usualGapMs(points)))
    return { is: "unknown", why: "silent" };
  const outdoor = outdoorOf(input.outdoor);
  if (outdoor !== null && outdoor.lowest >= FREEZING_CELSIUS)
    return { is: "safe", why: "outside_not_freezing" };
  const cooled = input.past.stretch;
  const known = points.filter(({ at }) => at >= (input.stoppedAt ?? Number.POSITIVE_INFINITY));
  // What came after a known stop is all of it, a sunny noon included, unless that is too little to go by.
  const isKnown = known.length >= COOLING_LIMITS.pointsMin * 2;
  const whyNot = isKnown ? null : whyNotCooling(cooled);
  if (whyNot !== null) return whyNot;
  const outside: Outside =
    outdoor === null
      ? { at: NOWHERE, offset: UNKNOWN_OUTSIDE, isKnown: false, ...OF_A_HOME }
      : { at: outdoor.at, offset: FORECAST_OFFSET, isKnown: true, ...OF_A_HOME };
  return outlookOf(isKnown ? { points: known, noise: cooled.noise } : cooled, outside, input);
}

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

function outlookOf(whole: Stretch, outside: Outside, input: CoolingInput): Outlook {
  const { rememberedTauHours } = input;
  const { now } = input.past;
  const [first = { at: now }] = whole.points;
  const last = whole.points.at(-1) ?? first;
  const prior: TauPrior =
    rememberedTauHours === null ? USUAL_TAU : { tauHours: rememberedTauHours, spread: REMEMBERED_SPREAD };
  const stretch = { ...whole, points: thinned(smoothed(whole.points, SMOOTHING_POINTS)) };
  const candidates = hypotheses(stretch, outside, prior);
  const rows = rowsAfter(last.at, HORIZON_HOURS, outside.at);
  const elapsed = (now - last.at) / HOUR_MS;
  const left = candidates.flatMap((hypothesis) => {
    const measured = newestBy(hypothesis);
    const ahead = goingOn(hypothesis, measured, rows, FREEZING_CELSIUS);
    return WEATHERS.map((weather) => ({
      value: hoursUntil(FREEZING_CELSIUS, ahead, measured, weather) - elapsed,
      weight: hypothesis.weight / WEATHERS.length,
    }));
  });
  const [hours = 0, hoursLow = 0, hoursHigh = 0] = quantiles(withError(left), [
    0.5,
    RANGE.low,
    RANGE.high,
  ]).map((each) => Math.max(0, each));
  if (!Number.isFinite(hours)) return { is: "safe", why: "outside_not_freezing" };
  const range = { hours, hoursLow, hoursHigh: Number.isFinite(hoursHigh) ? hoursHigh : null };
  const taus = candidates.map(({ tauHours, weight }) => ({ value: tauHours, weight }));
  const [tauLow = 0, tauHours = 0, tauHigh = 0] = quantiles(taus, [0.16, 0.5, 0.84]);
  const stretchHours = (last.at - first.at) / HOUR_MS;
  const isNarrowed = Math.log(tauHigh / tauLow) / 2 <= NARROWED * USUAL_TAU.spread;
  const basis = !outside.isKnown ? "trend" : isNarrowed || rememberedTauHours !== null ? "fitted" : "default";
  return { is: "cooling", estimate: { ...range, basis, tauHours, stretchHours } };
}
