import { shownValue } from "../../../lib/devices/shown-value.ts";
import { BUCKET_MS } from "../../../lib/history/buckets.ts";
import { quantityOf } from "../../../lib/kernel/units.ts";
import type { PageDevice, PageHome, PageSensor } from "../../../lib/sharing/home-page/page-home.ts";
import type { Chart as ChartOfSensor } from "../../../lib/sharing/home-page/show-workbench.actions.ts";
import {
  CHART_RANGES,
  type ChartPoint,
  type ChartRange,
  chartSummary,
  coarser,
} from "../../../lib/sharing/home-page/workbench.ts";
import { linesOf } from "../format/chart-lines.ts";
import { stateWord } from "../format/name-of.ts";
import type { Teller } from "../format/teller.ts";
import { ChartFigure } from "./chart-figure.tsx";
import type { DrawnAlert } from "./still-chart.tsx";
import { Table } from "./table.tsx";

const ROWS_MAX = 96;
/** A longer silence than so many steps is a gap and no line. */
const GAP_STEPS = 3;

type Props = {
  home: Pick<PageHome, "alertSettings" | "devices">;
  sensor: PageSensor;
  device: PageDevice;
  chart: ChartOfSensor;
  teller: Teller;
  /** Those about it. */
  alerts?: readonly DrawnAlert[];
};

/**
 * A sensor's past as a line or as bands, what it came to in a sentence, and its figures.
 */
export function Chart({ home, sensor, device, chart, teller, alerts = [] }: Props) {
  const { chart: words } = teller.words;
  const unit = shownUnit(sensor, teller);
  const inUnit = (value: number) =>
    shownValue(value, sensor.unit, isTemperature(sensor) ? teller.unit : null).value;
  const points = chart.points.map(({ at, value, low, high }) => ({
    at,
    value: inUnit(value),
    low: inUnit(low),
    high: inUnit(high),
  }));
  if (points.length === 0) return <p class="hint">{words.nothing}</p>;
  const stepMs = Math.max(
    device.usualIntervalMs ?? BUCKET_MS["15m"],
    BUCKET_MS[CHART_RANGES[chart.range].resolution],
  );
  const trace = { sensor, device, points: chart.points, stepMs, gapMs: stepMs * GAP_STEPS };
  const drawn = linesOf({ home, traces: [trace], outside: null, to: chart.to }, teller);
  return (
    <div class="chart">
      <ChartFigure
        {...drawn}
        alerts={alerts.filter(({ closedAt }) => closedAt === null || closedAt >= chart.from)}
        from={chart.from}
        to={chart.to}
        teller={teller}
        keys={words.keys}
      />
      <p class="told">{summaryOf(points, sensor, unit, teller)}</p>
      <Figures points={points} sensor={sensor} unit={unit} teller={teller} />
    </div>
  );
}

const isTemperature = ({ unit }: PageSensor): boolean => quantityOf(unit) === "temperature";
const shownUnit = (sensor: PageSensor, teller: Teller): string | null =>
  isTemperature(sensor) ? teller.unit : sensor.unit;

function summaryOf(
  points: readonly ChartPoint[],
  sensor: PageSensor,
  unit: string | null,
  teller: Teller,
): string {
  const { chart: words } = teller.words;
  const summary = chartSummary(points);
  if (summary === null) return words.nothing;
  if (sensor.isState) return words.summaryState(summary.changes);
  const told = (value: number) => teller.value(value, unit);
  const [low, high, last] = [told(summary.low), told(summary.high), told(summary.last)];
  return low === high ? words.summarySteady(last) : words.summary(low, high, last);
}

type FiguresProps = { points: ChartPoint[]; sensor: PageSensor; unit: string | null; teller: Teller };

function Figures({ points, sensor: { isState, kind }, unit, teller }: FiguresProps) {
  const { chart: words } = teller.words;
  const told = (value: number) =>
    isState ? stateWord(teller.words, kind, value >= 0.5) : teller.value(value, unit);
  const rows = isState ? points.filter(isChange).slice(-ROWS_MAX) : coarser(points, ROWS_MAX);
  return (
    <details class="figures">
      <summary>{words.table}</summary>
      <Table
        heads={[words.time, words.value, ...(isState ? [] : [words.lowest, words.highest])]}
        rows={rows
          .toReversed()
          .map(({ at, value, low, high }) => [
            teller.dateTime(new Date(at)),
            told(value),
            ...(isState ? [] : [told(low), told(high)]),
          ])}
      />
    </details>
  );
}

const isChange = ({ value }: ChartPoint, index: number, all: readonly ChartPoint[]): boolean =>
  index === 0 || value !== all[index - 1]?.value;

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

export const ALL_RANGES = Object.keys(CHART_RANGES) as ChartRange[];
