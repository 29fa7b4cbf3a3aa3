import { type ChartPoint, piecesOf } from "../../../lib/sharing/home-page/workbench.ts";
import type { Teller } from "../format/teller.ts";

const WIDTH = 600;
const HEIGHT = 220;
const LIMIT_SPANS_MAX = 2;

type Props = {
  points: readonly ChartPoint[];
  limit: number | null;
  unit: string | null;
  from: Date;
  to: Date;
  teller: Teller;
  /** What a state is called while it is off and on; null of a measure. */
  states: readonly [off: string, on: string] | null;
};

/** The chart as a picture, for a browser without scripts and until the module has drawn its own. */
export function StillChart({ points, limit, unit, from, to, teller, states }: Props) {
  const least = Math.min(...points.map(({ low }) => low));
  const most = Math.max(...points.map(({ high }) => high));
  const span = Math.max(most - least, unit === null ? 1 : 4);
  const isNear = limit !== null && Math.max(least - limit, limit - most) <= span * LIMIT_SPANS_MAX;
  const low = Math.min((least + most - span) / 2, isNear ? limit : Number.POSITIVE_INFINITY) - span * 0.06;
  const high = Math.max((least + most + span) / 2, isNear ? limit : Number.NEGATIVE_INFINITY) + span * 0.06;
  const x = (at: number) => (((at - from.getTime()) / (to.getTime() - from.getTime())) * WIDTH).toFixed(1);
  const y = (value: number) => (HEIGHT - ((value - low) / (high - low)) * HEIGHT).toFixed(1);
  const pieces = piecesOf(points);
  // A state holds until the next reading: a slope would say that water rose slowly.
  const join = states === null ? "L" : "H";
  const line = pieces
    .map(([first, ...rest]) =>
      first === undefined
        ? ""
        : `M${x(first.at)} ${y(first.value)}${rest.map(({ at, value }) => (join === "L" ? `L${x(at)} ${y(value)}` : `H${x(at)}V${y(value)}`)).join("")}`,
    )
    .join("");
  const band = pieces
    .map((piece) => {
      const back = piece.toReversed().map(({ at, low: value }) => `${x(at)} ${y(value)}`);
      return `M${[...piece.map(({ at, high: value }) => `${x(at)} ${y(value)}`), ...back].join("L")}Z`;
    })
    .join("");
  const ends =
    states?.toReversed() ?? [high, (high + low) / 2, low].map((value) => teller.value(value, unit));
  return (
    <div class="still">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path class="area" d={band} />
        {isNear ? <path class="limit" d={`M0 ${y(limit)}H${WIDTH}`} /> : null}
        <path class="line" d={line} />
      </svg>
      <div class="y-axis" aria-hidden="true">
        {ends.map((text) => (
          <span>{text}</span>
        ))}
      </div>
      <div class="x-axis" aria-hidden="true">
        {[from, new Date((from.getTime() + to.getTime()) / 2), to].map((moment) => (
          <span>{teller.dateTime(moment)}</span>
        ))}
      </div>
    </div>
  );
}
