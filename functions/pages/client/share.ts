import { agoText } from "../format/ago.ts";
import { offerCopies } from "./copy.ts";

const AGES_MS = 10_000;
/** After so long without an answer nobody may take what is shown for how it is. */
const DOUBT_MS = 90_000;

const locale = document.documentElement.lang;

const madeAt = Date.parse(document.body.dataset.at ?? "");
/** How far ahead the server's clock is. A page that a service worker has kept was made earlier; an answer says it exactly. */
let aheadMs = Math.max(0, madeAt - Date.now());
const now = (): number => Date.now() + aheadMs;

/** When the page was last known to be true, by the server's clock at first; and since when, by this one. */
const heard = { at: madeAt, since: Date.now(), isLost: false };

/** Keeps an open page true: its ages by the clock, its parts by asking, and what it says once nobody answers. */
function keepTrue(): void {
  const seconds = document.querySelector("main")?.dataset.live;
  if (seconds === undefined) tellEarlierLook();
  else keepLive(Number(seconds));
}

function keepLive(everySeconds: number): void {
  let etag: string | null = null;
  let isAsking = false;
  const ask = async () => {
    if (document.visibilityState !== "visible" || isAsking) return;
    isAsking = true;
    try {
      const answer = await fetch(location.href, { headers: etag === null ? {} : { "If-None-Match": etag } });
      aheadMs = Date.parse(answer.headers.get("Date") ?? "") - Date.now() || aheadMs;
      if (answer.status === 404 || answer.redirected) location.reload();
      if (answer.ok) show(await answer.text());
      etag = answer.headers.get("ETag") ?? etag;
      if (answer.ok || answer.status === 304)
        Object.assign(heard, { at: now(), since: Date.now(), isLost: false });
    } catch {
      // No connection: to say so is all there is to do.
      heard.isLost = true;
    }
    isAsking = false;
    tellAges();
    tellConnection();
  };
  setInterval(ask, everySeconds * 1_000);
  setInterval(() => {
    tellAges();
    tellConnection();
  }, AGES_MS);
  for (const event of ["online", "pageshow"]) addEventListener(event, () => void ask());
  document.addEventListener("visibilitychange", () => void ask());
  addEventListener("offline", tellConnection);
}

/** Of a page that asks for nothing: says that it is an earlier look where a service worker had to bring it. */
function tellEarlierLook(): void {
  const tell = (isLost: boolean) => {
    Object.assign(heard, { since: Date.now(), isLost });
    tellConnection();
  };
  for (const event of ["online", "offline"]) addEventListener(event, () => tell(false));
  tell(false);
  // A phone's clock may be wrong: whether anybody answers is what counts.
  if (Date.now() - madeAt > DOUBT_MS)
    fetch("/api/health").then(
      () => tell(false),
      () => tell(true),
    );
}

function tellAges(): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>("time[data-ago]")) {
    const text = agoText(Date.parse(time.dateTime), now(), locale);
    if (time.textContent !== text) time.textContent = text;
  }
}

function tellConnection(): void {
  const { at, since, isLost } = heard;
  const note = document.getElementById("offline");
  const isDoubtful = isLost || !navigator.onLine || Date.now() - since > DOUBT_MS;
  document.documentElement.toggleAttribute("data-offline", isDoubtful);
  if (note === null) return;
  if (isDoubtful && note.hidden) {
    const time = new Date(at).toLocaleTimeString(locale, {
      hour: "numeric",
      minute: "2-digit",
      timeZone: note.dataset.zone,
    });
    note.textContent = (note.dataset.words ?? "").replace("{time}", time);
  }
  note.hidden = !isDoubtful;
}

/** Only what differs is replaced, so that nobody loses their place and nothing is read out twice. */
function show(html: string): void {
  const fresh = liveOf(new DOMParser().parseFromString(html, "text/html"));
  const main = liveOf(document);
  if (fresh === null || main === null) return;
  const [olds, news] = [partsOf(main), partsOf(fresh)];
  const isSamePage = olds.length === news.length && olds.every((part, index) => part.id === news[index]?.id);
  if (!isSamePage) {
    for (const open of main.querySelectorAll("details[id][open]"))
      fresh.querySelector(`#${open.id}`)?.setAttribute("open", "");
    main.replaceWith(fresh);
  } else for (const [index, old] of olds.entries()) replace(old, news[index]);
}

/** The part of an owner's page, or all content of a family's page, that is replaced. */
const liveOf = (page: Document): Element | null => page.querySelector("#live") ?? page.querySelector("main");

/** Of a room its cards, so that what is unfolded in it stays so. */
const partsOf = (main: Element): Element[] => [
  ...main.querySelectorAll("section:not(.room), .note, li.card"),
];

function replace(old: Element, fresh: Element | undefined): void {
  // One that stood in another went with it.
  if (fresh === undefined || !old.isConnected || timeless(old) === timeless(fresh)) return;
  const hadFocus = old.contains(document.activeElement);
  old.replaceWith(fresh);
  if (hadFocus) fresh.querySelector<HTMLElement>("a, button")?.focus();
}

const timeless = ({ outerHTML }: Element): string =>
  outerHTML.replace(/(<time[^>]* data-ago[^>]*>)[^<]*/g, "$1");

/** The last page stays readable without a connection; without a service worker there is just none. */
function keepSnapshot(): void {
  if ("serviceWorker" in navigator) void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
}

/** Loads the modules that read values off a chart, and do more with several sensors', where a page has one. */
async function readCharts(): Promise<void> {
  const figure = document.querySelector<HTMLElement>("figure.traces");
  if (figure === null) return;
  const workbench = figure.closest("#workbench") && import("./workbench.ts");
  const { openChart } = await import("./chart-readout.ts");
  const chart = openChart(figure);
  if (chart !== null) (await workbench)?.openWorkbench(figure, chart);
}

keepTrue();
void readCharts();
keepSnapshot();
offerCopies();
