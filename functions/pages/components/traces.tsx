import { quantityOf } from "../../../lib/kernel/units.ts";
import { shownValue } from "../../../lib/readings/shown-value.ts";
import { type ChartPoint, piecesOf } from "../../../lib/sharing/home-page/chart-series.ts";
import type { PageHome } from "../../../lib/sharing/home-page/page-home.ts";
import type { Trace } from "../../../lib/sharing/home-page/show-workbench.actions.ts";
import { placeText } from "../format/alert-text.ts";
import { nameOf } from "../format/name-of.ts";
import type { Teller } from "../format/teller.ts";
import { Tick } from "./fields.tsx";

const WIDTH = 1_000;
const HEIGHT = 320;
/** Each unit has a scale of its own; more than two scales cannot be read. */
const SCALES_MAX = 2;

type Props = { traces: readonly Trace[]; from: Date; to: Date; teller: Teller };

const isTemperature = (unit: string | null): boolean => quantityOf(unit) === "temperature";
const unitOf = ({ sensor }: Trace, teller: Teller): string =>
  (isTemperature(sensor.unit) ? teller.unit : sensor.unit) ?? "";

/** The points in the reader's scale. */
const pointsOf = ({ sensor, points }: Trace, teller: Teller): ChartPoint[] => {
  const inUnit = (value: number) =>
    shownValue(value, sensor.unit, isTemperature(sensor.unit) ? teller.unit : null).value;
  return points.map(({ at, value, low, high }) => ({
    at,
    value: inUnit(value),
    low: inUnit(low),
    high: inUnit(high),
  }));
};

/** One picture of all lines: gaps are gaps, the first unit's scale stands on the left, the second's on the right. */
export function Traces({ traces, from, to, teller }: Props) {
  const { charts } = teller.words;
  const units = [...new Set(traces.map((trace) => unitOf(trace, teller)))];
  const drawn = traces.filter(({ points }) => points.length > 0);
  if (drawn.length === 0) return <p class="note">{teller.words.chart.nothing}</p>;
  const scales = units.slice(0, SCALES_MAX).map((unit) => scaleOf(unit, drawn, teller));
  const x = (at: number) => (((at - from.getTime()) / (to.getTime() - from.getTime())) * WIDTH).toFixed(1);
  return (
    <figure class="traces panel">
      {scales.map(({ unit, ends }, index) => (
        <div class={index === 0 ? "axis" : "axis right"} aria-hidden="true">
          {ends.map((value) => (
            <span>{`${teller.number(value, Math.abs(value) < 100 ? 1 : 0)} ${unit}`}</span>
          ))}
        </div>
      ))}
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={drawn
          .map(({ sensor, device }) => placeText(nameOf(sensor, teller.words), device.space))
          .join(", ")}
      >
        {[0, 0.25, 0.5, 0.75, 1].map((part) => (
          <path class="rule" d={`M0 ${HEIGHT * part}H${WIDTH}`} />
        ))}
        {traces.map((trace, index) => {
          const scale = scales.find(({ unit }) => unit === unitOf(trace, teller));
          if (scale === undefined) return null;
          return <Line pieces={piecesOf(pointsOf(trace, teller))} x={x} y={scale.y} index={index} />;
        })}
      </svg>
      <div class="x-axis" aria-hidden="true">
        {[from, new Date((from.getTime() + to.getTime()) / 2), to].map((moment) => (
          <span>{teller.dateTime(moment)}</span>
        ))}
      </div>
      {units.length > SCALES_MAX ? (
        <p class="hint">{charts.twoScales(units.slice(0, SCALES_MAX).join(", "))}</p>
      ) : null}
    </figure>
  );
}

type LineProps = {
  pieces: readonly (readonly ChartPoint[])[];
  x: (at: number) => string;
  y: (value: number) => string;
  index: number;
};

/** Averages as a line, their lowest and highest as a band behind it, and a lonely reading as a dot. */
function Line({ pieces, x, y, index }: LineProps) {
  const path = (points: readonly (readonly [at: number, value: number])[]) =>
    points.map(([at, value]) => `${x(at)} ${y(value)}`).join("L");
  const long = pieces.filter(({ length }) => length > 1);
  const bands = long.map((piece) => {
    const highs = piece.map(({ at, high }) => [at, high] as const);
    const lows = piece.map(({ at, low }) => [at, low] as const).toReversed();
    return `M${path([...highs, ...lows])}Z`;
  });
  const lines = long.map((piece) => `M${path(piece.map(({ at, value }) => [at, value] as const))}`);
  const dots = pieces.flatMap(([only, second]) =>
    only === undefined || second !== undefined ? [] : [`M${x(only.at)} ${y(only.value)}h0`],
  );
  return (
    <>
      <path class={`trace-${index} band`} d={bands.join("")} />
      <path class={`trace-${index}`} d={lines.join("")} />
      <path class={`trace-${index} lone`} d={dots.join("")} />
    </>
  );
}

function scaleOf(unit: string, traces: readonly Trace[], teller: Teller) {
  const points = traces
    .filter((trace) => unitOf(trace, teller) === unit)
    .flatMap((trace) => pointsOf(trace, teller));
  const least = points.reduce((least, { low }) => Math.min(least, low), Number.POSITIVE_INFINITY);
  const most = points.reduce((most, { high }) => Math.max(most, high), Number.NEGATIVE_INFINITY);
  const margin = Math.max((most - least) * 0.06, 0.5);
  const [low, high] = [least - margin, most + margin];
  return {
    unit,
    ends: points.length === 0 ? [] : [high, (low + high) / 2, low],
    y: (value: number) => (HEIGHT - ((value - low) / (high - low)) * HEIGHT).toFixed(1),
  };
}

/** Under the picture: each line by its colour, with its lowest, highest and average, and its readings to download. */
export function TraceTable({ traces, from, to, teller }: Props) {
  const { charts, chart, rule, sensor: words } = teller.words;
  const range = `from=${encodeURIComponent(from.toISOString())}&to=${encodeURIComponent(to.toISOString())}`;
  return (
    <div class="scrolls panel">
      <table>
        <thead>
          <tr>
            <th scope="col">{rule.sensor}</th>
            <th scope="col">{chart.lowest}</th>
            <th scope="col">{chart.highest}</th>
            <th scope="col">{charts.average}</th>
            <th scope="col">{words.download}</th>
          </tr>
        </thead>
        <tbody>
          {traces.map(({ sensor, device, points }, index) => (
            <tr>
              <th scope="row">
                <span class={`swatch trace-${index}`} />
                <a href={`/sensors/${sensor.id}`}>{placeText(nameOf(sensor, teller.words), device.space)}</a>
              </th>
              {figuresOf(points).map((value) => (
                <td>{value === null ? "–" : teller.value(value, sensor.unit)}</td>
              ))}
              <td>
                <a
                  href={`/api/account/readings.csv?sensor_id=${sensor.id}&${range}`}
                  download
                  aria-label={`${words.csv}: ${placeText(nameOf(sensor, teller.words), device.space)}`}
                >
                  CSV
                </a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const figuresOf = (points: readonly ChartPoint[]): (number | null)[] =>
  points.length === 0
    ? [null, null, null]
    : [
        points.reduce((least, { low }) => Math.min(least, low), Number.POSITIVE_INFINITY),
        points.reduce((most, { high }) => Math.max(most, high), Number.NEGATIVE_INFINITY),
        points.reduce((sum, { value }) => sum + value, 0) / points.length,
      ];

type PicksProps = { home: PageHome; traces: readonly Trace[]; teller: Teller };

/** Every measure of the home, by room. */
export const SensorPicks = ({ home, traces, teller }: PicksProps) => (
  <fieldset class="picks">
    <legend>{teller.words.device.sensors}</legend>
    {home.devices.flatMap(({ space, sensors }) =>
      sensors
        .filter(({ isState }) => !isState)
        .map((each) => (
          <Tick
            label={placeText(nameOf(each, teller.words), space)}
            name="s"
            value={each.id}
            checked={traces.some(({ sensor }) => sensor.id === each.id)}
          />
        )),
    )}
  </fieldset>
);
