import { type Scale, scalesOf } from "../format/chart-lines.ts";
import { type Drawing, PLOT, StillChart, TOP } from "./still-chart.tsx";
import { useTeller } from "./teller-scope.ts";

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
