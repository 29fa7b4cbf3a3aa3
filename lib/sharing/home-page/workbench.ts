import type { Resolution } from "../../../schema/vocabulary.ts";
import { bucketCeiling } from "../../history/buckets.ts";
import { DAY_MS, localDate, localMidnight, MINUTE_MS } from "../../kernel/time.ts";

const TICKS_MAX = 5;
const DAY_STEPS = [1, 2, 3, 5, 7, 14, 30, 61, 122, 183];

const VALUE_TICKS = 4;
const NICE = [1, 2, 2.5, 5, 10];

/** How many days of the past a chart shows. */
const CHART_DAYS = { "24h": 1, "7d": 7, "30d": 30, "1y": 365 } as const;
export type ChartRange = keyof typeof CHART_DAYS;
export const CHART_RANGES = Object.keys(CHART_DAYS) as ChartRange[];

/** A stretch of time; `range` is null where somebody has chosen its beginning and its end. */
export type ChartSpan = { from: Date; to: Date; range: ChartRange | null };

/** The stretch of a range up to now; of the last day where the text names none. */
export function spanOf(text: string | undefined, now: Date): ChartSpan {
  const range = CHART_RANGES.find((each) => each === text) ?? "24h";
  const spanMs = CHART_DAYS[range] * DAY_MS;
  const to = bucketCeiling(resolutionOf(spanMs), now.getTime());
  return { from: new Date(to - spanMs), to: new Date(to), range };
}

/** The buckets that fit a range. */
export const resolutionOf = (spanMs: number): Exclude<Resolution, "raw"> =>
  spanMs <= 2 * DAY_MS ? "15m" : spanMs <= 62 * DAY_MS ? "1h" : "1d";

/** `beyondMs`: how long it was past its limit; null where it has none. */
export type TraceFigures = { low: number; high: number; average: number; beyondMs: number | null };

/**
 * The figures of a line; null without points. Each point counts for as long as it stands: until the next one, at most
 * `stepMs`, so that a gap weighs nothing; as past its limit not beyond `until`, the last reading: nobody knows what came after.
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
 * Which share of a point's time was past the limit. Its values are taken as spread evenly from its lowest to its highest, so
 * that a night is about as long by day as by quarter hour.
 */
function pastShare({ low, high }: ChartPoint, { side, value }: SensorLimit): number {
  const past = side === "below" ? value - low : high - value;
  if (past <= 0) return 0;
  return past >= high - low ? 1 : past / (high - low);
}

/** A stretch in which a state did not change, epoch milliseconds. */
export type StateSpan = { from: number; to: number; isOn: boolean };

/**
 * The stretches of a state; a bucket in which it was on at any time counts as on. A gap of more than `gapMs`
 * without readings has no stretch.
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

/** The points in pieces without a silence longer than `gapMs`. */
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

/** Moments to name under a chart, at round times of the zone's clock. */
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

/** Round values between two, three to six of them. */
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

/** The limit of a sensor's own kind of alert, in the sensor's unit; `side` is where it gets dangerous. */
export type SensorLimit = { value: number; side: "below" | "above" };

/** A bucket: `at` its start in epoch milliseconds, `value` its mean, of a state its last value. */
export type ChartPoint = { at: number; value: number; low: number; high: number };
