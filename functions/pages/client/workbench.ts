import { wallText } from "../format/chart-address.ts";
import { savePicture } from "./chart-picture.ts";
import { add, type Data, type OpenChart, openChart, set, shareAt } from "./chart-readout.ts";

/** A shorter drag is a press. */
const DRAG_PX_MIN = 8;
const RANGE_SECONDS_MIN = 600;

const element = <T extends Element = HTMLElement>(selector: string): T | null =>
  document.querySelector<T>(`#workbench ${selector}`);

openWorkbench();
addEventListener("popstate", () => void show(location.href));

/** Makes the picture that came with the page answer to pointer, touch and keys. */
function openWorkbench(): void {
  const figure = element("figure.traces");
  if (figure === null) return;
  const chart = openChart(figure, (open) => ({
    "+": () => follow("closer"),
    "-": () => follow("wider"),
    Enter: () => fillNote(open.data, open.at, open.timeZone),
  }));
  if (chart === null) return;
  const { plot } = chart;
  answerPointers(chart);
  const save = element<HTMLButtonElement>("[data-picture]");
  if (save !== null) {
    save.hidden = false;
    save.addEventListener("click", () => savePicture(figure, plot, save.dataset.picture ?? "chart.png"));
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>("#workbench a[data-move]"))
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      go(link.href);
    });
}

function follow(move: string): void {
  const link = element<HTMLAnchorElement>(`a[data-move="${move}"]`);
  if (link !== null) go(link.href);
}

function go(address: string): void {
  history.pushState(null, "", address);
  void show(address);
}

/** Puts the chart of another address into this page's place; what fails is left to the browser. */
async function show(address: string): Promise<void> {
  const bench = document.querySelector("#workbench");
  const hadFocus = document.activeElement?.matches("svg.plot") ?? false;
  element("figure.traces")?.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(address);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const next = page.querySelector("#workbench");
    if (!answer.ok || next === null || bench === null) throw new Error(`${answer.status}`);
    if (location.href === address || location.href === answer.url) {
      bench.replaceWith(next);
      openWorkbench();
      if (hadFocus) element<SVGSVGElement>("svg.plot")?.focus();
    }
  } catch {
    // Signed out, or without a connection: the browser's own way says so.
    location.assign(address);
  }
}

/** One pointer reads; a mouse that drags and two fingers that spread choose a range. */
function answerPointers({ plot, data, look, timeZone: zone }: OpenChart): void {
  const down = new Map<number, { start: number; now: number }>();
  const picked = add(plot, "rect", { class: "picked" });
  const mark = (from: number, to: number) =>
    set(picked, {
      x: `${Math.min(from, to) * 100}%`,
      width: `${Math.abs(to - from) * 100}%`,
      y: 0,
      height: "100%",
    });
  plot.addEventListener("pointerdown", (event) => {
    const share = shareAt(plot, event);
    down.set(event.pointerId, { start: share, now: share });
    plot.setPointerCapture(event.pointerId);
    look(share);
  });
  plot.addEventListener("pointermove", (event) => {
    const share = shareAt(plot, event);
    const own = down.get(event.pointerId);
    if (own !== undefined) own.now = share;
    const [one, other] = [...down.values()];
    if (other !== undefined) return;
    look(share);
    if (one !== undefined && event.pointerType === "mouse") mark(one.start, one.now);
  });
  const up = (event: PointerEvent) => {
    const fingers = [...down.values()];
    const own = down.get(event.pointerId);
    down.delete(event.pointerId);
    mark(0, 0);
    if (own === undefined || event.type === "pointercancel") return;
    const [one, other] = fingers;
    if (one !== undefined && other !== undefined) {
      down.clear();
      return pinch(one, other, data, zone);
    }
    const moved = Math.abs(own.now - own.start) * plot.clientWidth;
    if (moved < DRAG_PX_MIN) fillNote(data, own.now, zone);
    else if (event.pointerType === "mouse")
      zoomTo(data, Math.min(own.start, own.now), Math.max(own.start, own.now), zone);
  };
  plot.addEventListener("pointerup", up);
  plot.addEventListener("pointercancel", up);
  plot.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      follow(event.deltaY < 0 ? "closer" : "wider");
    },
    { passive: false },
  );
}

type Finger = { start: number; now: number };

/** What was between the fingers when they came is between them when they go. */
function pinch(one: Finger, other: Finger, data: Data, zone: string): void {
  const [start, end] = [one.start - other.start, one.now - other.now];
  if (Math.abs(start) < 0.02 || Math.abs(end) < 0.02) return;
  const scale = start / end;
  const from = one.start - one.now * scale;
  if (Math.abs(scale - 1) > 0.05)
    zoomTo(data, Math.min(from, from + scale), Math.max(from, from + scale), zone);
}

function zoomTo(data: Data, from: number, to: number, zone: string): void {
  const span = data.to - data.from;
  const [begin, end] = [data.from + from * span, data.from + to * span];
  if (end - begin < RANGE_SECONDS_MIN) return;
  const address = new URL(element<HTMLAnchorElement>("a[data-move]")?.href ?? location.href);
  address.searchParams.set("from", wallText(zone, begin * 1_000));
  address.searchParams.set("to", wallText(zone, end * 1_000));
  go(address.href);
}

/** The moment that was pressed is the one that a note is pinned to. */
function fillNote(data: Data, share: number, zone: string): void {
  const field = element<HTMLInputElement>("[name=at]");
  if (field !== null) field.value = wallText(zone, (data.from + share * (data.to - data.from)) * 1_000);
}
