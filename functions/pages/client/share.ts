import { agoText } from "../format/ago.ts";
import { offerCopies } from "./copy.ts";

const AGES_MS = 10_000;
/** Without an answer for so long, the page says that it may be out of date. */
const DOUBT_MS = 90_000;

const locale = document.documentElement.lang;

const madeAt = Date.parse(document.body.dataset.at ?? "");
/** How far the server's clock is ahead. At first a guess, since a cached page is older; each answer corrects it. */
let aheadMs = Math.max(0, madeAt - Date.now());
const now = (): number => Date.now() + aheadMs;

/** When the page was last known to be current: `at` by the server's clock, `since` by this device's. */
const heard = { at: madeAt, since: Date.now(), isLost: false };

/** Keeps an open page current: updates its ages, fetches changed parts, and says so if the server doesn't answer. */
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
      // There is no connection. The page says so.
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

/** For a page without live updates: says so if it is an old copy from the service worker. */
function tellEarlierLook(): void {
  const tell = (isLost: boolean) => {
    Object.assign(heard, { since: Date.now(), isLost });
    tellConnection();
  };
  for (const event of ["online", "offline"]) addEventListener(event, () => tell(false));
  tell(false);
  // The device's clock may be wrong, so the server's answer decides.
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

/** Replaces only the parts that differ, so that readers keep their place and screen readers repeat nothing. */
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

/** Returns the live part: `#live` on an owner's page, all of `main` on a family's page. */
const liveOf = (page: Document): Element | null => page.querySelector("#live") ?? page.querySelector("main");

/** Returns the parts to compare. Rooms are split into their cards, so that an open fold stays open. */
const partsOf = (main: Element): Element[] => [
  ...main.querySelectorAll("section:not(.room), .note, li.card"),
];

function replace(old: Element, fresh: Element | undefined): void {
  // A part inside a replaced part is no longer in the document.
  if (fresh === undefined || !old.isConnected || timeless(old) === timeless(fresh)) return;
  const hadFocus = old.contains(document.activeElement);
  old.replaceWith(fresh);
  if (hadFocus) fresh.querySelector<HTMLElement>("a, button")?.focus();
}

const timeless = ({ outerHTML }: Element): string =>
  outerHTML.replace(/(<time[^>]* data-ago[^>]*>)[^<]*/g, "$1");

/** Says whose time the page tells if this device's clock shows another hour. */
function tellZone(): void {
  const note = document.getElementById("zone");
  const moment = new Date();
  const clockIn = (timeZone?: string) => moment.toLocaleString("en", { timeZone });
  if (note !== null) note.hidden = clockIn(note.dataset.zone) === clockIn();
}

/** Registers the service worker, which keeps the last page readable without a connection. Pages work without it. */
function keepSnapshot(): void {
  if ("serviceWorker" in navigator) void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
}

/** Loads the modules for charts if the page has one: values at the pointer and, on `/charts`, ranges and notes. */
async function readCharts(): Promise<void> {
  const figure = document.querySelector<HTMLElement>("figure.traces");
  if (figure === null) return;
  const workbench = figure.closest("#workbench") && import("./workbench.ts");
  const { openChart } = await import("./chart-readout.ts");
  const chart = openChart(figure);
  if (chart !== null) (await workbench)?.openWorkbench(figure, chart);
}

keepTrue();
tellZone();
void readCharts();
keepSnapshot();
offerCopies();
