import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import chromium from "@sparticuz/chromium";
import { type Browser, chromium as playwright } from "playwright-core";
import { type DemoFile, readDemo, signInAsOwner } from "./demo/demo-file.ts";
import { PROJECT_FOLDER, StartError } from "./start/project.ts";

/** `npm run screenshots`: takes the key pages of a running `npm start`, for the documents and the front page. */

const SHOTS = path.join(PROJECT_FOLDER, "docs", "screenshots");
const PHONE = { width: 390, height: 844 };
const TABLET = { width: 1_024, height: 768 };

type Shot = {
  file: string;
  page: (demo: DemoFile) => string;
  dark?: true;
  tablet?: true;
  signedIn?: true;
  whole?: true;
};

const SHOT_LIST: readonly Shot[] = [
  { file: "family.png", page: ({ share_token }) => `/s/${share_token}` },
  { file: "family-dark.png", page: ({ share_token }) => `/s/${share_token}`, dark: true },
  { file: "family-kiosk.png", page: ({ share_token }) => `/s/${share_token}?kiosk=1`, tablet: true },
  { file: "chart.png", page: ({ share_token }) => `/s/${share_token}/sensors/sen_demoCellar_temp1?range=7d` },
  { file: "home.png", page: () => "/home", signedIn: true },
  { file: "sensor.png", page: () => "/sensors/sen_demoGarage_temp1?range=7d", signedIn: true, whole: true },
  { file: "alerts.png", page: () => "/alerts", signedIn: true, dark: true },
  { file: "devices.png", page: () => "/devices", signedIn: true },
  { file: "sharing.png", page: () => "/sharing", signedIn: true },
  { file: "sign-in.png", page: () => "/sign-in" },
];

const demo = await readDemo();
const browser = await playwright.launch({
  executablePath: await chromium.executablePath(),
  args: ["--no-sandbox"],
  // The browser's own fonts, which look the same on every machine.
  env: { ...process.env, FONTCONFIG_PATH: path.join(tmpdir(), "fonts") },
});
await mkdir(SHOTS, { recursive: true });
for (const shot of SHOT_LIST) await take(browser, shot, path.join(SHOTS, shot.file));
await browser.close();

async function take(from: Browser, shot: Shot, file: string): Promise<void> {
  const context = await from.newContext({
    viewport: shot.tablet ? TABLET : PHONE,
    colorScheme: shot.dark ? "dark" : "light",
    deviceScaleFactor: 2,
    serviceWorkers: "block",
  });
  if (shot.signedIn) await signInAsOwner(context, demo);
  const page = await context.newPage();
  const answer = await page.goto(demo.base_url + shot.page(demo), { waitUntil: "networkidle" });
  if (answer?.ok() !== true) throw new StartError(`${shot.file}: the page answers ${answer?.status()}.`);
  await page.screenshot({ path: file, fullPage: shot.whole ?? false });
  await context.close();
  console.log(path.relative(PROJECT_FOLDER, file));
}
