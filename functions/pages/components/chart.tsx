import { quantityOf } from "../../../lib/kernel/units.ts";
import { shownValue } from "../../../lib/readings/shown-value.ts";
import { sensorLimit } from "../../../lib/sharing/home-page/cards.ts";
import type { Chart as ChartOfSensor } from "../../../lib/sharing/home-page/chart-points.actions.ts";
import {
  CHART_RANGES,
  type ChartPoint,
  type ChartRange,
  chartSummary,
  coarser,
  piecesOf,
} from "../../../lib/sharing/home-page/chart-series.ts";
import type { PageHome, PageSensor } from "../../../lib/sharing/home-page/page-home.ts";
import { stateWord } from "../format/state-word.ts";
import type { Teller } from "../format/teller.ts";
import { StillChart } from "./still-chart.tsx";

const ROWS_MAX = 96;

type Props = {
  home: Pick<PageHome, "alertSettings" | "devices">;
  sensor: PageSensor;
  chart: ChartOfSensor;
  teller: Teller;
  /** When alerts about it began, in epoch milliseconds. */
  marks?: readonly number[];
};

/**
 * A sensor's past: a picture that the browser's own module makes readable by touch and key, and its figures.
 */
export function Chart({ home, sensor, chart, teller, marks = [] }: Props) {
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
  const limit = sensorLimit(sensor, home);
  const shownLimit = limit === null ? null : inUnit(limit.value);
  const states = sensor.isState
    ? ([stateWord(teller.words, sensor.kind, false), stateWord(teller.words, sensor.kind, true)] as const)
    : null;
  const data = dataOf(points, { limit: shownLimit, unit, marks, states, from: chart.from, to: chart.to });
  return (
    <figure class="chart" data-chart={JSON.stringify(data)} data-zone={teller.timeZone}>
      <div
        class="plot"
        role="img"
        tabindex={0}
        aria-label={`${sensor.label}. ${summaryOf(points, sensor, unit, teller)}`}
      >
        <StillChart
          points={points}
          limit={shownLimit}
          unit={unit}
          teller={teller}
          states={states}
          from={chart.from}
          to={chart.to}
        />
      </div>
      <p class="cursor" aria-live="polite" data-hint={words.keys}>
        {summaryOf(points, sensor, unit, teller)}
      </p>
      <Figures points={points} sensor={sensor} unit={unit} teller={teller} />
    </figure>
  );
}

const isTemperature = ({ unit }: PageSensor): boolean => quantityOf(unit) === "temperature";
const shownUnit = (sensor: PageSensor, teller: Teller): string | null =>
  isTemperature(sensor) ? teller.unit : sensor.unit;

type Around = {
  limit: number | null;
  unit: string | null;
  marks: readonly number[];
  states: readonly [off: string, on: string] | null;
  from: Date;
  to: Date;
};

/** What the browser's module draws: times in seconds, and nothing at all where there is a gap. */
function dataOf(points: readonly ChartPoint[], { limit, unit, marks, states, from, to }: Around) {
  const hasBand = states === null && points.some(({ low, high }) => low !== high);
  const columns = piecesOf(points).flatMap((piece, index) => [
    ...(index === 0 ? [] : [{ at: (piece[0]?.at ?? 0) - 1_000, value: null, low: null, high: null }]),
    // A state that was on at any time of a bucket is drawn as on.
    ...piece.map((point) => (states === null ? point : { ...point, value: point.high })),
  ]);
  return {
    t: columns.map(({ at }) => at / 1_000),
    v: columns.map(({ value }) => shortOrGap(value)),
    ...(hasBand
      ? { lo: columns.map(({ low }) => shortOrGap(low)), hi: columns.map(({ high }) => shortOrGap(high)) }
      : {}),
    limit: limit === null ? null : short(limit),
    unit: unit ?? "",
    marks: marks.map((at) => at / 1_000),
    states,
    from: from.getTime() / 1_000,
    to: to.getTime() / 1_000,
  };
}

const shortOrGap = (value: number | null): number | null => (value === null ? null : short(value));
const short = (value: number): number => Number(value.toFixed(2));

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
  return words.summary(told(summary.low), told(summary.high), told(summary.last));
}

function Figures({
  points,
  sensor,
  unit,
  teller,
}: {
  points: ChartPoint[];
  sensor: PageSensor;
  unit: string | null;
  teller: Teller;
}) {
  const { chart: words } = teller.words;
  const told = (value: number) =>
    sensor.isState ? stateWord(teller.words, sensor.kind, value >= 0.5) : teller.value(value, unit);
  const rows = sensor.isState ? points.filter(isChange).slice(-ROWS_MAX) : coarser(points, ROWS_MAX);
  return (
    <details class="figures">
      <summary>{words.table}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.time}</th>
            <th scope="col">{words.value}</th>
            {sensor.isState ? null : <th scope="col">{words.lowest}</th>}
            {sensor.isState ? null : <th scope="col">{words.highest}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map(({ at, value, low, high }) => (
            <tr>
              <th scope="row">{teller.dateTime(new Date(at))}</th>
              <td>{told(value)}</td>
              {sensor.isState ? null : <td>{told(low)}</td>}
              {sensor.isState ? null : <td>{told(high)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
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
