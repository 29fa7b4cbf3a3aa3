import type { AlertRecord } from "../../../lib/alerts/shown-alert.ts";
import type { ChartNote } from "../../../lib/sharing/home-page/chart-notes.queries.ts";
import {
  type ChartPoint,
  piecesWithin,
  timeTicks,
  valueTicks,
} from "../../../lib/sharing/home-page/workbench.ts";
import { type ChartLine, type ChartState, limitsOf, type Scale } from "../format/chart-lines.ts";
import { useTeller } from "../format/teller.tsx";

/** The lines have their own coordinates, this wide. The browser stretches them over the chart's width. */
const WIDTH = 1_000;
/** Heights in pixels: the marks above the lines, the lines, the times below, a state's row, and the name in its row. */
export const TOP = 26;
export const PLOT = 300;
const TIMES = 26;
const ROW = 42;
const BAND_TOP = 20;
/** The narrowest band that fits a word, as a share of the width. */
const WORD_SHARE_MIN = 0.14;
/** Within this share of an edge, a text begins or ends at its line instead of being centered, so that it isn't cut. */
const EDGE_SHARE = 0.06;
/** A limit that is so many pixels or less above the times has its text above its line, otherwise below. */
const LIMIT_TEXT = 24;
/** The distance in pixels between the plot and the values of its scales. */
const BESIDE = 8;

export type Drawing = {
  lines: readonly ChartLine[];
  scales: readonly Scale[];
  states: readonly ChartState[];
  alerts: readonly Pick<AlertRecord, "severity" | "openedAt" | "closedAt">[];
  notes: readonly ChartNote[];
  from: Date;
  to: Date;
};

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

/**
 * A chart as an SVG that needs no script. The first unit's scale is on the left, the second's on the right. States are
 * bands in rows below. `label` is the accessible name; it includes the keys that a script adds.
 */
export function StillChart({ label, ...drawing }: Drawing & { label: string }) {
  const { lines, scales, states, alerts, notes, from, to } = drawing;
  const teller = useTeller();
  const [begin, span] = [from.getTime(), to.getTime() - from.getTime()];
  const across = (at: number) => Math.min(1, Math.max(0, (at - begin) / span));
  const at = (moment: Date) => percent(across(moment.getTime()));
  // States alone need no room for lines.
  const plot = scales.length === 0 ? 0 : PLOT;
  const bottom = TOP + plot + states.length * ROW;
  const y = ({ low, high }: Scale, value: number) => plot - ((value - low) / (high - low)) * plot;
  const values = scales.flatMap((scale, index) =>
    valueTicks(scale.low, scale.high).map((value, _, ticks) => ({
      isFirst: index === 0,
      top: TOP + y(scale, value),
      text: teller.withUnit(teller.number(value, ticks.every(Number.isInteger) ? 0 : 1), scale.unit),
    })),
  );
  return (
    <svg
      id="plot"
      class={`plot scales-${scales.length}`}
      height={bottom + TIMES}
      role="img"
      tabindex={0}
      aria-label={label}
    >
      <Times from={from} to={to} bottom={bottom} across={across} />
      {alerts.map(({ severity, openedAt, closedAt }) => {
        const [opened, closed] = [across(openedAt), across(closedAt ?? teller.now.getTime())];
        const width = percent(Math.max(0.002, closed - opened));
        return (
          <g class={`episode ${severity}`}>
            <rect x={percent(opened)} y={TOP} width={width} height={bottom - TOP} />
            <circle cx={percent(opened)} cy={TOP} r="5" />
          </g>
        );
      })}
      {values.map(({ isFirst, top }) =>
        isFirst ? <line x1="0" x2="100%" y1={top.toFixed(1)} y2={top.toFixed(1)} /> : null,
      )}
      <svg
        y={TOP}
        width="100%"
        height={plot}
        viewBox={`0 0 ${WIDTH} ${plot}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {lines.map((line) => {
          const scale = scales.find(({ unit }) => unit === line.unit);
          return scale === undefined ? null : (
            <Line line={line} x={(moment) => across(moment) * WIDTH} y={(value) => y(scale, value)} />
          );
        })}
      </svg>
      {limitsOf(lines, scales, teller).map(({ scale, value, text }) => {
        const top = TOP + y(scale, value);
        return (
          <g class="limits">
            <line x1="0" x2="100%" y1={top.toFixed(1)} y2={top.toFixed(1)} />
            <text
              x="50%"
              y={(top + (top > TOP + plot - LIMIT_TEXT ? -6 : 14)).toFixed(1)}
              text-anchor="middle"
            >
              {text}
            </text>
          </g>
        );
      })}
      {values.map(({ isFirst, top, text }) => (
        <text
          x={isFirst ? "0" : "100%"}
          dx={isFirst ? -BESIDE : BESIDE}
          y={(top + 4).toFixed(1)}
          text-anchor={isFirst ? "end" : "start"}
        >
          {text}
        </text>
      ))}
      {states.map((state, index) => (
        <StateRow state={state} top={TOP + plot + index * ROW} across={across} />
      ))}
      {notes.map((note, index) => (
        <g class="pin">
          <line x1={at(note.at)} x2={at(note.at)} y1={TOP - 6} y2={bottom} />
          <circle cx={at(note.at)} cy={TOP - 14} r="10" />
          <text x={at(note.at)} y={TOP - 10} text-anchor="middle">
            {index + 1}
          </text>
        </g>
      ))}
    </svg>
  );
}

type Across = (at: number) => number;
/** Marks round times: midnights by the date, others by the time of day. */
function Times({ from, to, bottom, across }: { from: Date; to: Date; bottom: number; across: Across }) {
  const { language, timeZone, clock } = useTeller();
  const day = new Intl.DateTimeFormat(language, { day: "numeric", month: "short", timeZone });
  return timeTicks(timeZone, from.getTime(), to.getTime()).map(({ at, isMidnight }, index) => {
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
          {isMidnight ? day.format(at) : clock(at)}
        </text>
      </>
    );
  });
}

type LineProps = { line: ChartLine; x: (at: number) => number; y: (value: number) => number };

/** Draws averages as a line, with a band from lowest to highest behind it. A reading between two gaps is a dot. */
function Line({ line: { points, trace, color }, x, y }: LineProps) {
  const path = (piece: readonly ChartPoint[], value: (point: ChartPoint) => number) =>
    piece.map((point) => `${x(point.at).toFixed(1)} ${y(value(point)).toFixed(1)}`).join("L");
  const pieces = piecesWithin(points, trace.gapMs);
  const long = pieces.filter(({ length }) => length > 1);
  const bands = long
    .filter((piece) => piece.some(({ low, high }) => low !== high))
    .map((piece) => `M${path(piece, ({ high }) => high)}L${path(piece.toReversed(), ({ low }) => low)}Z`);
  const dots = pieces
    .filter(({ length }) => length === 1)
    .map((piece) => `M${path(piece, ({ value }) => value)}h0`);
  return (
    <>
      {bands.length === 0 ? null : <path class={`${color} band`} d={bands.join("")} />}
      <path class={color} d={long.map((piece) => `M${path(piece, ({ value }) => value)}`).join("")} />
      {dots.length === 0 ? null : <path class={`${color} lone`} d={dots.join("")} />}
    </>
  );
}

/** Draws a state's name, and its spans as bands, with words if they fit. A time without data has no band. */
function StateRow({ state, top, across }: { state: ChartState; top: number; across: Across }) {
  const { name, words, spans, trace } = state;
  const on = trace.sensor.kind === "flood" ? "wet" : "on";
  return (
    <g class="state">
      <text x="0" y={top + BAND_TOP - 5}>
        {name}
      </text>
      {spans.map(({ from, to, isOn }) => {
        const [begin, width] = [across(from), across(to) - across(from)];
        const kind = isOn ? on : "off";
        const drawn = percent(Math.max(width, isOn ? 0.003 : 0));
        return (
          <>
            <rect class={kind} x={percent(begin)} y={top + BAND_TOP} width={drawn} height={ROW - 24} />
            {width < WORD_SHARE_MIN ? null : (
              <text class={kind} x={percent(begin + width / 2)} y={top + BAND_TOP + 13} text-anchor="middle">
                {isOn ? words.on : words.off}
              </text>
            )}
          </>
        );
      })}
    </g>
  );
}
