import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { BrowserContext } from "playwright-core";
import { PROJECT_FOLDER } from "../runtime/wrangler-config.ts";
import { StartError } from "../start/start-error.ts";
import type { DemoFile } from "./demo-file.ts";

/** The demo of the `npm start` that runs over DATA_DIR. */
export async function readDemo(): Promise<DemoFile> {
  const file = path.join(process.env.DATA_DIR ?? path.join(PROJECT_FOLDER, ".local"), "demo.json");
  if (!existsSync(file)) throw new StartError("Run `npm start` first: its demo home is looked at.");
  return JSON.parse(await readFile(file, "utf8")) as DemoFile;
}

/** Makes a browser the demo's owner. */
export async function signInAsOwner(context: BrowserContext, demo: DemoFile): Promise<void> {
  const [name = "", value = ""] = demo.session_cookie.split("=");
  const url = demo.base_url.replace("http:", "https:");
  await context.addCookies([{ name, value, url, secure: true, httpOnly: true }]);
}
