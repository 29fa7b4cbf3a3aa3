import { shownValue } from "../../../lib/devices/sensor.ts";
import { quantityOf } from "../../../lib/kernel/units.ts";
import type { Limit } from "../../../lib/language/reason.ts";
import { pastLimit, sensorLimit } from "../../../lib/sharing/home-page/cards.ts";
import type { PageHome } from "../../../lib/sharing/home-page/page-home.ts";
import type { Chart, Trace } from "../../../lib/sharing/home-page/show-workbench.actions.ts";
import { figuresOf, type SensorLimit, stateSpans } from "../../../lib/sharing/home-page/workbench.ts";
import { placedText, stateWord } from "./alert-text.ts";
import type { Teller } from "./teller.tsx";

/** The line of a measurement, in the reader's unit. */
export type ChartLine = ReturnType<typeof lineOf>;

export type ChartState = ReturnType<typeof stateOf>;

/** The values of a unit at the bottom and the top of the plot. */
export type Scale = { unit: string; low: number; high: number };

/** As many colors as a person can tell apart. */
const COLORS = 6;
/** Each unit has its own scale. A chart with more than two can't be read. */
const SCALES_MAX = 2;
/** A limit that is farther away than so many times the span of the values isn't drawn: it would flatten the lines. */
const LIMIT_SPANS_MAX = 2;
/** The smallest span of a scale, so that small changes in a quiet room aren't stretched over the whole height. */
const SPAN_MIN = 4;
const MARGIN = 0.06;

type Home = Pick<PageHome, "alertSettings" | "devices">;

/** Returns lines and states that have data. `past`: in the chart of an alert, the limit that was passed. */
export function linesOf({ traces, to }: Chart, home: Home, teller: Teller, past?: Limit | null) {
  const measures = traces.filter(({ sensor }) => !sensor.isState);
  const colors = colorsOf(measures, home);
  const lines = measures.map((trace, index) => lineOf(trace, `trace-${colors[index]}`, home, teller, past));
  const states = traces.filter(({ sensor }) => sensor.isState).map((trace) => stateOf(trace, to, teller));
  return {
    lines: lines.filter(({ points }) => points.length > 0),
    states: states.filter(({ spans }) => spans.length > 0),
  };
}

const stateOf = (trace: Trace, to: Date, { words, now }: Teller) => ({
  trace,
  name: placedText(trace, words),
  words: { off: stateWord(words, trace.sensor.kind, false), on: stateWord(words, trace.sensor.kind, true) },
  spans: stateSpans(trace.points, { ...trace, until: Math.min(to.getTime(), now.getTime()) }),
});

/** Gives a sensor the same color in every chart. If two would share one, the later takes the next free color. */
function colorsOf(measures: readonly Trace[], { devices }: Home): number[] {
  const all = devices.flatMap(({ sensors }) => sensors.filter(({ isState }) => !isState)).map(({ id }) => id);
  const taken: number[] = [];
  for (const { sensor } of measures) {
    const own = Math.max(0, all.indexOf(sensor.id));
    const free = Array.from({ length: COLORS }, (_, step) => (own + step) % COLORS);
    taken.push(free.find((color) => !taken.includes(color)) ?? own % COLORS);
  }
  return taken;
}

function lineOf(trace: Trace, color: string, home: Home, teller: Teller, past?: Limit | null) {
  const { unit, recordedAt } = trace.sensor;
  const wanted = quantityOf(unit) === "temperature" ? teller.unit : null;
  const into = (value: number) => shownValue(value, unit, wanted).value;
  const points = trace.points.map(({ at, value, low, high }) => {
    return { at, value: into(value), low: into(low), high: into(high) };
  });
  const own = (past && unit && pastLimit(past, unit)) || sensorLimit(trace, home);
  const limit = own && { ...own, value: into(own.value) };
  // Nothing is known after the last reading.
  const until = (recordedAt ?? teller.now).getTime();
  return {
    trace,
    /** The CSS class for the line's color. */
    color,
    name: placedText(trace, teller.words),
    unit: wanted ?? unit ?? "",
    points,
    limit,
    /** Null if there are no points. */
    figures: figuresOf(points, { stepMs: trace.stepMs, limit, until }),
  };
}

/** Returns the range of some values, extended to limits that are near. */
export function rangeOf(values: readonly number[], limits: readonly (SensorLimit | null)[]) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const span = Math.max(most - least, SPAN_MIN);
  const middle = (least + most) / 2;
  const near = limits.flatMap((limit) =>
    limit === null || Math.max(least - limit.value, limit.value - most) > span * LIMIT_SPANS_MAX
      ? []
      : [limit.value],
  );
  return {
    low: Math.min(middle - span / 2, ...near) - span * MARGIN,
    high: Math.max(middle + span / 2, ...near) + span * MARGIN,
  };
}

export function scalesOf(lines: readonly ChartLine[]): Scale[] {
  const byUnit = Map.groupBy(lines, ({ unit }) => unit);
  return [...byUnit].slice(0, SCALES_MAX).map(([unit, own]) => {
    const values = own.flatMap(({ figures }) => (figures === null ? [] : [figures.low, figures.high]));
    const limits = own.map(({ limit }) => limit);
    return { unit, ...rangeOf(values, limits) };
  });
}

/** Returns the limits inside the scales, equal ones once. The legend says which sensor has which. */
export function limitsOf(lines: readonly ChartLine[], scales: readonly Scale[], teller: Teller) {
  const seen = lines.flatMap(({ unit, limit }) => {
    const scale = scales.find((each) => each.unit === unit);
    if (scale === undefined || limit === null || limit.value < scale.low || limit.value > scale.high)
      return [];
    const text = teller.words.chart.limit(teller.value(limit.value, unit));
    return [{ scale, value: limit.value, text }];
  });
  return [...new Map(seen.map((limit) => [limit.text, limit])).values()];
}
