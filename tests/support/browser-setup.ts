import { setTimeout as sleep } from "node:timers/promises";
import chromium from "@sparticuz/chromium";
import { type BrowserServer, chromium as playwright } from "playwright-core";
import type { TestProject } from "vitest/node";
import { messageOf } from "../../lib/kernel/text.ts";

const ATTEMPTS_MAX = 20;
const AGAIN_MS = 250;
const STILL_WRITTEN = "ETXTBSY";

declare module "vitest" {
  export interface ProvidedContext {
    /** Where the one browser of all files listens; null where none starts on this machine. */
    browserAddress: string | null;
  }
}

/**
 * A browser out of a package of the registry, unpacked and started once: whoever cannot run it is told so, and is not
 * told that all is well.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const browser = await startBrowser();
  project.provide("browserAddress", browser?.wsEndpoint() ?? null);
  return async () => browser?.close();
}

async function startBrowser(): Promise<BrowserServer | null> {
  try {
    return await launch(await chromium.executablePath());
  } catch (error) {
    const why = messageOf(error).split("\n")[0] ?? "";
    console.warn(`\nNO BROWSER STARTS HERE: the tests in tests/browser are SKIPPED. ${why}\n`);
    return null;
  }
}

/** Another run on this machine may be unpacking the same file: until it is whole, nobody can start it. */
async function launch(program: string): Promise<BrowserServer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await playwright.launchServer({ host: "127.0.0.1", executablePath: program, args: ARGUMENTS });
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || !messageOf(error).includes(STILL_WRITTEN)) throw error;
      await sleep(AGAIN_MS);
    }
  }
}

/** As root there is no sandbox; a container's /dev/shm is small. */
const ARGUMENTS = ["--no-sandbox", "--disable-dev-shm-usage"];
