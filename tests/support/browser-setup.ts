import { setTimeout as sleep } from "node:timers/promises";
import chromium from "@sparticuz/chromium";
import { chromium as playwright } from "playwright-core";
import type { TestProject } from "vitest/node";
import { messageOf } from "../../lib/kernel/text.ts";

const ATTEMPTS_MAX = 20;
const AGAIN_MS = 250;
const STILL_WRITTEN = "ETXTBSY";

/** A browser from an npm package; `program` is null if it doesn't start on this machine. */
type TestBrowser = { program: string | null; why: string };

declare module "vitest" {
  export interface ProvidedContext {
    testBrowser: TestBrowser;
  }
}

/** Unpacks and tries the browser once for all files. If it can't run, the tests say so instead of passing silently. */
export default async function setup(project: TestProject): Promise<void> {
  project.provide("testBrowser", await findBrowser());
}

async function findBrowser(): Promise<TestBrowser> {
  try {
    const program = await chromium.executablePath();
    await tryIt(program);
    return { program, why: "" };
  } catch (error) {
    const why = messageOf(error).split("\n")[0] ?? "";
    console.warn(`\nNO BROWSER STARTS HERE: the tests in tests/browser are SKIPPED. ${why}\n`);
    return { program: null, why };
  }
}

/** Another run on this machine may be unpacking the same file, which can't start before that is complete. */
async function tryIt(program: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const browser = await playwright.launch({ executablePath: program, args: BROWSER_ARGUMENTS });
      await browser.close();
      return;
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || !messageOf(error).includes(STILL_WRITTEN)) throw error;
      await sleep(AGAIN_MS);
    }
  }
}

/** Root has no sandbox; a container's /dev/shm is small. */
export const BROWSER_ARGUMENTS = ["--no-sandbox", "--disable-dev-shm-usage"];
