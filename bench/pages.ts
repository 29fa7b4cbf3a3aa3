// npm run bench pages: when the largest thing of a page is there and whether anything jumps, on a slow phone
// Loads key pages of a running `npm start` in a real Chromium, with 150 ms latency, 1.6 Mb/s, a quarter of this CPU's
// speed and an empty cache. Prints medians of several loads. npm run bench pages -- [--loads 3] [--only charts]
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import chromium from "@sparticuz/chromium";
import { type Browser, type BrowserContext, chromium as playwright } from "playwright-core";
import { type DemoFile, readDemo, signInAsOwner } from "../local/demo/demo-file.ts";
import { formatTable, median } from "./table.ts";

const LCP_MS_GOAL = 1_500;
const HTML_KB_GOAL = 15;
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const CPU_SLOWDOWN = 4;
/** Late layout shifts happen within this time after the load. */
const SETTLED_MS = 1_500;
const BYTES_A_KB = 1_024;

/** The goal for the script time of a chart of 30 days. */
const CHART_SCRIPT_MS_GOAL = 200;
const MONTH_MS = 29 * 86_400_000;

type Page = { name: string; path: (demo: DemoFile) => string; signedIn?: true; status?: number };
type Load = { lcpMs: number; cls: number; scriptMs: number; htmlBytes: number; bytes: number };

const PAGES: readonly Page[] = [
  // The smallest page: a frame, the styles and one sentence.
  { name: "404", path: () => "/no-such-page", status: 404 },
  { name: "/", path: () => "/" },
  { name: "/sign-in", path: () => "/sign-in" },
  { name: "/status", path: () => "/status" },
  { name: "/s/{token}", path: ({ share_token: token }) => `/s/${token}` },
  {
    name: "/s/{token}/sensors/{id}",
    path: ({ share_token: token }) => `/s/${token}/sensors/sen_demoCellar_temp1`,
  },
  { name: "/home", path: () => "/home", signedIn: true },
  { name: "/alerts", path: () => "/alerts", signedIn: true },
  { name: "/sensors/{id}", path: () => "/sensors/sen_demoGarage_temp1", signedIn: true },
  { name: "/charts of 30 days, five lines", path: () => monthOfFive, signedIn: true },
  { name: "/devices", path: () => "/devices", signedIn: true },
  { name: "/sharing", path: () => "/sharing", signedIn: true },
  ...[
    ...[
      "/settings",
      "/settings/home",
      "/settings/alerts",
      "/settings/plan",
      "/settings/rooms",
      "/notifications",
    ],
    ...["/people", "/escalation", "/rules", "/feeds", "/activity", "/deliveries", "/coverage", "/emergency"],
  ].map((name): Page => ({ name, path: () => name, signedIn: true })),
  { name: "/charts", path: () => "/charts", signedIn: true },
  { name: "/docs", path: () => "/docs" },
  { name: "/docs/api", path: () => "/docs/api" },
];

/** Records the browser's measurements inside the page. */
const OBSERVERS = `
  globalThis.seen = { lcpMs: 0, cls: 0 };
  new PerformanceObserver((list) => { for (const { startTime } of list.getEntries()) seen.lcpMs = startTime; })
    .observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) seen.cls += value;
  }).observe({ type: "layout-shift", buffered: true });`;

const { values } = parseArgs({ options: { loads: { type: "string" }, only: { type: "string" } } });
const loads = Number(values.loads ?? 3);
const demo = await readDemo();
const monthOfFive = await monthOf(demo, 5);
const browser = await playwright.launch({
  executablePath: await chromium.executablePath(),
  args: ["--no-sandbox", "--disable-dev-shm-usage"],
});
const rows: string[][] = [];
for (const page of PAGES) if (page.name.includes(values.only ?? "")) rows.push(await rowOf(page));
await browser.close();
console.log(formatTable(["page", "LCP ms", "CLS", "script ms", "HTML KB gzip", "all KB as sent"], rows));
console.log(
  `Goals: LCP ${LCP_MS_GOAL} ms, CLS 0, HTML ${HTML_KB_GOAL} KB gzip for 20 sensors, charts ${CHART_SCRIPT_MS_GOAL} ms of script.`,
);

/** Returns the path of a chart of the demo's first `count` sensors with a unit, over the last 30 days. */
async function monthOf({ base_url: base, api_key: key }: DemoFile, count: number): Promise<string> {
  const answer = await fetch(`${base}/api/v1/devices`, { headers: { Authorization: `Bearer ${key}` } });
  const { devices } = (await answer.json()) as {
    devices: { sensors: { id: string; unit: string | null }[] }[];
  };
  const measures = devices.flatMap(({ sensors }) => sensors).filter(({ unit }) => unit !== null);
  const [from, to] = [Date.now() - MONTH_MS, Date.now()].map((at) => new Date(at).toISOString().slice(0, 10));
  const chosen = measures.slice(0, count).map(({ id }) => `&s=${id}`);
  return `/charts?from=${from}&to=${to}${chosen.join("")}`;
}

async function rowOf(page: Page): Promise<string[]> {
  const seen: Load[] = [];
  for (let load = 0; load < loads; load += 1) seen.push(await loadOnce(browser, page));
  const middle = (name: keyof Load) => median(seen.map((each) => each[name]));
  const kilobytes = (bytes: number) => (bytes / BYTES_A_KB).toFixed(1);
  return [
    page.name,
    middle("lcpMs").toFixed(0),
    middle("cls").toFixed(3),
    middle("scriptMs").toFixed(0),
    kilobytes(middle("htmlBytes")),
    kilobytes(middle("bytes")),
  ];
}

async function loadOnce(from: Browser, { path, signedIn, status = 200 }: Page): Promise<Load> {
  const context = await from.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    serviceWorkers: "block",
  });
  if (signedIn) await signInAsOwner(context, demo);
  const load = await measure(context, demo.base_url + path(demo), status);
  await context.close();
  return load;
}

async function measure(context: BrowserContext, url: string, status: number): Promise<Load> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  let bytes = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await session.send("Network.enable");
  // Counts only the CPU time of the page's own thread, so that a busy machine doesn't change it.
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  await session.send("Network.emulateNetworkConditions", NETWORK);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  await page.addInitScript(OBSERVERS);
  const answer = await page.goto(url, { waitUntil: "load" });
  if (answer?.status() !== status) throw new Error(`${url} answers ${answer?.status()}`);
  await page.waitForTimeout(SETTLED_MS);
  const seen = await page.evaluate<{ lcpMs: number; cls: number }>("globalThis.seen");
  const { metrics } = await session.send("Performance.getMetrics");
  const scriptMs = 1_000 * (metrics.find(({ name }) => name === "ScriptDuration")?.value ?? 0);
  return { ...seen, scriptMs, htmlBytes: gzipSync(await answer.body()).length, bytes };
}
