import chromium from "@sparticuz/chromium";
import { chromium as playwright } from "playwright-core";
import type { TestProject } from "vitest/node";

/** A browser out of a package of the registry; `program` is null where it does not start on this machine. */
type TestBrowser = { program: string | null; why: string };

declare module "vitest" {
  export interface ProvidedContext {
    testBrowser: TestBrowser;
  }
}

/**
 * Unpacked once for all files, and tried: whoever cannot run it is told so, and is not told that all is well.
 */
export default async function setup(project: TestProject): Promise<void> {
  project.provide("testBrowser", await findBrowser());
}

async function findBrowser(): Promise<TestBrowser> {
  try {
    const program = await chromium.executablePath();
    const browser = await playwright.launch({ executablePath: program, args: BROWSER_ARGUMENTS });
    await browser.close();
    return { program, why: "" };
  } catch (error) {
    const why = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
    console.warn(`\nNO BROWSER STARTS HERE: the tests in tests/browser are SKIPPED. ${why}\n`);
    return { program: null, why };
  }
}

/** As root there is no sandbox; a container's /dev/shm is small. */
export const BROWSER_ARGUMENTS = ["--no-sandbox", "--disable-dev-shm-usage"];
