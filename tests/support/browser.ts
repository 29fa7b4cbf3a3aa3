import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import { type Browser, type Page, chromium as playwright } from "playwright-core";
import { afterAll, inject, onTestFinished, TestRunner } from "vitest";
import { BROWSER_ARGUMENTS } from "./browser-setup.ts";

const { program } = inject("testBrowser");

/** True if a browser starts on this machine; if not, `browser-setup.ts` has said so. */
export const hasBrowser = program !== null;

/** One browser for all files of a worker, which ends with the worker. */
let browser: Promise<Browser> | undefined;

const ACTION_MS_MAX = 60_000;
/** axe's minified file: its own `source` is more than twice as long. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type View = {
  width?: number;
  scheme?: "light" | "dark";
  language?: string;
  scripts?: boolean;
  /** False for tests that only look at many pages: starting a service worker delays each of them. */
  worker?: boolean;
};

/**
 * Opens a phone's page unless the view says otherwise. Collects the page's console errors. It is closed after the test
 * or file that opened it.
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
 * Returns barriers for people who can't see or use a mouse: the rule and the place. Without `contrast`, the check of
 * contrast is skipped, which takes as long as all others.
 */
export const barriers = (page: Page, contrast = true): Promise<string[]> =>
  violationsOf(page, { type: "tag", values: BARRIER_TAGS }, { "color-contrast": { enabled: contrast } });

/** Returns text with too little contrast in the current color scheme: the only rule that a scheme can break. */
export const paleText = (page: Page): Promise<string[]> =>
  violationsOf(page, { type: "rule", values: ["color-contrast"] });

/** Doesn't list elements that pass, which would take axe longer than checking them. */
async function violationsOf(page: Page, runOnly: axe.RunOnly, rules: axe.RuleObject = {}): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) {
    // Also for all later pages: sending it again takes longer than its result.
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

/** The first Tab leads past the navigation, and no Tab leaves the order of the page. */
export async function tabOrderFaults(page: Page): Promise<string[]> {
  await page.keyboard.press("Tab");
  return page.evaluate(`[
    ...(document.activeElement?.matches(".skip") ? [] : ["the first Tab does not lead to the skip link"]),
    ...[...document.querySelectorAll("[tabindex]")]
      .filter((each) => each.tabIndex > 0)
      .map((each) => "out of order: " + each.outerHTML.slice(0, 90)),
  ]`);
}

/** Returns whether the page must be scrolled sideways to be read. */
export async function scrollsSideways(page: Page): Promise<boolean> {
  // A page after a form may be there before its styles, and then wider.
  await page.waitForLoadState();
  return page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");
}

/** Returns links, buttons and fields that are smaller than 44 px in a direction, except those in a line of text. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll("a, button, input:not([type=hidden]), select, summary")]
    .filter((each) => each.closest(".skip") === null && getComputedStyle(each).display !== "inline")
    .filter((each) => each.checkVisibility())
    .map((each) => [each, each.getBoundingClientRect()])
    .filter(([each, box]) => box.height > 0 && (box.height < 43.5 || box.width < 43.5))
    .filter(([each]) => !(["checkbox", "radio"].includes(each.type) && each.closest("label")?.getBoundingClientRect().height >= 43.5))
    .map(([each, box]) => each.outerHTML.slice(0, 90) + " " + Math.round(box.width) + "x" + Math.round(box.height))`);
