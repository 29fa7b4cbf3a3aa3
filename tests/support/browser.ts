import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import { type Browser, type Page, chromium as playwright } from "playwright-core";
import { afterAll, inject, onTestFinished, TestRunner } from "vitest";
import { BROWSER_ARGUMENTS } from "./browser-setup.ts";

const { program } = inject("testBrowser");

/** Whether a browser starts on this machine; where not, `browser-setup.ts` has said so. */
export const hasBrowser = program !== null;

/** One for all files of a worker; it ends with that. */
let browser: Promise<Browser> | undefined;

const ACTION_MS_MAX = 60_000;
/** As a file for browsers: axe's own `source` is more than twice as long. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type View = {
  width?: number;
  scheme?: "light" | "dark";
  language?: string;
  scripts?: boolean;
  /** False where many pages are only looked at: starting a service worker costs each of them time. */
  worker?: boolean;
};

/**
 * A phone, unless the view says otherwise. Whatever a page complains of on its console is collected. It is closed with the
 * test that opens it, or with the file.
 */
export async function openPage(view: View = {}): Promise<Page & { complaints: string[] }> {
  const { width = 390, scheme = "light", language = "en-US", scripts = true, worker = true } = view;
  browser ??= playwright.launch({ executablePath: program ?? "", args: BROWSER_ARGUMENTS });
  const context = await (await browser).newContext({
    viewport: { width, height: 844 },
    colorScheme: scheme,
    locale: language,
    javaScriptEnabled: scripts,
    reducedMotion: "reduce",
    serviceWorkers: worker ? "allow" : "block",
  });
  const close = TestRunner.getCurrentTest() === undefined ? afterAll : onTestFinished;
  close(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(ACTION_MS_MAX);
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return Object.assign(page, { complaints });
}

/** Signs the page's browser in at `home` with a session's cookie (`name=value`). */
export async function enter(page: Page, home: string, cookie: string): Promise<void> {
  const [name = "", value = ""] = cookie.split("=");
  const url = home.replace("http:", "https:");
  await page.context().addCookies([{ name, value, url, secure: true, httpOnly: true }]);
}

const BARRIER_TAGS = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * What is in the way of whoever cannot see, or cannot use a mouse: the rule and where. Without `contrast` text may be
 * as pale as it is, which takes as long to say as all the rest.
 */
export const barriers = (page: Page, contrast = true): Promise<string[]> =>
  violationsOf(page, { type: "tag", values: BARRIER_TAGS }, { "color-contrast": { enabled: contrast } });

/** Text that is too pale for its ground, in the scheme that is on: the one rule that a scheme can break. */
export const paleText = (page: Page): Promise<string[]> =>
  violationsOf(page, { type: "rule", values: ["color-contrast"] });

/** Naming every element that passes would take axe longer than looking at them. */
async function violationsOf(page: Page, runOnly: axe.RunOnly, rules: axe.RuleObject = {}): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) {
    // Whatever the page goes to next has it, too: sent anew each time, it takes longer than its answer.
    await page.addInitScript(AXE);
    await page.evaluate(AXE);
  }
  const { violations } = await page.evaluate<axe.AxeResults>(
    `axe.run(document, ${JSON.stringify({ runOnly, rules, resultTypes: ["violations"], iframes: false, preload: false })})`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html.slice(0, 120)} ${any[0]?.message ?? ""}`),
  );
}

/** The first step of the keyboard leads past the navigation, and no step leaves the order of the page. */
export async function tabOrderFaults(page: Page): Promise<string[]> {
  await page.keyboard.press("Tab");
  return page.evaluate(`[
    ...(document.activeElement?.matches(".skip") ? [] : ["the first Tab does not lead to the skip link"]),
    ...[...document.querySelectorAll("[tabindex]")]
      .filter((each) => each.tabIndex > 0)
      .map((each) => "out of order: " + each.outerHTML.slice(0, 90)),
  ]`);
}

/** True where the page has to be moved sideways to be read. */
export async function scrollsSideways(page: Page): Promise<boolean> {
  // A page that a form has just led to is there before its styles are, and wider than with them.
  await page.waitForLoadState();
  return page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");
}

/** Links, buttons and fields that a finger misses: smaller than 44 px each way, and not in a line of text. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll("a, button, input:not([type=hidden]), select, summary")]
    .filter((each) => each.closest(".skip") === null && getComputedStyle(each).display !== "inline")
    .filter((each) => each.checkVisibility())
    .map((each) => [each, each.getBoundingClientRect()])
    .filter(([each, box]) => box.height > 0 && (box.height < 43.5 || box.width < 43.5))
    .filter(([each]) => !(["checkbox", "radio"].includes(each.type) && each.closest("label")?.getBoundingClientRect().height >= 43.5))
    .map(([each, box]) => each.outerHTML.slice(0, 90) + " " + Math.round(box.width) + "x" + Math.round(box.height))`);
