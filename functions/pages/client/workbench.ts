import { add, type OpenChart, set, shareAt } from "./chart-readout.ts";

/** A shorter drag counts as a press. */
const DRAG_PX_MIN = 8;
const RANGE_SECONDS_MIN = 600;

type Finger = { start: number; now: number };

export function openWorkbench(figure: HTMLElement, chart: OpenChart): void {
  const { plot } = chart;
  const save = document.querySelector<HTMLButtonElement>("[data-picture]");
  if (save !== null) {
    save.hidden = false;
    save.addEventListener("click", () => savePicture(figure, plot, save.dataset.picture ?? "chart.png"));
  }
  chart.moves.Enter = () => fillNote(chart, chart.at);
  chooseByPointers(chart);
}

/** Dragging the mouse or pinching chooses a range. A press chooses the moment of a note. */
function chooseByPointers(chart: OpenChart): void {
  const { plot } = chart;
  const down = new Map<number, Finger>();
  const picked = add(plot, "rect", { class: "picked", height: "100%" });
  const mark = ({ start, now }: Finger) =>
    set(picked, { x: `${Math.min(start, now) * 100}%`, width: `${Math.abs(now - start) * 100}%` });
  plot.addEventListener("pointerdown", (event) => {
    const share = shareAt(plot, event);
    down.set(event.pointerId, { start: share, now: share });
    plot.setPointerCapture(event.pointerId);
  });
  plot.addEventListener("pointermove", (event) => {
    const own = down.get(event.pointerId);
    if (own === undefined) return;
    own.now = shareAt(plot, event);
    if (event.pointerType === "mouse") mark(own);
  });
  const up = (event: PointerEvent) => {
    const [one, other] = down.values();
    const own = down.get(event.pointerId);
    down.delete(event.pointerId);
    mark({ start: 0, now: 0 });
    if (one === undefined || own === undefined || event.type === "pointercancel") return;
    if (other !== undefined) {
      down.clear();
      pinch(one, other, chart);
    } else if (Math.abs(own.now - own.start) * plot.clientWidth < DRAG_PX_MIN) fillNote(chart, own.now);
    else if (event.pointerType === "mouse") zoomTo(chart, own.start, own.now);
  };
  plot.addEventListener("pointerup", up);
  plot.addEventListener("pointercancel", up);
}

/** Zooms so that the moments under the two fingers stay under them. */
function pinch(one: Finger, other: Finger, chart: OpenChart): void {
  const [start, end] = [one.start - other.start, one.now - other.now];
  if (Math.abs(start) < 0.02 || Math.abs(end) < 0.02) return;
  const scale = start / end;
  const from = one.start - one.now * scale;
  if (Math.abs(scale - 1) > 0.05) zoomTo(chart, from, from + scale);
}

function zoomTo({ data, timeZone }: OpenChart, one: number, other: number): void {
  const span = data.to - data.from;
  const from = data.from + Math.min(one, other) * span;
  const to = data.from + Math.max(one, other) * span;
  if (to - from < RANGE_SECONDS_MIN) return;
  const address = new URL(location.href);
  address.hash = "chart";
  address.searchParams.set("from", wallText(timeZone, from * 1_000));
  address.searchParams.set("to", wallText(timeZone, to * 1_000));
  location.assign(address);
}

/** Formats local time for a `datetime-local` field: `2026-11-22T14:30`. The Swedish locale writes dates like this. */
const wallText = (timeZone: string, at: number): string =>
  new Date(at).toLocaleString("sv", { timeZone, dateStyle: "short", timeStyle: "short" }).replace(" ", "T");

/** Puts the chosen moment into the time field of the note form. */
function fillNote({ data, timeZone }: OpenChart, share: number): void {
  const field = document.querySelector<HTMLInputElement>("[name=at]");
  if (field !== null) field.value = wallText(timeZone, (data.from + share * (data.to - data.from)) * 1_000);
}

/** Twice the page's resolution, so that the picture can be printed. */
const SCALE = 2;
const MARGIN = 20;
const LINE_HEIGHT = 22;
/** The properties from the page's style sheet that a picture must have as attributes. */
const STYLES = [
  ...["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "vector-effect", "paint-order"],
  ...["opacity", "display", "font-family", "font-size", "font-weight"],
];

/** Draws the chart and its legend as a PNG, and downloads it. */
export async function savePicture(figure: HTMLElement, plot: SVGSVGElement, name: string): Promise<void> {
  const { width, height, left } = plot.getBoundingClientRect();
  // The picture is as wide as the plot's container, which also has the scales.
  const place = plot.parentElement?.getBoundingClientRect() ?? { width, left };
  const names = [...figure.querySelectorAll<HTMLElement>(".legend li")];
  const full = {
    width: place.width + 2 * MARGIN,
    height: height + 2 * MARGIN + (names.length + 2) * LINE_HEIGHT,
  };
  const { color, fontFamily } = getComputedStyle(document.body);
  const picture = plot.cloneNode() as SVGSVGElement;
  set(picture, {
    viewBox: `0 0 ${full.width} ${full.height}`,
    width: full.width * SCALE,
    height: full.height * SCALE,
    fill: color,
    "font-family": fontFamily,
  });
  add(picture, "rect", { width: "100%", height: "100%", fill: getComputedStyle(figure).backgroundColor });
  const write = (text: string, x: number, y: number, style = {}) =>
    add(picture, "text", { x, y, "font-size": 13, ...style }).append(text);
  const heading = plot.getAttribute("aria-label")?.split(". ")[1] ?? "";
  write(`${document.title.split(" · ")[0]}: ${heading}`, MARGIN, MARGIN + 13, {
    "font-size": 15,
    "font-weight": 600,
  });
  const drawn = plot.cloneNode(true) as SVGSVGElement;
  set(drawn, { x: MARGIN + left - place.left, y: MARGIN + LINE_HEIGHT, width, height, overflow: "visible" });
  const shapes = plot.querySelectorAll("*");
  for (const [index, copy] of drawn.querySelectorAll("*").entries()) {
    const style = getComputedStyle(shapes[index] ?? plot);
    for (const each of STYLES) copy.setAttribute(each, style.getPropertyValue(each));
    // A stroke that doesn't scale with its SVG needs the width that it has in the picture.
    if (copy instanceof SVGPathElement)
      set(copy, { "stroke-width": Number.parseFloat(style.strokeWidth) * SCALE });
  }
  for (const mark of drawn.querySelectorAll(".here, .picked")) mark.remove();
  picture.append(drawn);
  for (const [index, each] of names.entries()) {
    const y = MARGIN + height + (index + 2) * LINE_HEIGHT;
    const fill = getComputedStyle(each.querySelector(".swatch") ?? each).borderBlockStartColor;
    add(picture, "rect", { x: MARGIN, y: y - 6, width: 20, height: 4, fill });
    const [name, figures] = ["strong", ".hint"].map((part) => each.querySelector(part)?.textContent ?? "");
    write(`${name}: ${figures}`, MARGIN + 30, y);
  }
  const image = new Image();
  image.src = URL.createObjectURL(
    new Blob([new XMLSerializer().serializeToString(picture)], { type: "image/svg+xml" }),
  );
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), {
    width: full.width * SCALE,
    height: full.height * SCALE,
  });
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  const link = document.createElement("a");
  link.href = canvas.toDataURL();
  link.download = name;
  link.click();
  URL.revokeObjectURL(image.src);
}
