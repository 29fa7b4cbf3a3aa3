type Line = {
  color: string;
  /** The unit as it follows a number, with its space. */
  unit: string;
  /** How far the nearest reading may be, in seconds. Beyond that the value is unknown. */
  gap: number;
  /** The values at the bottom and the top of the plot. */
  range: [low: number, high: number];
  /** Epoch seconds of each value in `v`. */
  t: number[];
  v: number[];
};
export type Data = {
  from: number;
  to: number;
  /** The place of the lines in the chart, in pixels. */
  plot: [top: number, height: number];
  lines: Line[];
  states: { words: [off: string, on: string]; spans: [from: number, to: number, isOn: number][] }[];
};

const SVG = "http://www.w3.org/2000/svg";
const KEY_STEP = 0.01;
const KEY_LEAP = 0.1;
/** The distance between the pointer and the tooltip, in pixels. */
const TIP_PX = 12;

/** An interactive chart. `at`: the last position, as a share of the width. `moves`: an action for each key. */
export type OpenChart = NonNullable<ReturnType<typeof openChart>>;

export function openChart(figure: HTMLElement) {
  const plot = figure.querySelector<SVGSVGElement>("svg.plot");
  const tip = figure.querySelector<HTMLElement>(".tip");
  if (plot === null || tip === null) return null;
  const data: Data = JSON.parse(figure.dataset.chart ?? "");
  const timeZone = figure.dataset.zone ?? "UTC";
  const read = readout(plot, tip, data, timeZone);
  const look = (share: number): void => {
    chart.at = Math.min(1, Math.max(0, share));
    read(chart.at);
  };
  const by = (step: number) => () => look(chart.at + step);
  const moves: Record<string, () => void> = {
    ArrowLeft: by(-KEY_STEP),
    ArrowRight: by(KEY_STEP),
    PageUp: by(-KEY_LEAP),
    PageDown: by(KEY_LEAP),
    Home: by(-1),
    End: by(1),
  };
  const chart = { plot, data, timeZone, at: 1, moves };
  plot.addEventListener("keydown", (event) => {
    const move = chart.moves[event.key];
    if (move === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    move();
  });
  plot.addEventListener("focus", () => {
    if (tip.textContent === "") tip.textContent = tip.dataset.keys ?? "";
  });
  for (const kind of ["pointerdown", "pointermove"] as const)
    plot.addEventListener(kind, (event) => look(shareAt(plot, event)));
  plot.addEventListener("pointerleave", ({ pointerType }) => {
    if (pointerType === "mouse") tip.replaceChildren();
  });
  plot.addEventListener("blur", () => tip.replaceChildren());
  return chart;
}

export function shareAt(plot: SVGSVGElement, { clientX }: PointerEvent): number {
  const { left, width } = plot.getBoundingClientRect();
  return Math.min(1, Math.max(0, (clientX - left) / width));
}

/** Returns a function that shows the values at a share of the width: dots, and a tooltip on the side with room. */
function readout(plot: SVGSVGElement, tip: HTMLElement, data: Data, timeZone: string) {
  const locale = document.documentElement.lang;
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, minimumFractionDigits: 1 });
  const [day, clock] = [
    { weekday: "short", day: "numeric", month: "short" },
    { hour: "numeric", minute: "2-digit" },
  ] as const;
  const when = new Intl.DateTimeFormat(locale, { ...day, ...clock, timeZone });
  const names = [...(tip.parentElement?.querySelectorAll(".legend li") ?? [])];
  const here = add(plot, "g", { class: "here" });
  const [top, height] = data.plot;
  return (share: number) => {
    const second = data.from + share * (data.to - data.from);
    const across = (at: number) => `${((at - data.from) / (data.to - data.from)) * 100}%`;
    here.replaceChildren();
    const x = across(second);
    add(here, "line", { x1: x, x2: x, y1: top, y2: plot.height.baseVal.value - 24 });
    const values = data.lines.map((line) => {
      const index = nearest(line, second);
      const [at, value] = [line.t[index], line.v[index]];
      if (at === undefined || value === undefined) return null;
      const [low, high] = line.range;
      const cy = top + height - ((value - low) / (high - low)) * height;
      add(here, "circle", { cx: across(at), cy, r: 5, class: line.color });
      return number.format(value) + line.unit;
    });
    const states = data.states.map(({ words, spans }) => {
      const span = spans.find(([from, to]) => second >= from && second <= to);
      return span === undefined ? null : words[span[2] === 1 ? 1 : 0];
    });
    const rows = [...values, ...states].flatMap((value, index) => {
      if (value === null) return [];
      const row = document.createElement("div");
      const name = names[index]?.querySelectorAll(".swatch, strong") ?? [];
      row.append(...[...name].flatMap((part) => [part.cloneNode(true), " "]));
      row.append(Object.assign(document.createElement("b"), { textContent: value }));
      return [row];
    });
    tip.replaceChildren(when.format(second * 1_000), ...rows);
    const at = plot.getBoundingClientRect().left - (tip.parentElement?.getBoundingClientRect().left ?? 0);
    const px = at + share * plot.clientWidth;
    const width = tip.parentElement?.clientWidth ?? 0;
    tip.style.left = share > 0.5 ? "auto" : `${px + TIP_PX}px`;
    tip.style.right = share > 0.5 ? `${width - px + TIP_PX}px` : "auto";
  };
}

export function add(to: Element, name: string, attributes: Record<string, string | number>): SVGElement {
  const shape = document.createElementNS(SVG, name) as SVGElement;
  set(shape, attributes);
  to.append(shape);
  return shape;
}

export function set(node: Element, attributes: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
}

/** Returns the index of the reading nearest to a moment, or -1 in a gap. */
function nearest({ t, gap }: Line, second: number): number {
  const away = t.map((at) => Math.abs(at - second));
  const least = Math.min(...away);
  return least > gap ? -1 : away.indexOf(least);
}
