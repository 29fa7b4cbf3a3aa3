import { shownValue } from "../../../lib/devices/shown-value.ts";
import { BUCKET_MS } from "../../../lib/history/buckets.ts";
import { HOUR_MS } from "../../../lib/kernel/time.ts";
import { quantityOf } from "../../../lib/kernel/units.ts";
import { sensorLimit } from "../../../lib/sharing/home-page/cards.ts";
import type { PageHome } from "../../../lib/sharing/home-page/page-home.ts";
import type { Trace, Workbench } from "../../../lib/sharing/home-page/show-workbench.actions.ts";
import {
  type ChartPoint,
  figuresOf,
  type SensorLimit,
  type StateSpan,
  stateSpans,
  type TraceFigures,
} from "../../../lib/sharing/home-page/workbench.ts";
import type { SensorKind } from "../../../schema/vocabulary.ts";
import { placedText } from "./alert-text.ts";
import { stateWord } from "./name-of.ts";
import type { Teller } from "./teller.ts";

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

/** As many colours as a person tells apart. */
const COLOURS = 6;
/** Each unit has a scale of its own; more than two scales cannot be read. */
const SCALES_MAX = 2;
/** A limit this many times the lines' own span away would press them flat. */
const LIMIT_SPANS_MAX = 2;
/** A quiet room is a quiet line: less than this is not stretched over the whole height. */
const SPAN_MIN = 4;
const MARGIN = 0.06;

type Drawn = Pick<Workbench, "traces" | "outside" | "to"> & {
  home: Pick<PageHome, "alertSettings" | "devices">;
};

export function linesOf(
  { traces, outside, to, home }: Drawn,
  teller: Teller,
): { lines: ChartLine[]; states: ChartState[] } {
  const now = teller.now.getTime();
  const measures = traces.filter(({ sensor }) => !sensor.isState);
  const colours = coloursOf(measures, home);
  const lines = measures.map((trace, index) => {
    const { sensor, device: _, ...drawn } = trace;
    const [colour, name] = [`trace-${colours[index]}`, placedText(trace, teller.words)];
    const limit = sensorLimit(trace, home);
    const until = Math.min(now, sensor.recordedAt?.getTime() ?? now);
    return lineOf({ ...drawn, trace, colour, name, unit: sensor.unit, limit, until }, teller);
  });
  const weather = { points: outside ?? [], unit: "°C", stepMs: HOUR_MS, gapMs: 3 * HOUR_MS };
  const named = { name: teller.words.charts.outside, colour: "outside", trace: null, limit: null };
  return {
    lines: outside === null ? lines : [...lines, lineOf({ ...weather, ...named }, teller)],
    states: traces
      .filter(({ sensor }) => sensor.isState)
      .map((trace) => ({
        trace,
        name: placedText(trace, teller.words),
        words: {
          off: stateWord(teller.words, trace.sensor.kind, false),
          on: stateWord(teller.words, trace.sensor.kind, true),
        },
        spans: stateSpans(trace.points, { ...trace, until: Math.min(to.getTime(), now) }),
        isWater: trace.sensor.kind === "flood",
      })),
  };
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

/** From the lowest to the highest of some values, with the limits that are near. */
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
  const drawn = Map.groupBy(
    lines.filter(({ figures }) => figures !== null),
    ({ unit }) => unit,
  );
  return [...drawn].slice(0, SCALES_MAX).map(([unit, own]) => {
    const values = own.flatMap(({ figures }) => (figures === null ? [] : [figures.low, figures.high]));
    return {
      unit,
      ...rangeOf(
        values,
        own.map(({ limit }) => limit),
      ),
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

export const changesOf = ({ spans }: Pick<ChartState, "spans">): number =>
  spans.slice(1).filter((span, index) => span.isOn !== spans[index]?.isOn).length;

type Drawable = Pick<ChartLine, "name" | "colour" | "gapMs" | "limit" | "trace"> & {
  points: readonly ChartPoint[];
  unit: string | null;
  stepMs: number;
  /** Nobody knows what came after it. */
  until?: number;
};

/** A line in what its reader reads its unit in. */
function lineOf(
  { points, unit, stepMs, until = Number.POSITIVE_INFINITY, limit, ...own }: Drawable,
  teller: Teller,
): ChartLine {
  const wanted = quantityOf(unit) === "temperature" ? teller.unit : null;
  const into = (value: number) => shownValue(value, unit, wanted).value;
  const shown = points.map(({ at, value, low, high }) => ({
    at,
    value: into(value),
    low: into(low),
    high: into(high),
  }));
  const line = {
    ...own,
    unit: wanted ?? unit ?? "",
    points: shown,
    limit: limit === null ? null : { ...limit, value: into(limit.value) },
  };
  return { ...line, figures: figuresOf(shown, { stepMs, limit: line.limit, until }) };
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
  if (!isState) {
    const drawable = { points, unit: sensor.unit, name, colour: "trace-0", stepMs, gapMs };
    return { states: [], lines: [lineOf({ ...drawable, trace: null, limit: null }, teller)] };
  }
  const spans = stateSpans(points, { stepMs, gapMs, until: points.at(-1)?.at ?? 0 });
  return { lines: [], states: [{ name, words, spans, isWater: sensor.kind === "flood" }] };
}
