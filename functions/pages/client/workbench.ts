import { add, type OpenChart, set, shareAt } from "./chart-readout.ts";

/** A shorter drag counts as a press. */
const DRAG_PX_MIN = 8;
const RANGE_SECONDS_MIN = 600;

type Finger = { start: number; now: number };

/** Dragging the mouse or pinching chooses a range. A press or Enter chooses the moment of a note. */
export function openWorkbench(chart: OpenChart): void {
  const { plot } = chart;
  chart.moves.Enter = () => fillNote(chart, chart.at);
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
