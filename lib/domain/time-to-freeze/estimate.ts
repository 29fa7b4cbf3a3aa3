import type { Moment } from "../alerts/evidence.ts";
import { type Hypothesis, hypotheses, type Outside, quantile, type TauPrior } from "./hypotheses.ts";
import { outdoorOf } from "./outdoor.ts";
import { binned, HOUR_MS, mean, type Point } from "./points.ts";
import { hoursUntil } from "./predict.ts";
import { coolingStretch, type Stretch } from "./stretch.ts";
import { bestSpan } from "./span.ts";

export type CoolingInput = {
  /** The sensor's readings of the last hours, oldest first (`celsiusPoints`). */
  points: readonly Point[];
  /** The place's hourly temperatures, forecast and past hours as far as known; empty without a location. */
  outdoor: readonly Point[];
  /** Time constant of an earlier stretch that was long enough to be remembered. */
  rememberedTauHours: number | null;
};

/** `fitted`: by this sensor's cooling; `default`: by a usual home's; `trend`: without knowing the outdoors. */
export type Basis = "fitted" | "default" | "trend";

export type TimeToFreeze = {
  /** Hours from now until 32 °F: the middle of what is likely, and 80 % of it. `hoursHigh` is null for perhaps never. */
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

const FREEZING_CELSIUS = 0;

/** What is looked at, and what a stretch has to have to be one. */
export const COOLING_LIMITS = {
  windowHours: 18,
  stretchHoursMin: 0.75,
  pointsMin: 4,
  dropMin: 0.3,
  dropNoises: 3,
  /** Newest readings that say where the home is now, and how old the last may be. */
  newestPoints: 3,
  silentHours: 2,
} as const;

/** Usual homes: half of them between 16 and 55 hours. */
const USUAL_TAU: TauPrior = { tauHours: 30, spread: 0.9 };
const REMEMBERED_SPREAD = 0.3;

/** A forecast is for the next grid point, and a home has people and sun in it. In °C. */
const FORECAST_OFFSET = { mean: 0, sd: 1 };
/** Nothing known but that somebody asked: a frosty outside, within wide bounds. In °C. */
const UNKNOWN_OUTSIDE = { mean: -8, sd: 8 };

/** What air that moves about adds to a reading's noise. In °C. */
const NOW_ERROR = 0.05;

/** A default is what the stretch itself has hardly narrowed. */
const NARROWED = 0.6;

/** How long until the sensor reads 32 °F if the heating stays off. */
export function coolingOutlook(input: CoolingInput, now: Moment): Outlook {
  const points = binned(input.points, now - COOLING_LIMITS.windowHours * HOUR_MS, now);
  const last = points.at(-1);
  if (last === undefined || points.length < COOLING_LIMITS.pointsMin)
    return { is: "unknown", why: "too_few_readings" };
  if (now - last.at > COOLING_LIMITS.silentHours * HOUR_MS) return { is: "unknown", why: "silent" };
  const outdoor = outdoorOf(input.outdoor);
  if (outdoor !== null && outdoor.lowest >= FREEZING_CELSIUS)
    return { is: "safe", why: "outside_not_freezing" };
  const stretch = coolingStretch(points);
  const whyNot = whyNotCooling(stretch);
  if (whyNot !== null) return whyNot;
  const outside: Outside =
    outdoor === null
      ? { outdoor: () => 0, prior: UNKNOWN_OUTSIDE, isKnown: false }
      : { outdoor: outdoor.at, prior: FORECAST_OFFSET, isKnown: true };
  return outlookOf(stretch, outside, input.rememberedTauHours, now);
}

/** As `coolingOutlook`, null where nothing freezes or nothing is known. */
export function timeToFreeze(input: CoolingInput, now: Moment): TimeToFreeze | null {
  const outlook = coolingOutlook(input, now);
  return outlook.is === "cooling" ? outlook.estimate : null;
}

const spanHours = ({ points }: Stretch): number =>
  ((points.at(-1)?.at ?? 0) - (points[0]?.at ?? 0)) / HOUR_MS;

function whyNotCooling(stretch: Stretch): Outlook | null {
  const { points, noise } = stretch;
  const drop = (points[0]?.celsius ?? 0) - mean(points.slice(-2).map(({ celsius }) => celsius));
  if (points.length < 2) return { is: "safe", why: "warming" };
  if (drop < Math.max(COOLING_LIMITS.dropMin, COOLING_LIMITS.dropNoises * noise))
    return { is: "safe", why: "steady" };
  const isShort =
    spanHours(stretch) < COOLING_LIMITS.stretchHoursMin || points.length < COOLING_LIMITS.pointsMin;
  return isShort ? { is: "unknown", why: "too_few_readings" } : null;
}

function outlookOf(
  whole: Stretch,
  outside: Outside,
  rememberedTauHours: number | null,
  now: Moment,
): Outlook {
  const prior: TauPrior =
    rememberedTauHours === null
      ? USUAL_TAU
      : { tauHours: rememberedTauHours, spread: REMEMBERED_SPREAD };
  const stretch = bestSpan(whole, outside, prior);
  const candidates = hypotheses(stretch, outside, prior);
  const last = stretch.points.at(-1)?.at ?? now;
  const left = candidates.flatMap((hypothesis) => hoursLeft(hypothesis, stretch, outside));
  const elapsed = (now - last) / HOUR_MS;
  const at = (share: number): number => Math.max(0, quantile(left, share) - elapsed);
  if (!Number.isFinite(at(0.5))) return { is: "safe", why: "outside_not_freezing" };
  const isVague = spreadOf(candidates) > NARROWED * USUAL_TAU.spread && rememberedTauHours === null;
  return {
    is: "cooling",
    estimate: {
      hours: at(0.5),
      hoursLow: at(0.1),
      hoursHigh: Number.isFinite(at(0.9)) ? at(0.9) : null,
      basis: !outside.isKnown ? "trend" : isVague ? "default" : "fitted",
      tauHours: quantile(candidates.map(({ tauHours, weight }) => ({ value: tauHours, weight })), 0.5),
      stretchHours: spanHours(stretch),
    },
  };
}

/** Three points that stand for a normal distribution: its middle and 1.3 standard deviations to either side. */
const ENDS = [
  { sigmas: -1.3, share: 0.3 },
  { sigmas: 0, share: 0.4 },
  { sigmas: 1.3, share: 0.3 },
] as const;
/** Less than that of the whole weight is not worth stepping through a forecast for. */
const WEIGHT_MIN = 1e-3;

/** From where the home is now: the fit, put right by what the newest readings say otherwise, give or take. */
function hoursLeft(hypothesis: Hypothesis, { points, noise }: Stretch, { outdoor }: Outside) {
  const { end, residuals, weight } = hypothesis;
  if (weight < WEIGHT_MIN) return [];
  const middle = end + mean(residuals.slice(-COOLING_LIMITS.newestPoints));
  const error = Math.hypot(noise, NOW_ERROR) / Math.sqrt(COOLING_LIMITS.newestPoints);
  const last = points.at(-1)?.at ?? 0;
  return ENDS.map(({ sigmas, share }) => ({
    value: hoursUntil(FREEZING_CELSIUS, middle + sigmas * error, last, { ...hypothesis, outdoor }),
    weight: weight * share,
  }));
}

/** Standard deviation of ln τ. */
function spreadOf(candidates: readonly Hypothesis[]): number {
  const moment = (of: (logTau: number) => number): number =>
    candidates.reduce((sum, { tauHours, weight }) => sum + weight * of(Math.log(tauHours)), 0);
  const middle = moment((logTau) => logTau);
  return Math.sqrt(moment((logTau) => (logTau - middle) ** 2));
}
