import type { Moment } from "../alerts/evidence.ts";
import { FREEZING_CELSIUS, hoursLeft, spreadOf } from "./hours-left.ts";
import { type Hypothesis, hypotheses, type Outside, quantile, type TauPrior } from "./hypotheses.ts";
import { type Outdoor, outdoorOf } from "./outdoor.ts";
import { binned, HOUR_MS, type Point } from "./points.ts";
import { outdoorSteps } from "./predict.ts";
import { bestSpan } from "./span.ts";
import { type Cooled, CYCLE_HOURS, coolingStretch, type Stretch } from "./stretch.ts";

export type CoolingInput = {
  /** The sensor's readings of the last hours, oldest first (`celsiusPoints`). */
  points: readonly Point[];
  /** The place's hourly temperatures, forecast and past hours as far as known; empty without a location. */
  outdoor: readonly Point[];
  /** Time constant of an earlier stretch that was long enough to be remembered. */
  rememberedTauHours: number | null;
  /** Since when the heating is known, or likely, to be off; null or absent where nobody knows. */
  stoppedAt?: Moment | null;
};

/** `fitted`: by this sensor's cooling; `default`: by a usual home's; `trend`: without knowing the outdoors. */
export type Basis = "fitted" | "default" | "trend";

export type TimeToFreeze = {
  /** Hours from now until 32 °F: the middle of what is likely, and its range. `hoursHigh` null: perhaps never. */
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

/** What is looked at, and what a stretch has to have to be one. */
export const COOLING_LIMITS = {
  windowHours: 18,
  stretchHoursMin: 0.75,
  pointsMin: 4,
  dropMin: 0.3,
  dropNoises: 3,
  /** How old the newest reading may be. */
  silentHours: 2,
} as const;

/** Usual homes: half of them between 16 and 55 hours. */
const USUAL_TAU: TauPrior = { tauHours: 30, spread: 0.9 };
const REMEMBERED_SPREAD = 0.3;

/** A forecast is for the next grid point, and a home has people and sun in it. In °C. */
const FORECAST_OFFSET = { mean: 0, sd: 1 };
/** Nothing known but that somebody asked: a frosty outside, within wide bounds. In °C. */
const UNKNOWN_OUTSIDE = { mean: -8, sd: 8 };
const NOWHERE = { at: () => 0, constantAfter: Number.NEGATIVE_INFINITY };

/** Shares of the weight that came to hold about three of four simulated homes (`bench/time-to-freeze.ts`). */
const RANGE = { low: 0.04, high: 0.96 } as const;

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
  const outside: Outside & Pick<Outdoor, "constantAfter"> =
    outdoor === null
      ? { ...NOWHERE, prior: UNKNOWN_OUTSIDE, isKnown: false }
      : { ...outdoor, prior: FORECAST_OFFSET, isKnown: true };
  return outlookOf(stretch, outside, input.rememberedTauHours, now);
}

/** As `coolingOutlook`, null where nothing freezes or nothing is known. */
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

function outlookOf(
  whole: Stretch,
  outside: Outside & Pick<Outdoor, "constantAfter">,
  rememberedTauHours: number | null,
  now: Moment,
): Outlook {
  const prior: TauPrior =
    rememberedTauHours === null ? USUAL_TAU : { tauHours: rememberedTauHours, spread: REMEMBERED_SPREAD };
  const stretch = bestSpan(whole, outside, prior);
  const candidates = hypotheses(stretch, outside, prior);
  const last = stretch.points.at(-1)?.at ?? now;
  const outdoor = outdoorSteps(outside, last);
  const left = candidates.flatMap((hypothesis) => hoursLeft(hypothesis, stretch, outdoor));
  const elapsed = (now - last) / HOUR_MS;
  const at = (share: number): number => Math.max(0, quantile(left, share) - elapsed);
  const [hours, hoursLow, hoursHigh] = [at(0.5), at(RANGE.low), at(RANGE.high)];
  if (!Number.isFinite(hours)) return { is: "safe", why: "outside_not_freezing" };
  const range = { hours, hoursLow, hoursHigh: Number.isFinite(hoursHigh) ? hoursHigh : null };
  const basis = basisOf(candidates, outside, rememberedTauHours);
  const taus = candidates.map(({ tauHours, weight }) => ({ value: tauHours, weight }));
  const estimate = { ...range, basis, tauHours: quantile(taus, 0.5), stretchHours: spanHours(stretch) };
  return { is: "cooling", estimate };
}

function basisOf(candidates: readonly Hypothesis[], outside: Outside, remembered: number | null): Basis {
  if (!outside.isKnown) return "trend";
  const isVague = remembered === null && spreadOf(candidates) > NARROWED * USUAL_TAU.spread;
  return isVague ? "default" : "fitted";
}
