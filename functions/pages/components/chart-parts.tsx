import { type ChartPoint, timeTicks, valueTicks } from "../../../lib/sharing/home-page/workbench.ts";
import type { ChartLine, ChartState } from "../format/chart-lines.ts";
import type { Teller } from "../format/teller.ts";

/** The lines are drawn in units of their own, which the browser stretches over the width. */
export const WIDTH = 1_000;
/** In pixels: the marks above the lines, the lines, the times below, and the band of a state. */
export const TOP = 26;
export const PLOT = 300;
export const TIMES = 26;
const BAND = 18;
const BAND_TOP = 20;
/** A word fits into a band of this share of the width. */
const WORD_SHARE_MIN = 0.14;
const LIMIT_SPANS_MAX = 2;
const SPAN_MIN = 4;
const MARGIN = 0.06;
/** In pixels: a limit this near to the times below has its text above itself. */
const LIMIT_TEXT = 24;
/** Texts nearer to an edge than this begin or end there. */
const EDGE_SHARE = 0.06;

/** Where a moment stands between the chart's edges, 0 to 1. */
type Across = (at: number) => number;
const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

export type Scale = { unit: string; low: number; high: number; y: (value: number) => number };

/** From the lowest to the highest of a unit's lines, with the limits that are near. */
export function scaleOf(unit: string, lines: readonly ChartLine[]): Scale {
  const figures = lines.flatMap((line) =>
    line.unit === unit && line.figures !== null ? [line.figures] : [],
  );
  const least = figures.reduce((low, each) => Math.min(low, each.low), Number.POSITIVE_INFINITY);
  const most = figures.reduce((high, each) => Math.max(high, each.high), Number.NEGATIVE_INFINITY);
  const span = Math.max(most - least, SPAN_MIN);
  const middle = (least + most) / 2;
  const near = lines.flatMap(({ unit: own, limit }) =>
    own === unit &&
    limit !== null &&
    Math.max(least - limit.value, limit.value - most) <= span * LIMIT_SPANS_MAX
      ? [limit.value]
      : [],
  );
  const low = Math.min(middle - span / 2, ...near) - span * MARGIN;
  const high = Math.max(middle + span / 2, ...near) + span * MARGIN;
  return { unit, low, high, y: (value) => PLOT - ((value - low) / (high - low)) * PLOT };
}

type TimesProps = { from: Date; to: Date; bottom: number; across: Across; teller: Teller };

/** Round times: days by their date, and hours by the clock. */
export function Times({ from, to, bottom, across, teller }: TimesProps) {
  const { language, timeZone } = teller;
  const day = new Intl.DateTimeFormat(language, { day: "numeric", month: "short", timeZone });
  return (
    <g class="times">
      {timeTicks(timeZone, from.getTime(), to.getTime()).map(({ at, isMidnight }, index) => {
        const share = across(at);
        return (
          <>
            <line x1={percent(share)} x2={percent(share)} y1={TOP} y2={bottom} />
            <text
              class={index % 2 === 1 ? "finer" : undefined}
              x={percent(share)}
              y={bottom + 18}
              text-anchor={share < EDGE_SHARE ? "start" : share > 1 - EDGE_SHARE ? "end" : "middle"}
            >
              {isMidnight ? day.format(at) : teller.clock(new Date(at))}
            </text>
          </>
        );
      })}
    </g>
  );
}

type ValuesProps = { scale: Scale; teller: Teller; part: "rules" | "left" | "right" };

/** Round values of one scale: their rules behind the lines, or their texts before them. */
export function Values({ scale, teller, part }: ValuesProps) {
  const ticks = valueTicks(scale.low, scale.high);
  const decimals = ticks.every(Number.isInteger) ? 0 : 1;
  const isLeft = part === "left";
  return (
    <g class="values">
      {ticks.map((value) => {
        const y = TOP + scale.y(value);
        return part === "rules" ? (
          <line x1="0" x2="100%" y1={y.toFixed(1)} y2={y.toFixed(1)} />
        ) : (
          <text x={isLeft ? "0" : "100%"} y={(y - 4).toFixed(1)} text-anchor={isLeft ? "start" : "end"}>
            {`${teller.number(value, decimals)} ${scale.unit}`}
          </text>
        );
      })}
    </g>
  );
}

type LineProps = {
  pieces: readonly (readonly ChartPoint[])[];
  x: (at: number) => number;
  y: (value: number) => number;
  colour: string;
};

/** Averages as a line, their lowest and highest as a band behind it, and a lonely reading as a dot. */
export function Line({ pieces, x, y, colour }: LineProps) {
  const path = (points: readonly (readonly [at: number, value: number])[]) =>
    points.map(([at, value]) => `${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join("L");
  const long = pieces.filter(({ length }) => length > 1);
  const bands = long
    .filter((piece) => piece.some(({ low, high }) => low !== high))
    .map((piece) => {
      const highs = piece.map(({ at, high }) => [at, high] as const);
      const lows = piece.map(({ at, low }) => [at, low] as const).toReversed();
      return `M${path([...highs, ...lows])}Z`;
    });
  const lines = long.map((piece) => `M${path(piece.map(({ at, value }) => [at, value] as const))}`);
  const dots = pieces.flatMap(([only, second]) =>
    only === undefined || second !== undefined
      ? []
      : [`M${x(only.at).toFixed(1)} ${y(only.value).toFixed(1)}h0`],
  );
  return (
    <>
      {bands.length === 0 ? null : <path class={`${colour} band`} d={bands.join("")} />}
      {lines.length === 0 ? null : <path class={colour} d={lines.join("")} />}
      {dots.length === 0 ? null : <path class={`${colour} lone`} d={dots.join("")} />}
    </>
  );
}

type LimitsProps = {
  lines: readonly ChartLine[];
  scaleBy: (line: ChartLine) => Scale | undefined;
  teller: Teller;
};

/** A dashed line at each limit that is in the picture; sensors with the same one share it. */
export function Limits({ lines, scaleBy, teller }: LimitsProps) {
  const limits = new Map<string, number>();
  for (const line of lines) {
    const scale = scaleBy(line);
    const value = line.limit?.value;
    if (scale === undefined || value === undefined || value < scale.low || value > scale.high) continue;
    limits.set(teller.words.chart.limit(teller.value(value, line.unit)), TOP + scale.y(value));
  }
  return (
    <g class="limits">
      {[...limits].map(([text, y]) => (
        <>
          <line x1="0" x2="100%" y1={y.toFixed(1)} y2={y.toFixed(1)} />
          <text x="50%" y={(y > TOP + PLOT - LIMIT_TEXT ? y - 6 : y + 14).toFixed(1)} text-anchor="middle">
            {text}
          </text>
        </>
      ))}
    </g>
  );
}

/** A state's name, and what it was as bands with its words where they fit; nothing where nobody knows. */
export function StateRow({ state, top, across }: { state: ChartState; top: number; across: Across }) {
  const { name, words, spans, trace } = state;
  const kind = trace.sensor.kind === "flood" ? "wet" : "on";
  return (
    <g class="state">
      <text x="0" y={top + BAND_TOP - 5}>
        {name}
      </text>
      {spans.map(({ from, to, isOn }) => {
        const [begin, width] = [across(from), across(to) - across(from)];
        return (
          <>
            <rect
              class={isOn ? kind : "off"}
              x={percent(begin)}
              y={top + BAND_TOP}
              width={percent(Math.max(width, isOn ? 0.003 : 0))}
              height={BAND}
            />
            {width < WORD_SHARE_MIN ? null : (
              <text
                class={isOn ? kind : "off"}
                x={percent(begin + width / 2)}
                y={top + BAND_TOP + 13}
                text-anchor="middle"
              >
                {isOn ? words.on : words.off}
              </text>
            )}
          </>
        );
      })}
    </g>
  );
}
