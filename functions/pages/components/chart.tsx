import type { RecordedFinding } from "../../../lib/alerts/shown-alert.ts";
import { DAY_MS } from "../../../lib/kernel/time.ts";
import type { PageHome } from "../../../lib/sharing/home-page/page-home.ts";
import type {
  Chart as ChartOfSensors,
  Trace,
} from "../../../lib/sharing/home-page/show-workbench.actions.ts";
import { CHART_RANGES, type ChartRange } from "../../../lib/sharing/home-page/workbench.ts";
import { type ChartLine, type ChartState, linesOf, scalesOf } from "../format/chart-lines.ts";
import { type Teller, useMember, useTeller } from "../format/teller.tsx";
import { Go, List } from "./list.tsx";
import { type Drawing, PLOT, StillChart, TOP } from "./still-chart.tsx";

/** `keys`: how to use the chart beyond the arrow keys. `isOfPage`: true on the sensor's page, which needs no link. */
type Props = Partial<Pick<Drawing, "alerts" | "notes">> & {
  home: Pick<PageHome, "alertSettings" | "devices">;
  chart: ChartOfSensors;
  /** The findings of the chart's alert. The chart shows the limit of the last finding that has one. */
  findings?: readonly RecordedFinding[];
  keys?: string;
  isOfPage?: boolean;
};

/** The past of sensors as lines and bands. The legend has the main figures, for readers who can't see the picture. */
export function Chart({ home, chart, alerts = [], notes = [], findings = [], keys, isOfPage }: Props) {
  const teller = useTeller();
  const { charts, chart: words, sensor } = teller.words;
  const isOwn = useMember() !== undefined;
  const { from, to } = chart;
  const past = findings.findLast(({ finding }) => finding.limit)?.finding.limit;
  const { lines: measured, states } = linesOf(chart, home, teller, past);
  const scales = scalesOf(measured);
  const lines = measured.filter(({ unit }) => scales.some((each) => each.unit === unit));
  const shown = [...lines, ...states];
  if (shown.length === 0) return <p class="note">{words.nothing}</p>;
  const drawing = {
    lines,
    scales,
    states,
    notes,
    from,
    to,
    alerts: alerts.filter(({ closedAt }) => closedAt === null || closedAt >= from.getTime()),
  };
  const names = shown.map(({ name }) => name).join(", ");
  const said = keys ?? words.keys;
  return (
    <figure
      id="chart"
      class="traces panel"
      data-chart={JSON.stringify(dataOf(drawing, teller))}
      data-zone={teller.timeZone}
    >
      <StillChart
        {...drawing}
        label={`${names}. ${teller.dateTime(from)} – ${teller.dateTime(to)}. ${said}`}
      />
      <output class="tip" data-keys={said}></output>
      <div class="legend">
        <List items={shown}>
          {(each) => ({
            lead: <span class={`swatch ${"color" in each ? each.color : each.trace.sensor.kind}`} />,
            title: each.name,
            facts: "color" in each ? lineFacts(each, teller) : stateFacts(each, teller),
            href: isOwn && !isOfPage ? `/sensors/${each.trace.sensor.id}` : null,
            children: isOwn && (
              <Go href={csvPath(each.trace, chart)} download aria-label={`${sensor.csv}: ${each.name}`}>
                CSV
              </Go>
            ),
          })}
        </List>
      </div>
      {lines.length < measured.length && (
        <p class="hint">{charts.twoScales(scales.map(({ unit }) => unit).join(", "))}</p>
      )}
    </figure>
  );
}

const csvPath = ({ sensor }: Trace, { from, to }: ChartOfSensors): string =>
  `/api/v1/readings.csv?${new URLSearchParams({ sensor_id: sensor.id, from: from.toISOString(), to: to.toISOString() })}`;

function lineFacts(line: ChartLine, teller: Teller): (string | null)[] {
  const { charts, chart } = teller.words;
  if (line.figures === null) return [];
  const { low, high, average } = line.figures;
  const said = (name: string, value: number) => `${name} ${teller.value(value, line.unit)}`;
  return [
    ...[said(chart.lowest, low), said(chart.highest, high), said(charts.average, average)],
    beyondText(line, teller),
  ];
}

/**
 * `Below 40.0 °F: 3 hours`. Says "about" if the lowest and highest of an average are on both sides of the limit. Of days it
 * counts those past the limit: a cold hour and a cold night may have the same extremes.
 */
function beyondText({ figures, limit, unit, points, trace }: ChartLine, teller: Teller): string | null {
  if (figures === null || limit === null) return null;
  const { charts } = teller.words;
  const where = charts[limit.side](teller.value(limit.value, unit));
  const past = points.filter(({ low, high }) =>
    limit.side === "below" ? low < limit.value : high > limit.value,
  );
  if (past.length === 0) return charts.never(lowerFirst(where));
  // The latest reading is a point of its own beside its day's.
  const days = new Set(past.map(({ at }) => Math.floor(at / DAY_MS)));
  if (trace.stepMs >= DAY_MS) return `${where}: ${charts.onDays(days.size)}`;
  if (!figures.beyondMs) return where;
  const span = teller.span(figures.beyondMs);
  const isEstimate = past.some(({ low, high }) => low < limit.value && high > limit.value);
  return `${where}: ${isEstimate ? charts.about(span) : span}`;
}

const lowerFirst = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

/** Says "up to" and "at least" if a bucket had both states: how often it changed within is unknown. */
function stateFacts({ spans, words, trace }: ChartState, { words: { charts }, span }: Teller): string[] {
  const isMixed = trace.points.some(({ low, high }) => low !== high);
  const onMs = spans.reduce((sum, { from, to, isOn }) => sum + (isOn ? to - from : 0), 0);
  const changes = spans.slice(1).filter((each, index) => each.isOn !== spans[index]?.isOn).length;
  return [
    onMs === 0
      ? charts.never(words.on.toLowerCase())
      : charts.stateFor(words.on, isMixed ? charts.upTo(span(onMs)) : span(onMs)),
    isMixed ? charts.atLeast(charts.changes(changes)) : charts.changes(changes),
  ];
}

type WaysProps = { label: string; ways: readonly (readonly [href: string, text: string, isHere: boolean])[] };

export const Ways = ({ label, ways }: WaysProps) => (
  <nav class="ranges" aria-label={label}>
    {ways.map(([href, text, isHere]) => (
      <a href={href} aria-current={isHere ? "true" : undefined}>
        {text}
      </a>
    ))}
  </nav>
);

/** `kept`: the rest of the query, such as `&s=…`. */
export function RangeChoices({ shown, kept = "" }: { shown: ChartRange | null; kept?: string }) {
  const { range: label, ranges } = useTeller().words.chart;
  const ways = CHART_RANGES.map((each) => [`?range=${each}${kept}`, ranges[each], each === shown] as const);
  return <Ways label={label} ways={ways} />;
}

const second = (at: number): number => Math.round(at / 1_000);

/** Returns the data for `client/chart-readout.ts`. Times are epoch seconds. */
const dataOf = ({ lines, scales, states, from, to }: Drawing, { withUnit }: Teller) => ({
  from: second(from.getTime()),
  to: second(to.getTime()),
  plot: [TOP, scales.length === 0 ? 0 : PLOT],
  lines: lines.map(({ color, unit, trace, points }) => {
    const { low = 0, high = 1 } = scales.find((each) => each.unit === unit) ?? {};
    return {
      color,
      unit: withUnit("", unit),
      gap: second(trace.gapMs),
      range: [low, high],
      t: points.map(({ at }) => second(at)),
      v: points.map(({ value }) => Number(value.toFixed(1))),
    };
  }),
  states: states.map(({ words, spans }) => ({
    words: [words.off, words.on],
    spans: spans.map((each) => [second(each.from), second(each.to), each.isOn ? 1 : 0]),
  })),
});
