import { shownValue } from "../../../lib/devices/shown-value.ts";
import { BUCKET_MS } from "../../../lib/history/buckets.ts";
import { quantityOf } from "../../../lib/kernel/units.ts";
import { type SensorLimit, sensorLimit } from "../../../lib/sharing/home-page/cards.ts";
import type { PageHome } from "../../../lib/sharing/home-page/page-home.ts";
import type { Trace, Workbench } from "../../../lib/sharing/home-page/show-workbench.actions.ts";
import {
  type ChartPoint,
  figuresOf,
  type StateSpan,
  stateSpans,
  type TraceFigures,
} from "../../../lib/sharing/home-page/workbench.ts";
import type { SensorKind } from "../../../schema/vocabulary.ts";
import { placeText } from "./alert-text.ts";
import { nameOf, stateWord } from "./name-of.ts";
import type { Teller } from "./teller.ts";

/** A line of a chart, in the reader's scale. */
export type ChartLine = {
  /** The class that gives it its colour. */
  colour: string;
  name: string;
  /** What it is a line of; null of the weather outside. */
  trace: Trace | null;
  unit: string;
  points: ChartPoint[];
  gapMs: number;
  limit: SensorLimit | null;
  figures: TraceFigures | null;
};

/** A state as a row of bands. */
export type ChartState = {
  trace: Trace;
  name: string;
  words: { off: string; on: string };
  spans: StateSpan[];
  isWater: boolean;
};
export type DrawnState = Omit<ChartState, "trace">;

/** The values of one unit from bottom to top. */
export type Scale = { unit: string; low: number; high: number };

const HOUR_MS = 3_600_000;
/** As many colours as a person tells apart. */
const COLOURS = 6;
/** Each unit has a scale of its own; more than two scales cannot be read. */
const SCALES_MAX = 2;
/** A limit this many times the lines' own span away would press them flat. */
const LIMIT_SPANS_MAX = 2;
const SPAN_MIN = 4;
const MARGIN = 0.06;

type Drawn = Pick<Workbench, "traces" | "outside" | "to"> & {
  home: Pick<PageHome, "alertSettings" | "devices">;
};

/** What a chart draws, named and counted for its reader. */
export function linesOf(bench: Drawn, teller: Teller): { lines: ChartLine[]; states: ChartState[] } {
  const measures = bench.traces.filter(({ sensor }) => !sensor.isState);
  const colours = coloursOf(measures, bench.home);
  const lines = measures.map((trace, index) => lineOf(trace, `trace-${colours[index]}`, bench, teller));
  const until = Math.min(bench.to.getTime(), teller.now.getTime());
  const states = bench.traces
    .filter(({ sensor }) => sensor.isState)
    .map((trace) => ({
      trace,
      name: traceName(trace, teller),
      words: {
        off: stateWord(teller.words, trace.sensor.kind, false),
        on: stateWord(teller.words, trace.sensor.kind, true),
      },
      spans: stateSpans(trace.points, { ...trace, until }),
      isWater: trace.sensor.kind === "flood",
    }));
  return { lines: bench.outside === null ? lines : [...lines, outsideLine(bench.outside, teller)], states };
}

/** A sensor keeps its colour whatever stands beside it; the later one of two that would share theirs takes the next that is free. */
function coloursOf(measures: readonly Trace[], { devices }: Drawn["home"]): number[] {
  const all = devices.flatMap(({ sensors }) => sensors.filter(({ isState }) => !isState)).map(({ id }) => id);
  const taken: number[] = [];
  for (const { sensor } of measures) {
    const own = Math.max(0, all.indexOf(sensor.id));
    const free = Array.from({ length: COLOURS }, (_, step) => (own + step) % COLOURS);
    taken.push(free.find((colour) => !taken.includes(colour)) ?? own % COLOURS);
  }
  return taken;
}

/** From the lowest to the highest of a unit's lines, with the limits that are near; of the first two units. */
export function scalesOf(lines: readonly ChartLine[]): Scale[] {
  const drawn = lines.filter(({ figures }) => figures !== null);
  return [...new Set(drawn.map(({ unit }) => unit))].slice(0, SCALES_MAX).map((unit) => {
    const own = drawn.filter((line) => line.unit === unit);
    const least = Math.min(...own.map(({ figures }) => figures?.low ?? Number.POSITIVE_INFINITY));
    const most = Math.max(...own.map(({ figures }) => figures?.high ?? Number.NEGATIVE_INFINITY));
    const span = Math.max(most - least, SPAN_MIN);
    const near = own
      .flatMap(({ limit }) => (limit === null ? [] : [limit.value]))
      .filter((value) => Math.max(least - value, value - most) <= span * LIMIT_SPANS_MAX);
    const middle = (least + most) / 2;
    return {
      unit,
      low: Math.min(middle - span / 2, ...near) - span * MARGIN,
      high: Math.max(middle + span / 2, ...near) + span * MARGIN,
    };
  });
}

/** The limits that are in the picture, each with its sensors' names where there are several lines; one text for those who share it. */
export function limitsOf(lines: readonly ChartLine[], scales: readonly Scale[], teller: Teller) {
  const found = new Map<string, { scale: Scale; value: number; names: string[] }>();
  for (const { unit, limit, name } of lines) {
    const scale = scales.find((each) => each.unit === unit);
    if (scale === undefined || limit === null || limit.value < scale.low || limit.value > scale.high)
      continue;
    const text = teller.words.chart.limit(teller.value(limit.value, unit));
    const same = found.get(text);
    if (same === undefined) found.set(text, { scale, value: limit.value, names: [name] });
    else same.names.push(name);
  }
  return [...found].map(([text, { names, ...each }]) => ({
    ...each,
    text: lines.length === 1 || names.length === lines.length ? text : `${text}: ${names.join(", ")}`,
  }));
}

const traceName = ({ sensor, device }: Trace, { words }: Teller): string =>
  placeText(nameOf(sensor, words), device.space);

const isTemperature = (unit: string | null): boolean => quantityOf(unit) === "temperature";

/** Converts from a unit to what the reader reads it in. */
const toReader = (unit: string | null, teller: Teller) => (value: number) =>
  shownValue(value, unit, isTemperature(unit) ? teller.unit : null).value;

const converted = (points: readonly ChartPoint[], into: (value: number) => number): ChartPoint[] =>
  points.map(({ at, value, low, high }) => ({ at, value: into(value), low: into(low), high: into(high) }));

function lineOf(trace: Trace, colour: string, { home }: Drawn, teller: Teller): ChartLine {
  const { sensor, stepMs, gapMs } = trace;
  const into = toReader(sensor.unit, teller);
  const points = converted(trace.points, into);
  const own = sensorLimit(sensor, home);
  const limit = own === null ? null : { ...own, value: into(own.value) };
  return {
    colour,
    trace,
    points,
    gapMs,
    limit,
    name: traceName(trace, teller),
    unit: (isTemperature(sensor.unit) ? teller.unit : sensor.unit) ?? "",
    figures: figuresOf(points, {
      stepMs,
      limit,
      until: Math.min(teller.now.getTime(), sensor.recordedAt?.getTime() ?? Number.POSITIVE_INFINITY),
    }),
  };
}

const outsideLine = (hours: readonly ChartPoint[], teller: Teller): ChartLine =>
  plainLine(
    hours,
    { unit: "°C", name: teller.words.charts.outside, colour: "outside", gapMs: 3 * HOUR_MS },
    teller,
  );

type Plain = Pick<ChartLine, "name" | "colour" | "gapMs"> & { unit: string | null };

/** A line of what is no sensor of the page's home. */
function plainLine(points: readonly ChartPoint[], { unit, ...own }: Plain, teller: Teller): ChartLine {
  const shown = converted(points, toReader(unit, teller));
  return {
    ...own,
    trace: null,
    unit: (isTemperature(unit) ? teller.unit : unit) ?? "",
    points: shown,
    limit: null,
    figures: figuresOf(shown, { stepMs: HOUR_MS, limit: null, until: Number.POSITIVE_INFINITY }),
  };
}

/** A longer silence than so many steps is a gap and no line. */
const GAP_STEPS = 3;

type Measured = {
  sensor: { kind: SensorKind; unit: string | null };
  name: string;
  isState: boolean;
  words: { off: string; on: string };
};

/** A state holds until the next reading: a slope would say that water rose slowly. */
export function drawnOf(
  points: readonly ChartPoint[],
  { sensor, name, words, isState }: Measured,
  teller: Teller,
) {
  const steps = points.slice(1).map(({ at }, index) => at - (points[index]?.at ?? at));
  const usual = steps.toSorted((one, other) => one - other)[steps.length >> 1] ?? 0;
  const stepMs = Math.max(usual, BUCKET_MS["15m"]);
  const gapMs = stepMs * GAP_STEPS;
  if (!isState)
    return {
      states: [],
      lines: [plainLine(points, { unit: sensor.unit, name, colour: "trace-0", gapMs }, teller)],
    };
  const spans = stateSpans(points, { stepMs, gapMs, until: points.at(-1)?.at ?? 0 });
  return { lines: [], states: [{ name, words, spans, isWater: sensor.kind === "flood" }] };
}
