import type { AlertRecord } from "../../../lib/alerts/shown-alert.ts";
import type { ChartNote } from "../../../lib/sharing/home-page/chart-notes.queries.ts";
import { piecesWithin } from "../../../lib/sharing/home-page/workbench.ts";
import type { ChartLine, ChartState } from "../format/chart-lines.ts";
import type { Teller } from "../format/teller.ts";
import {
  Limits,
  Line,
  PLOT,
  type Scale,
  StateRow,
  scaleOf,
  TIMES,
  Times,
  TOP,
  Values,
  WIDTH,
} from "./chart-parts.tsx";

/** In pixels: the row of one state. */
const ROW = 42;
/** Each unit has a scale of its own; more than two scales cannot be read. */
const SCALES_MAX = 2;

/** What of an alert is drawn. */
export type DrawnAlert = Pick<AlertRecord, "severity" | "openedAt" | "closedAt">;

type Props = {
  lines: readonly ChartLine[];
  states: readonly ChartState[];
  alerts: readonly DrawnAlert[];
  notes: readonly ChartNote[];
  from: Date;
  to: Date;
  teller: Teller;
  /** How it is read by keyboard. */
  keys: string;
};

/**
 * All lines in one picture, complete as it comes: gaps are gaps, the first unit's scale stands on the left, the second's on
 * the right, states are bands below. The browser's module adds a readout, a picture to save and ranges by drag and pinch.
 */
export function Traces({ lines, states, alerts, notes, from, to, teller, keys }: Props) {
  const { charts, chart } = teller.words;
  const units = [...new Set(lines.map(({ unit }) => unit))];
  const scales = units.slice(0, SCALES_MAX).map((unit) => scaleOf(unit, lines));
  const scaleBy = (line: ChartLine) => scales.find(({ unit }) => unit === line.unit);
  const drawn = lines.filter((line) => line.points.length > 0 && scaleBy(line) !== undefined);
  if (drawn.length === 0 && states.every(({ spans }) => spans.length === 0))
    return <p class="note">{chart.nothing}</p>;
  const [begin, span] = [from.getTime(), to.getTime() - from.getTime()];
  const across = (at: number) => Math.min(1, Math.max(0, (at - begin) / span));
  const percent = (share: number) => `${(share * 100).toFixed(2)}%`;
  // States alone need no room for lines.
  const plot = drawn.length === 0 ? 0 : PLOT;
  const bottom = TOP + plot + states.length * ROW;
  return (
    <figure
      class="traces panel"
      data-chart={JSON.stringify(dataOf(drawn, states, scaleBy, from, to, plot))}
      data-zone={teller.timeZone}
    >
      <svg
        class="plot"
        height={bottom + TIMES}
        role="img"
        tabindex={0}
        aria-label={`${[...drawn, ...states].map(({ name }) => name).join(", ")}. ${teller.dateTime(from)} – ${teller.dateTime(to)}. ${keys}`}
      >
        <Times from={from} to={to} bottom={bottom} across={across} teller={teller} />
        {alerts.map(({ severity, openedAt, closedAt }) => {
          const [opened, closed] = [across(openedAt.getTime()), across((closedAt ?? teller.now).getTime())];
          return (
            <g class={`episode ${severity}`}>
              <rect
                x={percent(opened)}
                y={TOP}
                width={percent(Math.max(0.002, closed - opened))}
                height={bottom - TOP}
              />
              <circle cx={percent(opened)} cy={TOP} r="5" />
            </g>
          );
        })}
        {scales.slice(0, 1).map((scale) => (
          <Values scale={scale} teller={teller} part="rules" />
        ))}
        <svg
          y={TOP}
          width="100%"
          height={plot}
          viewBox={`0 0 ${WIDTH} ${PLOT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {drawn.map((line) => {
            const scale = scaleBy(line);
            const pieces = piecesWithin(line.points, line.gapMs);
            return scale === undefined ? null : (
              <Line pieces={pieces} x={(at) => across(at) * WIDTH} y={scale.y} colour={line.colour} />
            );
          })}
        </svg>
        {scales.map((scale, index) => (
          <Values scale={scale} teller={teller} part={index === 0 ? "left" : "right"} />
        ))}
        <Limits lines={drawn} scaleBy={scaleBy} teller={teller} />
        {states.map((state, index) => (
          <StateRow state={state} top={TOP + plot + index * ROW} across={across} />
        ))}
        {notes.map(({ at }, index) => (
          <g class="pin">
            <line
              x1={percent(across(at.getTime()))}
              x2={percent(across(at.getTime()))}
              y1={TOP - 6}
              y2={bottom}
            />
            <circle cx={percent(across(at.getTime()))} cy={TOP - 14} r="10" />
            <text x={percent(across(at.getTime()))} y={TOP - 10} text-anchor="middle">
              {index + 1}
            </text>
          </g>
        ))}
      </svg>
      <p class="moment" aria-live="polite" data-keys={keys}></p>
      <ul class="legend">
        {drawn.map(({ colour, name }) => (
          <li>
            <span class={`swatch ${colour}`} />
            <span>{name}</span>
            <output class="now"></output>
          </li>
        ))}
        {states.map(({ name }) => (
          <li>
            <span class="swatch state" />
            <span>{name}</span>
            <output class="now"></output>
          </li>
        ))}
      </ul>
      {units.length > SCALES_MAX ? (
        <p class="hint">{charts.twoScales(units.slice(0, SCALES_MAX).join(", "))}</p>
      ) : null}
    </figure>
  );
}

/** What the browser's module reads values from: seconds, each but the first after the one before. */
function dataOf(
  lines: readonly ChartLine[],
  states: readonly ChartState[],
  scaleBy: (line: ChartLine) => Scale | undefined,
  from: Date,
  to: Date,
  plot: number,
) {
  const second = (at: number) => Math.round(at / 1_000);
  const steps = (times: readonly number[]) =>
    times.map((at, index) => second(at) - (index === 0 ? 0 : second(times[index - 1] ?? 0)));
  return {
    from: second(from.getTime()),
    to: second(to.getTime()),
    plot: [TOP, plot],
    lines: lines.map((line) => {
      const scale = scaleBy(line);
      return {
        colour: line.colour,
        unit: line.unit,
        gap: second(line.gapMs),
        range: [scale?.low ?? 0, scale?.high ?? 1],
        t: steps(line.points.map(({ at }) => at)),
        v: line.points.map(({ value }) => Number(value.toFixed(1))),
      };
    }),
    states: states.map(({ words, spans }) => ({
      words: [words.off, words.on],
      spans: spans.map((each) => [second(each.from), second(each.to), each.isOn ? 1 : 0]),
    })),
  };
}
