import { DAY_MS } from "../../../lib/kernel/time.ts";
import { convert } from "../../../lib/kernel/units.ts";
import type { Point, SensorLimit } from "../../../lib/sharing/home-page/cards.ts";

const WIDTH = 120;
const HEIGHT = 36;
const INSET = 3;
/** A longer silence is a gap in the line. */
const GAP_MS = 3_600_000;
/** A quiet room is a quiet line: less than this is not stretched over the whole height. */
const SPAN_MIN = { temperature: 4, other: 6 };
/** A limit further away than this many times what the day spanned would flatten it: then it is not drawn. */
const LIMIT_SPANS_MAX = 3;

type SparklineProps = {
  series: readonly Point[];
  unit: string | null;
  limit: SensorLimit | null;
  end: number;
};

/** The last 24 hours up to `end`, with the limit where it is near. Beside figures that say the same. */
export function Sparkline({ series, unit, limit, end }: SparklineProps) {
  if (series.length < 2) return null;
  const { low, high, showsLimit } = rangeOf(series, unit, limit);
  const x = (at: number) => fixed(((at - (end - DAY_MS)) / DAY_MS) * WIDTH);
  const y = (value: number) => fixed(HEIGHT - INSET - ((value - low) / (high - low)) * (HEIGHT - 2 * INSET));
  const pieces = piecesOf(series);
  const last = series.at(-1);
  const line = pieces.map((piece) => `M${piece.map(({ at, value }) => `${x(at)} ${y(value)}`).join("L")}`);
  const area = pieces.map(
    (piece, index) =>
      `${line[index]}L${x(piece.at(-1)?.at ?? end)} ${HEIGHT}L${x(piece[0]?.at ?? end)} ${HEIGHT}Z`,
  );
  return (
    <svg class="spark" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path class="area" d={area.join("")} />
      {limit !== null && showsLimit ? <path class="limit" d={`M0 ${y(limit.value)}H${WIDTH}`} /> : null}
      <path class="line" d={line.join("")} />
      {last === undefined ? null : <path class="now" d={`M${x(last.at)} ${y(last.value)}h0`} />}
    </svg>
  );
}

const fixed = (value: number): string => String(Number(value.toFixed(1)));

function rangeOf(series: readonly Point[], unit: string | null, limit: SensorLimit | null) {
  const values = series.map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const span = Math.max(most - least, spanMin(unit));
  const middle = (least + most) / 2;
  const [low, high] = [middle - span / 2, middle + span / 2];
  const away = limit === null ? 0 : Math.max(low - limit.value, limit.value - high, 0);
  const showsLimit = limit !== null && away <= span * LIMIT_SPANS_MAX;
  if (!showsLimit) return { low, high, showsLimit };
  return { low: Math.min(low, limit.value), high: Math.max(high, limit.value), showsLimit };
}

function spanMin(unit: string | null): number {
  if (unit === null || convert(0, unit, "°F") === null) return SPAN_MIN.other;
  return unit === "°F" ? SPAN_MIN.temperature : (SPAN_MIN.temperature * 5) / 9;
}

function piecesOf(series: readonly Point[]): Point[][] {
  const pieces: Point[][] = [];
  for (const point of series) {
    const piece = pieces.at(-1);
    const before = piece?.at(-1);
    if (piece === undefined || before === undefined || point.at - before.at > GAP_MS) pieces.push([point]);
    else piece.push(point);
  }
  return pieces;
}
