import { quantityOf } from "../../../lib/kernel/units.ts";
import { shownValue } from "../../../lib/readings/values.ts";
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
};

const HOUR_MS = 3_600_000;

type Drawn = Pick<Workbench, "traces" | "outside" | "to"> & {
  home: Pick<PageHome, "alertSettings" | "devices">;
};

/** What a chart draws, named and counted for its reader. */
export function linesOf(bench: Drawn, teller: Teller): { lines: ChartLine[]; states: ChartState[] } {
  const measures = bench.traces.filter(({ sensor }) => !sensor.isState);
  const lines = measures.map((trace, index) => lineOf(trace, `trace-${index}`, bench, teller));
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
    }));
  return { lines: bench.outside === null ? lines : [...lines, outsideLine(bench.outside, teller)], states };
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

function outsideLine(hours: readonly ChartPoint[], teller: Teller): ChartLine {
  const points = converted(hours, toReader("°C", teller));
  return {
    colour: "outside",
    name: teller.words.charts.outside,
    trace: null,
    unit: teller.unit,
    points,
    gapMs: 3 * HOUR_MS,
    limit: null,
    figures: figuresOf(points, { stepMs: HOUR_MS, limit: null, until: Number.POSITIVE_INFINITY }),
  };
}
