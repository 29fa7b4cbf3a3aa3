type Line = {
  colour: string;
  unit: string;
  /** Seconds without a reading after which nobody knows. */
  gap: number;
  /** The values at the bottom and the top. */
  range: [low: number, high: number];
  /** Seconds, each but the first after the one before. */
  t: number[];
  v: number[];
};
export type Data = {
  from: number;
  to: number;
  /** Where the lines are drawn, in pixels. */
  plot: [top: number, height: number];
  lines: Line[];
  states: { words: [off: string, on: string]; spans: [from: number, to: number, isOn: number][] }[];
};
type Reading = { at: number; value: number; line: Line };

export const SVG = "http://www.w3.org/2000/svg";

/** `Sun, Nov 22, 4:34 AM` in the home's zone. */
const momentFormat = (locale: string, timeZone: string) =>
  new Intl.DateTimeFormat(locale, {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "numeric",
    minute: "2-digit",
    timeZone,
  });

const KEY_STEP = 0.01;
const KEY_LEAP = 0.1;
/** Where nobody knows a value. */
const NOTHING = "–";
/** In pixels: from the pointer to its values. */
const TIP_PX = 12;

/** An interactive chart; `at` is the last position as a share of the width. */
export type OpenChart = {
  plot: SVGSVGElement;
  data: Data;
  timeZone: string;
  at: number;
  look(share: number): void;
};

/** Makes the picture that came with the page answer to keys, `more` of them where the page has more to do. */
export function openChart(
  figure: HTMLElement,
  more: (chart: OpenChart) => Record<string, () => void> = () => ({}),
): OpenChart | null {
  const plot = figure.querySelector<SVGSVGElement>("svg.plot");
  if (plot === null) return null;
  const data: Data = JSON.parse(figure.dataset.chart ?? "");
  const timeZone = figure.dataset.zone ?? "UTC";
  const read = readout(figure, plot, data, timeZone);
  const chart: OpenChart = {
    plot,
    data,
    timeZone,
    at: 1,
    look(share) {
      chart.at = Math.min(1, Math.max(0, share));
      read(chart.at);
    },
  };
  const by = (step: number) => () => chart.look(chart.at + step);
  const others = more(chart);
  plot.addEventListener("keydown", (event) => {
    const step = event.shiftKey ? KEY_LEAP : KEY_STEP;
    const moves: Record<string, () => void> = {
      ArrowLeft: by(-step),
      ArrowRight: by(step),
      PageUp: by(-KEY_LEAP),
      PageDown: by(KEY_LEAP),
      Home: () => chart.look(0),
      End: () => chart.look(1),
      ...others,
    };
    const move = moves[event.key];
    if (move === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    move();
  });
  const moment = figure.querySelector(".moment");
  plot.addEventListener("focus", () => {
    if (moment !== null && moment.textContent === "")
      moment.textContent = moment.getAttribute("data-keys") ?? "";
  });
  return chart;
}

/** Where a pointer is, as a share of the width. */
export function shareAt(plot: SVGSVGElement, { clientX }: PointerEvent): number {
  const { left, width } = plot.getBoundingClientRect();
  return Math.min(1, Math.max(0, (clientX - left) / width));
}

/** Values beside the pointer, on the side that has room; they go with a mouse that leaves. */
function tipOf(figure: HTMLElement, plot: SVGSVGElement): (share: number, rows: readonly string[]) => void {
  const swatches = [...figure.querySelectorAll(".legend .swatch")];
  const names = [...figure.querySelectorAll(".legend .swatch + span")];
  const tip = figure.appendChild(document.createElement("div"));
  tip.className = "tip";
  tip.ariaHidden = "true";
  tip.hidden = true;
  plot.addEventListener("pointerleave", ({ pointerType }) => {
    tip.hidden = pointerType === "mouse";
  });
  plot.addEventListener("blur", () => {
    tip.hidden = true;
  });
  return (share, [moment = "", ...values]) => {
    const head = document.createElement("strong");
    head.textContent = moment;
    const rows = values.flatMap((value, index) => {
      if (value === NOTHING) return [];
      const row = document.createElement("div");
      const name = document.createElement("span");
      name.textContent = names[index]?.textContent ?? "";
      const amount = document.createElement("b");
      amount.textContent = value;
      const swatch = swatches[index]?.cloneNode();
      row.append(...(swatch === undefined ? [] : [swatch]), name, amount);
      return [row];
    });
    tip.replaceChildren(head, ...rows);
    tip.hidden = rows.length === 0;
    const [left, width] = [
      plot.getBoundingClientRect().left - figure.getBoundingClientRect().left,
      plot.clientWidth,
    ];
    const at = left + share * width;
    tip.style.left = share > 0.5 ? "auto" : `${at + TIP_PX}px`;
    tip.style.right = share > 0.5 ? `${figure.clientWidth - at + TIP_PX}px` : "auto";
  };
}

/** Shows what each line was at a share of the width: beside it, in the legend, at the lines and in words. */
function readout(figure: HTMLElement, plot: SVGSVGElement, data: Data, timeZone: string) {
  const locale = document.documentElement.lang;
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, minimumFractionDigits: 1 });
  const when = momentFormat(locale, timeZone);
  const times = data.lines.map(({ t }) => {
    let sum = 0;
    return t.map((step) => (sum += step));
  });
  const outputs = [...figure.querySelectorAll("output")];
  const moment = figure.querySelector(".moment");
  const tell = tipOf(figure, plot);
  const here = plot.appendChild(document.createElementNS(SVG, "g"));
  here.classList.add("here");
  const [top, height] = data.plot;
  const bottom = plot.height.baseVal.value;
  return (share: number) => {
    const second = data.from + share * (data.to - data.from);
    const readings = data.lines.map((line, index) => nearest(line, times[index] ?? [], second));
    const across = (at: number) => `${((at - data.from) / (data.to - data.from)) * 100}%`;
    const rule = document.createElementNS(SVG, "line");
    set(rule, { x1: across(second), x2: across(second), y1: top, y2: bottom - 24 });
    const dots = readings.flatMap((reading) => {
      if (reading === null) return [];
      const { at, value, line } = reading;
      const [low, high] = line.range;
      const dot = document.createElementNS(SVG, "circle");
      set(dot, {
        cx: across(at),
        cy: top + height - ((value - low) / (high - low)) * height,
        r: 5,
        class: line.colour,
      });
      return [dot];
    });
    here.replaceChildren(rule, ...dots);
    const texts = [
      ...readings.map((reading) =>
        reading === null ? NOTHING : `${number.format(reading.value)} ${reading.line.unit}`,
      ),
      ...data.states.map(({ words, spans }) => {
        const span = spans.find(([from, to]) => second >= from && second <= to);
        return span === undefined ? NOTHING : words[span[2] === 1 ? 1 : 0];
      }),
    ];
    for (const [index, output] of outputs.entries()) output.textContent = texts[index] ?? "";
    const said = when.format(second * 1_000);
    if (moment !== null) moment.textContent = said;
    tell(share, [said, ...texts]);
  };
}

export function set(node: Element, attributes: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
}

/** The reading that is next to a moment; null in a gap. */
function nearest(line: Line, times: readonly number[], second: number): Reading | null {
  let [low, high] = [0, times.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) < second) low = middle + 1;
    else high = middle;
  }
  const before =
    low > 0 && second - (times[low - 1] ?? 0) < Math.abs((times[low] ?? 0) - second) ? low - 1 : low;
  const [at, value] = [times[before], line.v[before]];
  return at === undefined || value === undefined || Math.abs(at - second) > line.gap
    ? null
    : { at, value, line };
}

/** `2026-11-22T14:30` by the home's clock. */
export function wallText(second: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  }).formatToParts(second * 1_000);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}`;
}
