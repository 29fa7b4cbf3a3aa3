import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import chromium from "@sparticuz/chromium";
import { type Browser, chromium as playwright } from "playwright-core";
import { type DemoFile, readDemo, signInAsOwner } from "./demo/demo-file.ts";
import { PROJECT_FOLDER, StartError } from "./start/project.ts";

/** `npm run screenshots`: takes the pages of a running `npm start` that README.md shows. */

const SHOTS = path.join(PROJECT_FOLDER, "docs", "screenshots");
/** A phone in the demo home's zone, so that no page has to name that zone. */
const PHONE = { viewport: { width: 390, height: 844 }, timezoneId: "America/Chicago" };

type Shot = { file: string; page: (demo: DemoFile) => string; signedIn?: true };

const SHOT_LIST: readonly Shot[] = [
  { file: "family.png", page: ({ share_token }) => `/s/${share_token}` },
  { file: "home.png", page: () => "/home", signedIn: true },
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
  const context = await from.newContext({ ...PHONE, deviceScaleFactor: 2, serviceWorkers: "block" });
  if (shot.signedIn) await signInAsOwner(context, demo);
  const page = await context.newPage();
  const answer = await page.goto(demo.base_url + shot.page(demo), { waitUntil: "networkidle" });
  if (answer?.ok() !== true) throw new StartError(`${shot.file}: the page answers ${answer?.status()}.`);
  await page.screenshot({ path: file });
  await context.close();
  console.log(path.relative(PROJECT_FOLDER, file));
}
