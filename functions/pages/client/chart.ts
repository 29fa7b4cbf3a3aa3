import uPlot from "uplot";
import { momentFormat } from "./chart-readout.ts";

type Data = {
  t: number[];
  /** Null where there is a gap. */
  v: (number | null)[];
  lo?: (number | null)[];
  hi?: (number | null)[];
  limit: number | null;
  unit: string;
  marks: number[];
  /** What a state is called while it is off and on; null of a measure. */
  states: [off: string, on: string] | null;
  /** The range that was asked for, however much of it has readings. */
  from: number;
  to: number;
};

const HEIGHT = 280;

/** Draws over the picture that came with the page: readable by touch, pointer and arrow keys. */
export function drawChart(figure: HTMLElement): void {
  const plot = figure.querySelector<HTMLElement>(".plot");
  const said = figure.querySelector<HTMLElement>(".cursor");
  if (plot === null || said === null) return;
  const data: Data = JSON.parse(figure.dataset.chart ?? "");
  const locale = document.documentElement.lang;
  const timeZone = figure.dataset.zone ?? "UTC";
  const summary = said.textContent;
  const when = momentFormat(locale, timeZone);
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const tell = (index: number | null | undefined) => {
    const value = index === null || index === undefined ? undefined : data.v[index];
    const at = index === null || index === undefined ? undefined : data.t[index];
    said.textContent =
      value === undefined || value === null || at === undefined
        ? summary
        : `${when.format(at * 1_000)}: ${data.states?.[value > 0 ? 1 : 0] ?? `${number.format(value)} ${data.unit}`}`;
  };
  const draw = () => {
    plot.replaceChildren();
    return new uPlot(optionsOf(data, plot, { locale, timeZone, number, tell }), columnsOf(data), plot);
  };
  let chart = draw();
  const redraw = () => {
    chart.destroy();
    chart = draw();
  };
  new ResizeObserver(() => {
    if (Math.abs(chart.width - plot.clientWidth) > 1) redraw();
  }).observe(plot);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  plot.addEventListener("keydown", (event) => moveCursor(event, chart, data));
  plot.addEventListener("focus", () => {
    said.textContent = `${summary} ${said.dataset.hint ?? ""}`;
  });
}

type Saying = {
  locale: string;
  timeZone: string;
  number: Intl.NumberFormat;
  tell: (index: number | null | undefined) => void;
};

function columnsOf({ t, v, lo, hi }: Data): uPlot.AlignedData {
  return lo === undefined || hi === undefined ? [t, v] : [t, v, hi, lo];
}

function optionsOf(data: Data, plot: HTMLElement, { locale, timeZone, number, tell }: Saying): uPlot.Options {
  const ink = colours(plot);
  const line: uPlot.Series = { stroke: ink.trace, width: 2, points: { show: data.t.length < 4 } };
  const stepped = uPlot.paths.stepped?.({ align: 1 });
  if (data.states !== null && stepped !== undefined) {
    line.paths = stepped;
    line.fill = ink.band;
  }
  const edge: uPlot.Series = { stroke: "transparent", points: { show: false } };
  const axis = {
    stroke: ink.muted,
    grid: { stroke: ink.line, width: 1 },
    ticks: { show: false },
    font: ink.font,
  };
  return {
    width: plot.clientWidth,
    height: HEIGHT,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), timeZone),
    // The first and last time on the axis are wider than half a tick.
    padding: [12, 36, 0, 8],
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, points: { size: 9, fill: ink.trace } },
    series: data.lo === undefined ? [{}, line] : [{}, line, edge, edge],
    bands: data.lo === undefined ? [] : [{ series: [2, 3], fill: ink.band }],
    scales: {
      x: { range: () => [data.from, data.to] },
      y: { range: (_, low, high) => rangeOf(low, high, data) },
    },
    axes: [
      { ...axis, space: 84, size: 32, values: (_, splits) => timeTexts(splits, locale, timeZone) },
      {
        ...axis,
        size: 72,
        ...(data.states === null ? {} : { splits: () => [0, 1] }),
        values: (_, splits) =>
          splits.map((value) => data.states?.[value > 0 ? 1 : 0] ?? `${number.format(value)} ${data.unit}`),
      },
    ],
    hooks: { draw: [(chart) => drawMarks(chart, data, ink)], setCursor: [({ cursor }) => tell(cursor.idx)] },
  };
}

const LIMIT_SPANS_MAX = 2;

/** The limit belongs into the picture where it is near. */
function rangeOf(low: number, high: number, { limit, states }: Data): [number, number] {
  if (states !== null) return [-0.1, 1.1];
  const span = Math.max(high - low, 4);
  const isNear = limit !== null && Math.max(low - limit, limit - high) <= span * LIMIT_SPANS_MAX;
  const middle = (low + high) / 2;
  const least = Math.min(middle - span / 2, isNear ? limit : Number.POSITIVE_INFINITY);
  const most = Math.max(middle + span / 2, isNear ? limit : Number.NEGATIVE_INFINITY);
  return [least - span * 0.06, most + span * 0.06];
}

const DAY_SECONDS = 86_400;

function timeTexts(splits: number[], locale: string, timeZone: string): string[] {
  const step = (splits[1] ?? 0) - (splits[0] ?? 0);
  const shape: Intl.DateTimeFormatOptions =
    step >= DAY_SECONDS ? { day: "numeric", month: "short" } : { hour: "numeric", minute: "2-digit" };
  const format = new Intl.DateTimeFormat(locale, { ...shape, timeZone });
  return splits.map((seconds) => format.format(seconds * 1_000));
}

type Ink = { trace: string; band: string; muted: string; line: string; critical: string; font: string };

/** Canvases know no custom properties: the sheet's colours are read off elements that have them. */
function colours(plot: HTMLElement): Ink {
  const probe = document.createElement("span");
  plot.append(probe);
  const colour = (name: string) => {
    probe.className = `ink-${name}`;
    return getComputedStyle(probe).color;
  };
  const ink = {
    trace: colour("trace"),
    band: colour("band"),
    muted: colour("muted"),
    line: colour("line"),
    critical: colour("critical"),
    font: `12px ${getComputedStyle(plot).fontFamily}`,
  };
  probe.remove();
  return ink;
}

function drawMarks(chart: uPlot, { limit, marks }: Data, ink: Ink): void {
  const { ctx, bbox } = chart;
  ctx.save();
  ctx.strokeStyle = ink.critical;
  ctx.lineWidth = devicePixelRatio * 1.5;
  ctx.setLineDash([5 * devicePixelRatio, 5 * devicePixelRatio]);
  ctx.beginPath();
  if (limit !== null) {
    const y = chart.valToPos(limit, "y", true);
    if (y >= bbox.top && y <= bbox.top + bbox.height) {
      ctx.moveTo(bbox.left, y);
      ctx.lineTo(bbox.left + bbox.width, y);
    }
  }
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.fillStyle = ink.critical;
  for (const mark of marks) {
    const x = chart.valToPos(mark, "x", true);
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.beginPath();
    ctx.arc(x, bbox.top + 7 * devicePixelRatio, 5 * devicePixelRatio, 0, 2 * Math.PI);
    ctx.fill();
  }
  ctx.restore();
}

const STEPS: Record<string, (index: number, last: number) => number> = {
  ArrowLeft: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  PageUp: (index) => index - 8,
  PageDown: (index) => index + 8,
  Home: () => 0,
  End: (_, last) => last,
};

function moveCursor(event: KeyboardEvent, chart: uPlot, { t, v }: Data): void {
  const step = STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const last = t.length - 1;
  const index = Math.min(last, Math.max(0, step(chart.cursor.idx ?? last + 1, last)));
  chart.setCursor({ left: chart.valToPos(t[index] ?? 0, "x"), top: chart.valToPos(v[index] ?? 0, "y") });
}
