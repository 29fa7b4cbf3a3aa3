import type { Resolution } from "../../../schema/vocabulary.ts";
import { bucketCeiling } from "../../history/buckets.ts";
import { DAY_MS, localDate, localMidnight, MINUTE_MS } from "../../kernel/time.ts";

const TICKS_MAX = 5;
const DAY_STEPS = [1, 2, 3, 5, 7, 14, 30, 61, 122, 183];

const VALUE_TICKS = 4;
const NICE = [1, 2, 2.5, 5, 10];

/** The days that each range shows, up to now. */
const CHART_DAYS = { "24h": 1, "7d": 7, "30d": 30, "1y": 365 } as const;
export type ChartRange = keyof typeof CHART_DAYS;
export const CHART_RANGES = Object.keys(CHART_DAYS) as ChartRange[];

/** A chart's time span. `range` is null if a person chose the beginning and the end. */
export type ChartSpan = { from: Date; to: Date; range: ChartRange | null };

/** Returns the span of a range up to now. An unknown range means the last 24 hours. */
export function spanOf(text: string | undefined, now: Date): ChartSpan {
  const range = CHART_RANGES.find((each) => each === text) ?? "24h";
  const spanMs = CHART_DAYS[range] * DAY_MS;
  const to = bucketCeiling(resolutionOf(spanMs), now.getTime());
  return { from: new Date(to - spanMs), to: new Date(to), range };
}

/** Returns the bucket size that suits a span. */
export const resolutionOf = (spanMs: number): Exclude<Resolution, "raw"> =>
  spanMs <= 2 * DAY_MS ? "15m" : spanMs <= 62 * DAY_MS ? "1h" : "1d";

/** `beyondMs`: the time past the sensor's limit; null if the sensor has no limit. */
export type TraceFigures = { low: number; high: number; average: number; beyondMs: number | null };

/**
 * Returns the figures of a line; null without points. A point's weight is the time until the next, at most `stepMs`,
 * so that gaps don't count. `beyondMs` counts no time after `until`, the last reading: later values are unknown.
 */
export function figuresOf(
  points: readonly ChartPoint[],
  { stepMs, limit, until }: { stepMs: number; limit: SensorLimit | null; until: number },
): TraceFigures | null {
  if (points.length === 0) return null;
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [sum, weights, beyondMs] = [0, 0, 0];
  for (const [index, point] of points.entries()) {
    const lasts = Math.min((points[index + 1]?.at ?? Number.POSITIVE_INFINITY) - point.at, stepMs);
    low = Math.min(low, point.low);
    high = Math.max(high, point.high);
    sum += point.value * lasts;
    weights += lasts;
    const known = Math.max(0, Math.min(lasts, until - point.at));
    beyondMs += limit === null ? 0 : pastShare(point, limit) * known;
  }
  return { low, high, average: sum / weights, beyondMs: limit === null ? null : beyondMs };
}

/**
 * Returns the share (0 to 1) of a point's time that was past the limit. Assumes values spread evenly between its lowest
 * and highest, so that days give about the same result as quarter hours.
 */
function pastShare({ low, high }: ChartPoint, { side, value }: SensorLimit): number {
  const past = side === "below" ? value - low : high - value;
  if (past <= 0) return 0;
  return past >= high - low ? 1 : past / (high - low);
}

/** A time span in which a state didn't change, in epoch milliseconds. */
export type StateSpan = { from: number; to: number; isOn: boolean };

/**
 * Returns the spans of a state. A bucket counts as on if the state was on at any time of it. A gap of more than `gapMs`
 * without readings belongs to no span.
 */
export function stateSpans(
  points: readonly ChartPoint[],
  { stepMs, gapMs, until }: { stepMs: number; gapMs: number; until: number },
): StateSpan[] {
  const spans: StateSpan[] = [];
  for (const [index, { at, high }] of points.entries()) {
    const next = points[index + 1]?.at ?? until;
    const to = next - at > gapMs ? Math.min(at + stepMs, until) : next;
    const isOn = high > 0;
    const last = spans.at(-1);
    if (last !== undefined && last.isOn === isOn && last.to === at) last.to = to;
    else spans.push({ from: at, to, isOn });
  }
  return spans;
}

/** Splits the points at every silence longer than `gapMs`. */
export function piecesWithin<P extends { at: number }>(points: readonly P[], gapMs: number): P[][] {
  const pieces: P[][] = [];
  for (const point of points) {
    const last = pieces.at(-1);
    const before = last?.at(-1);
    if (last === undefined || before === undefined || point.at - before.at > gapMs) pieces.push([point]);
    else last.push(point);
  }
  return pieces;
}

const HOUR_STEPS = [5, 10, 15, 30, 60, 120, 180, 360, 720].map((minutes) => minutes * MINUTE_MS);

/** Returns the ticks of the time axis, at round times in the zone. */
export function timeTicks(zone: string, from: number, to: number): { at: number; isMidnight: boolean }[] {
  const first = localDate(zone, from);
  const midnights = (step: number) =>
    Array.from({ length: Math.ceil((to - from) / (step * DAY_MS)) + 1 }, (_, index) =>
      localMidnight(zone, { ...first, day: first.day + index * step }),
    );
  const hourStep = HOUR_STEPS.find((each) => (to - from) / each <= TICKS_MAX);
  const days = (to - from) / DAY_MS;
  const dayStep = DAY_STEPS.find((each) => days / each <= TICKS_MAX) ?? Math.ceil(days / TICKS_MAX);
  const ticks =
    hourStep === undefined
      ? midnights(dayStep).map((at) => ({ at, isMidnight: true }))
      : midnights(1).flatMap((midnight) =>
          Array.from({ length: DAY_MS / hourStep }, (_, index) => ({
            at: midnight + index * hourStep,
            isMidnight: index === 0,
          })),
        );
  return ticks.filter(({ at }) => at >= from && at <= to);
}

/** Returns three to six round values between `low` and `high`, for the value axis. */
export function valueTicks(low: number, high: number): number[] {
  const rough = (high - low) / VALUE_TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (NICE.find((each) => each * power * Math.SQRT2 >= rough) ?? 10) * power;
  const first = Math.ceil(low / step);
  const count = Math.floor(high / step) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
}

/** The warning limit of a sensor, in the sensor's unit. `side`: the dangerous side. */
export type SensorLimit = { value: number; side: "below" | "above" };

/** A reading or bucket. `at`: its start in epoch milliseconds; `value`: its mean, or a state's last value. */
export type ChartPoint = { at: number; value: number; low: number; high: number };
