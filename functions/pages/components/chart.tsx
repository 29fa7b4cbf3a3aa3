import type { PageHome } from "../../../lib/sharing/home-page/page-home.ts";
import type { Chart as ChartOfSensor } from "../../../lib/sharing/home-page/show-workbench.actions.ts";
import { CHART_DAYS, type ChartRange, coarser } from "../../../lib/sharing/home-page/workbench.ts";
import { type ChartLine, type ChartState, changesOf, linesOf } from "../format/chart-lines.ts";
import type { Teller } from "../format/teller.ts";
import { ChartFigure } from "./chart-figure.tsx";
import type { DrawnAlert } from "./still-chart.tsx";
import { Table } from "./table.tsx";

const ROWS_MAX = 96;

type Props = {
  home: Pick<PageHome, "alertSettings" | "devices">;
  chart: ChartOfSensor;
  teller: Teller;
  /** Those about it. */
  alerts?: readonly DrawnAlert[];
};

/**
 * A sensor's past as a line or as bands, what it came to in a sentence, and its figures.
 */
export function Chart({ home, chart, teller, alerts = [] }: Props) {
  const { chart: words } = teller.words;
  const { from, to } = chart;
  if (chart.points.length === 0) return <p class="hint">{words.nothing}</p>;
  const { lines, states } = linesOf({ home, traces: [chart], outside: null, to }, teller);
  const open = alerts.filter(({ closedAt }) => closedAt === null || closedAt >= from);
  return (
    <div class="chart">
      <ChartFigure {...{ lines, states, from, to, teller }} alerts={open} keys={words.keys} />
      {lines.map((line) => (
        <LineFigures line={line} teller={teller} />
      ))}
      {states.map((state) => (
        <StateFigures state={state} teller={teller} />
      ))}
    </div>
  );
}

function LineFigures({ line: { points, unit, figures }, teller }: { line: ChartLine; teller: Teller }) {
  const { chart: words } = teller.words;
  const told = (value: number) => teller.value(value, unit);
  const [low, high] = [told(figures?.low ?? 0), told(figures?.high ?? 0)];
  const last = told(points.at(-1)?.value ?? 0);
  return (
    <>
      <p class="told">{low === high ? words.summarySteady(last) : words.summary(low, high, last)}</p>
      <details class="figures">
        <summary>{words.table}</summary>
        <Table
          heads={[words.time, words.value, words.lowest, words.highest]}
          rows={coarser(points, ROWS_MAX)
            .toReversed()
            .map(({ at, value, low, high }) => [
              teller.dateTime(new Date(at)),
              ...[value, low, high].map(told),
            ])}
        />
      </details>
    </>
  );
}

function StateFigures({ state, teller }: { state: ChartState; teller: Teller }) {
  const { chart: words } = teller.words;
  return (
    <>
      <p class="told">{words.summaryState(changesOf(state))}</p>
      <details class="figures">
        <summary>{words.table}</summary>
        <Table
          heads={[words.time, words.value]}
          rows={state.spans
            .slice(-ROWS_MAX)
            .toReversed()
            .map(({ from, isOn }) => [
              teller.dateTime(new Date(from)),
              isOn ? state.words.on : state.words.off,
            ])}
        />
      </details>
    </>
  );
}

type RangesProps = { shown: ChartRange; ranges: readonly ChartRange[]; teller: Teller };

/** The times that may be shown, as links. */
export function RangeChoices({ shown, ranges, teller }: RangesProps) {
  if (ranges.length < 2) return null;
  const { chart: words } = teller.words;
  return (
    <nav class="ranges" aria-label={words.range}>
      {ranges.map((range) => (
        <a href={`?range=${range}`} aria-current={range === shown ? "true" : undefined}>
          {words.ranges[range]}
        </a>
      ))}
    </nav>
  );
}

export const ALL_RANGES = Object.keys(CHART_DAYS) as ChartRange[];
