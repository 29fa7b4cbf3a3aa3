import { median } from "../../devices/device-status.ts";
import { HOUR_MS, type Moment } from "../../kernel/time.ts";
import { FREEZING_CELSIUS } from "../../kernel/units.ts";
import {
  designsOf,
  type Fit,
  fitted,
  MISSED,
  type Outside,
  type Prior,
  readAt,
  residualsOf,
  rowAfter,
  type Tau,
} from "./fit.ts";
import {
  downsampled,
  mean,
  type Outdoor,
  outdoorOf,
  type Point,
  riseOf,
  type Stretch,
  smoothed,
  type TemperatureHistory,
  usualGapMs,
} from "./history.ts";

/** The median of this many newest readings counts: it outvotes a door that is open just now. */
const NEWEST_POINTS = 3;
const NOW_POINTS = 2;
/** Longer than a cycle of the heating. */
const CYCLE_HOURS = 3;
const SMOOTHING_POINTS = 3;

/** A prior by which half of all homes lie between 21 and 70 hours. */
const USUAL_TAU: Tau = { tauHours: 38, spread: 0.9 };
/** How far above the forecast an unheated home settles, in °C: people, neighbors and the ground give heat. */
const FORECAST_OFFSET: Prior = { mean: 0.5, sd: 2.2 };
const UNKNOWN_OUTSIDE: Prior = { mean: -8, sd: 6 };
/** Standard deviations in °C of the heat left in radiators and air when the heating stopped, and of the sun. */
const HOME_PRIOR = { fastSd: 3, daySd: 1 };
const KNOWN_OUTSIDE: Outside = { offset: FORECAST_OFFSET, isKnown: true, ...HOME_PRIOR };
/** A heating that gives all it can keeps a room warmer than the outdoors by as much as when the room began to fall. */
const ALL_IT_CAN = { offsetSd: 4, fastSd: 0.7, heldHours: 12 } as const;
/** Nothing but the outdoors moves an unheated space; the ground and the house beside it keep it some degrees warmer. */
const UNHEATED_PRIOR = { offset: { mean: 2, sd: 4 }, isKnown: true, fastSd: 0.3, daySd: 0.3 };
const WIDE_TAU: Tau = { tauHours: 15, spread: 1.2 };
/**
 * A space that misses the law by more than `miss` °C or is `offset` °C warmer is heated; with more draft, a balcony.
 */
const UNHEATED = { hoursMin: 10, ageHoursMax: 2, miss: 0.6, offset: 8, draft: 0.5 } as const;

const COOLING_LIMITS = {
  stretchHoursMin: 0.75,
  pointsMin: 4,
  dropMin: 0.3,
  dropNoises: 3,
  silentHours: 2,
} as const;
/** Further ahead the weather is unknown, and there is time enough to evaluate again. */
const HORIZON_HOURS = 168;
/** A forecast's standard error grows with the root of the hours, to this after a day; °C. */
const WEATHER_ERROR = { aDay: 1.2, most: 3.5 } as const;
/** The forecast is too warm, right or too cold, each as likely. In its standard errors. */
const WEATHER_MOST = 1.15;
const WEATHERS = [-WEATHER_MOST, 0, WEATHER_MOST];
/** Standard errors from what no law covers (people, doors, wind): as a share of the hours, and in hours. */
const HOME_ERROR = { share: 0.2, hours: 0.6 } as const;
/** Five points that stand for a normal distribution, each as likely as the others. */
const SIGMAS = [-1.4, -0.53, 0, 0.53, 1.4];
/** A room reaches a limit before its fitted course does: doors open, readings err, and a sensor lags the air. */
export const EARLIER_HOURS = 0.15;
const RANGE = { low: 0.1, high: 0.9 } as const;

type Weighted = { value: number; weight: number };

type Ahead = { celsius: number; perSigma: number };

/**
 * Predicts the reading in each hour to come, in °C, and how much higher it is if the forecast is too cold by one
 * standard error, until no weather leaves it above `limit`. The newest reading's distance from the fit fades.
 */
function projected(fit: Fit, measured: number, limit = Number.NEGATIVE_INFINITY): Ahead[] {
  const draft = fit.unknowns[3] ?? 0;
  let row = fit.rows.at(-1);
  const rest = row === undefined ? 0 : measured - readAt(fit, row);
  const kept = Math.exp(-1 / fit.tauHours);
  let error = 0;
  const ahead: Ahead[] = [];
  for (const [hour, step] of fit.ahead.entries()) {
    const weather = Math.min(WEATHER_ERROR.most, WEATHER_ERROR.aDay * Math.sqrt((hour + 0.5) / 24));
    error = weather + (error - weather) * kept;
    row = rowAfter(row, step, fit);
    const celsius = readAt(fit, row) + rest * Math.exp(-(hour + 1) / MISSED.hours);
    const perSigma = error + draft * (weather - error);
    ahead.push({ celsius, perSigma });
    if (celsius + WEATHER_MOST * Math.abs(perSigma) <= limit) break;
  }
  return ahead;
}

/** Hours until 32 °F from `measured` °C if the forecast errs by `weather` standard errors; ∞ beyond the horizon. */
function hoursUntil(ahead: readonly Ahead[], measured: number, weather: number): number {
  let before = measured;
  if (before <= FREEZING_CELSIUS) return 0;
  for (const [hour, { celsius, perSigma }] of ahead.entries()) {
    const own = celsius + weather * perSigma;
    if (own <= FREEZING_CELSIUS) return hour + (before - FREEZING_CELSIUS) / (before - own);
    before = own;
  }
  return Number.POSITIVE_INFINITY;
}

/** Weighted quantiles at these shares, linear between the middles of two values; ∞ sorts last. */
function quantiles(values: readonly Weighted[], shares: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a.value - b.value);
  const whole = sorted.reduce((total, { weight }) => total + weight, 0);
  let sum = 0;
  const middles = sorted.map(({ value, weight }) => {
    sum += weight;
    return { value, at: (sum - weight / 2) / whole };
  });
  return shares.map((share) => {
    const index = middles.findIndex(({ at }) => at >= share);
    const [before, after] = [middles[index - 1], middles.at(index)];
    if (before === undefined || after === undefined) return after?.value ?? Number.NaN;
    const part = (share - before.at) / Math.max(after.at - before.at, 1e-12);
    if (!Number.isFinite(after.value)) return part < 0.5 ? before.value : after.value;
    return before.value + part * (after.value - before.value);
  });
}

/** Spreads each number of hours over its error. ∞ (never) stays as it is. */
const withError = (hours: readonly Weighted[]): Weighted[] =>
  hours.flatMap(({ value, weight }) => {
    if (!Number.isFinite(value)) return [{ value, weight }];
    const sd = Math.hypot(HOME_ERROR.share * value, HOME_ERROR.hours);
    return SIGMAS.map((sigmas) => ({
      value: Math.max(0, value - EARLIER_HOURS + sigmas * sd),
      weight: weight / SIGMAS.length,
    }));
  });

type CoolingInput = {
  past: TemperatureHistory;
  /** The location's hourly temperatures, forecast and known past hours; empty without a location. */
  outdoor: readonly Point[];
  /** When the heating went off, if known or likely; null or absent if unknown. */
  stoppedAt?: Moment | null;
};

/** Hours from now until 32 °F: the median, and the range of `RANGE`. `hoursHigh` null: perhaps never. */
export type TimeToFreeze = { hours: number; hoursLow: number; hoursHigh: number | null };

export type Outlook =
  | { is: "cooling"; estimate: TimeToFreeze }
  | { is: "safe"; why: "warming" | "steady" | "outside_not_freezing" }
  /** There are too few readings, or no current one. */
  | { is: "unknown" };

/** A sensor's outlook, and the history behind it. */
export type SensorOutlook = { outlook: Outlook; past: TemperatureHistory };

/** Estimates how long until the sensor reads 32 °F if the heating stays off. */
export function coolingOutlook(input: CoolingInput): Outlook {
  const { now, recent: points, stretch } = input.past;
  const last = points.at(-1);
  const silentMs = Math.max(COOLING_LIMITS.silentHours * HOUR_MS, 2 * usualGapMs(points));
  if (last === undefined || points.length < COOLING_LIMITS.pointsMin || now - last.at > silentMs)
    return { is: "unknown" };
  const outdoor = outdoorOf(input.outdoor);
  if (outdoor !== null && outdoor.lowest >= FREEZING_CELSIUS)
    return { is: "safe", why: "outside_not_freezing" };
  const known = points.filter(({ at }) => at >= (input.stoppedAt ?? Number.POSITIVE_INFINITY));
  // After a known stop all readings count, a sunny noon included, unless there are too few.
  const isKnown = known.length >= COOLING_LIMITS.pointsMin * 2;
  const whyNot = isKnown ? null : whyNotCooling(input.past);
  if (whyNot !== null) return whyNot;
  const whole = isKnown ? { points: known, noise: stretch.noise } : stretch;
  return outdoor === null
    ? estimated(whole, () => 0, { offset: UNKNOWN_OUTSIDE, isKnown: false, ...HOME_PRIOR }, now)
    : estimated(whole, outdoor.at, KNOWN_OUTSIDE, now);
}

function whyNotCooling({ recent, stretch }: TemperatureHistory): Outlook | null {
  const { points, noise, smooth, start } = stretch;
  const last = points.at(-1);
  const { at: startAt = 0, celsius: warmest = 0 } = smooth[start] ?? {};
  const drop = warmest - mean(recent.slice(-NOW_POINTS).map(({ celsius }) => celsius));
  if (last === undefined || drop < Math.max(COOLING_LIMITS.dropMin, COOLING_LIMITS.dropNoises * noise))
    return { is: "safe", why: points.length > 1 || drop >= 0 ? "steady" : "warming" };
  // The room hasn't been as warm again since this point.
  const below = smooth[smooth.findLastIndex(({ celsius }) => celsius >= warmest - riseOf(noise)) + 1];
  const hours = below === undefined ? 0 : (last.at - below.at) / HOUR_MS;
  // The heating let the room fall this far in the hours before.
  const before = smooth.slice(0, start).filter(({ at }) => at >= startAt - CYCLE_HOURS * HOUR_MS);
  const least = Math.min(...before.map(({ celsius }) => celsius));
  if (hours < CYCLE_HOURS && last.celsius > least - noise) return { is: "safe", why: "steady" };
  const isShort = hours < COOLING_LIMITS.stretchHoursMin || points.length < COOLING_LIMITS.pointsMin;
  return isShort ? { is: "unknown" } : null;
}

function estimated(whole: Stretch, outdoor: Outdoor["at"], outside: Outside, now: Moment): Outlook {
  const lastAt = whole.points.at(-1)?.at ?? now;
  const stretch = { ...whole, points: downsampled(smoothed(whole.points, SMOOTHING_POINTS)) };
  const { fits } = fitted(designsOf(stretch, outdoor, HORIZON_HOURS), outside, USUAL_TAU);
  const left = fits.flatMap((fit) => {
    const last = fit.rows.at(-1);
    const measured =
      last === undefined ? 0 : readAt(fit, last) + median(residualsOf(fit).slice(-NEWEST_POINTS));
    const ahead = projected(fit, measured, FREEZING_CELSIUS);
    return WEATHERS.map((weather) => ({
      value: hoursUntil(ahead, measured, weather) - (now - lastAt) / HOUR_MS,
      weight: fit.weight / WEATHERS.length,
    }));
  });
  const range = quantiles(withError(left), [0.5, RANGE.low, RANGE.high]).map((each) => Math.max(0, each));
  const [hours = 0, hoursLow = 0, high = 0] = range;
  if (!Number.isFinite(hours)) return { is: "safe", why: "outside_not_freezing" };
  const hoursHigh = Number.isFinite(high) ? high : null;
  return { is: "cooling", estimate: { hours, hoursLow, hoursHigh } };
}

/**
 * Predicts the next hours of an unheated space (crawlspace, garage, pump house), in °C. The outdoors alone must
 * explain its last day, so `outdoor` must hold past hours. Returns null if they don't, or if readings are old.
 */
export function unheatedAhead(past: TemperatureHistory, outdoor: readonly Point[], hours: number) {
  const { recent, now } = past;
  const [first, last, outside] = [recent[0], recent.at(-1), outdoorOf(outdoor)];
  if (first === undefined || last === undefined || outside === null) return null;
  // Late readings alone say nothing of the hours to come.
  if (now - last.at > UNHEATED.ageHoursMax * HOUR_MS || last.at - first.at < UNHEATED.hoursMin * HOUR_MS)
    return null;
  if (!outdoor.some(({ at }) => at <= first.at + HOUR_MS)) return null;
  const stretch = { points: downsampled(recent), noise: past.stretch.noise };
  const { fits } = fitted(designsOf(stretch, outside.at, hours), UNHEATED_PRIOR, WIDE_TAU);
  const [best] = fits.toSorted((a, b) => b.weight - a.weight);
  if (best === undefined || !isUnheated(best)) return null;
  const measured = mean(recent.slice(-3).map(({ celsius }) => celsius));
  return projected(best, measured).map(({ celsius }, hour) => ({
    at: last.at + (hour + 1) * HOUR_MS,
    celsius,
  }));
}

function isUnheated(best: Fit): boolean {
  const [, offset = 0, , draft = 0] = best.unknowns;
  const miss = median(residualsOf(best).map(Math.abs));
  return miss <= UNHEATED.miss && Math.abs(offset) <= UNHEATED.offset && draft <= UNHEATED.draft;
}

/**
 * Returns the natural logarithm of the odds that a room's heating is off, and not giving all it can in a frost. If it
 * is off, the room falls towards the outdoors at once and steadily; otherwise later and less far. Returns null if the
 * outdoors are unknown, or too few readings came since the room began to fall.
 */
export function offOdds(past: TemperatureHistory, since: Moment, outdoor: readonly Point[]): number | null {
  const known = outdoorOf(outdoor);
  const falling = past.recent.filter(({ at }) => at >= since);
  const [first] = falling;
  if (known === null || first === undefined || falling.length < COOLING_LIMITS.pointsMin) return null;
  const stretch = { points: downsampled(smoothed(falling, SMOOTHING_POINTS)), noise: past.stretch.noise };
  const held = Array.from({ length: ALL_IT_CAN.heldHours }, (_, hour) => known.at(first.at - hour * HOUR_MS));
  const warmerBy = { mean: first.celsius - mean(held), sd: ALL_IT_CAN.offsetSd };
  const on: Outside = { ...KNOWN_OUTSIDE, offset: warmerBy, fastSd: ALL_IT_CAN.fastSd };
  const designs = designsOf(stretch, known.at);
  return (fitted(designs, on, USUAL_TAU).cost - fitted(designs, KNOWN_OUTSIDE, USUAL_TAU).cost) / 2;
}
