import type { PageHome } from "../../../lib/sharing/home-page/page-home.ts";
import type { Chart as ChartOfSensor } from "../../../lib/sharing/home-page/show-workbench.actions.ts";
import { CHART_DAYS, type ChartRange, coarser } from "../../../lib/sharing/home-page/workbench.ts";
import { type ChartLine, changesOf, linesOf, type Scale, scalesOf } from "../format/chart-lines.ts";
import { Ways } from "./press.tsx";
import { type Drawing, type DrawnAlert, PLOT, StillChart, TOP } from "./still-chart.tsx";
import { Table } from "./table.tsx";
import { useTeller } from "./teller-scope.ts";

const ROWS_MAX = 96;

type Props = {
  home: Pick<PageHome, "alertSettings" | "devices">;
  chart: ChartOfSensor;
  alerts?: readonly DrawnAlert[];
};

/**
 * A sensor's past as a line or as bands, what it came to in a sentence, and its figures.
 */
export function Chart({ home, chart, alerts = [] }: Props) {
  const teller = useTeller();
  const { chart: words } = teller.words;
  const { from, to } = chart;
  if (chart.points.length === 0) return <p class="hint">{words.nothing}</p>;
  const { lines, states } = linesOf({ home, traces: [chart], outside: null, to }, teller);
  const open = alerts.filter(({ closedAt }) => closedAt === null || closedAt >= from.getTime());
  return (
    <div class="chart">
      <ChartFigure {...{ lines, states, from, to }} alerts={open} keys={words.keys} />
      {lines.map((line) => (
        <LineFigures line={line} />
      ))}
      {states.map((state) => (
        <Figures
          told={words.summaryState(changesOf(state))}
          heads={[words.time, words.value]}
          rows={state.spans
            .slice(-ROWS_MAX)
            .map(({ from, isOn }) => [new Date(from), isOn ? state.words.on : state.words.off])}
        />
      ))}
    </div>
  );
}

function LineFigures({ line: { points, unit, figures } }: { line: ChartLine }) {
  const { value, words } = useTeller();
  const { chart } = words;
  const told = (each: number) => value(each, unit);
  const [low, high] = [told(figures?.low ?? 0), told(figures?.high ?? 0)];
  const last = told(points.at(-1)?.value ?? 0);
  return (
    <Figures
      told={low === high ? chart.summarySteady(last) : chart.summary(low, high, last)}
      heads={[chart.time, chart.value, chart.lowest, chart.highest]}
      rows={coarser(points, ROWS_MAX).map(({ at, ...each }) => [
        new Date(at),
        ...[each.value, each.low, each.high].map(told),
      ])}
    />
  );
}

type FiguresProps = { told: string; heads: string[]; rows: [at: Date, ...texts: string[]][] };

function Figures({ told, heads, rows }: FiguresProps) {
  const { dateTime, words } = useTeller();
  return (
    <>
      <p class="told">{told}</p>
      <details class="figures">
        <summary>{words.chart.table}</summary>
        <Table heads={heads} rows={rows.toReversed().map(([at, ...texts]) => [dateTime(at), ...texts])} />
      </details>
    </>
  );
}

export function RangeChoices({ shown, ranges }: { shown: ChartRange; ranges: readonly ChartRange[] }) {
  if (ranges.length < 2) return null;
  const { chart: words } = useTeller().words;
  const ways = ranges.map((range) => [`?range=${range}`, words.ranges[range], range === shown] as const);
  return <Ways label={words.range} ways={ways} />;
}

export const ALL_RANGES = Object.keys(CHART_DAYS) as ChartRange[];

const second = (at: number): number => Math.round(at / 1_000);

export function ChartFigure({
  keys,
  ...drawing
}: Drawing & { /** How it is read by keyboard. */ keys: string }) {
  const { lines, states, from, to } = drawing;
  const teller = useTeller();
  const { charts, chart } = teller.words;
  const scales = scalesOf(lines);
  const drawn = lines.filter(
    ({ points, unit }) => points.length > 0 && scales.some((each) => each.unit === unit),
  );
  if (drawn.length === 0 && states.every(({ spans }) => spans.length === 0))
    return <p class="note">{chart.nothing}</p>;
  const left = [...new Set(lines.map(({ unit }) => unit))].length > scales.length;
  const names = [...drawn, ...states].map(({ name }) => name).join(", ");
  return (
    <figure
      id="chart"
      class="traces panel"
      data-chart={JSON.stringify(dataOf({ ...drawing, lines: drawn }, scales))}
      data-zone={teller.timeZone}
    >
      <StillChart
        {...drawing}
        lines={drawn}
        label={`${names}. ${teller.dateTime(from)} – ${teller.dateTime(to)}. ${keys}`}
      />
      <output class="tip" data-keys={keys}></output>
      <ul class="legend">
        {[...drawn, ...states.map(({ name }) => ({ colour: "state", name }))].map(({ colour, name }) => (
          <li>
            <span class={`swatch ${colour}`} />
            <span>{name}</span>
          </li>
        ))}
      </ul>
      {left ? <p class="hint">{charts.twoScales(scales.map(({ unit }) => unit).join(", "))}</p> : null}
    </figure>
  );
}

/** What the browser's module reads values from, in seconds. */
function dataOf({ lines, states, from, to }: Drawing, scales: readonly Scale[]) {
  return {
    from: second(from.getTime()),
    to: second(to.getTime()),
    plot: [TOP, scales.length === 0 ? 0 : PLOT],
    lines: lines.map(({ colour, unit, gapMs, points }) => {
      const scale = scales.find((each) => each.unit === unit);
      return {
        colour,
        unit,
        gap: second(gapMs),
        range: [scale?.low ?? 0, scale?.high ?? 1],
        t: points.map(({ at }) => second(at)),
        v: points.map(({ value }) => Number(value.toFixed(1))),
      };
    }),
    states: states.map(({ words, spans }) => ({
      words: [words.off, words.on],
      spans: spans.map((each) => [second(each.from), second(each.to), each.isOn ? 1 : 0]),
    })),
  };
}
