import type { PageHome } from "../../../lib/sharing/home-page/page-home.ts";
import type { Chart as ChartOfSensor } from "../../../lib/sharing/home-page/show-workbench.actions.ts";
import { CHART_DAYS, type ChartRange, coarser } from "../../../lib/sharing/home-page/workbench.ts";
import { type ChartLine, changesOf, linesOf } from "../format/chart-lines.ts";
import { ChartFigure } from "./chart-figure.tsx";
import { Ways } from "./press.tsx";
import type { DrawnAlert } from "./still-chart.tsx";
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
  const open = alerts.filter(({ closedAt }) => closedAt === null || closedAt >= from);
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
