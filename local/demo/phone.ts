import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { readSettings } from "../start/settings.ts";
import { StartError } from "../start/start-error.ts";
import type { DemoCompanion } from "./companion.ts";

type Demo = Pick<DemoCompanion, "companion"> & { base_url: string };
type Answer = Record<string, unknown>;

/** A call of the demo's phone: the answer's body. Throws the error's sentence where it is refused. */
export type Phone = (method: string, route: string, body?: object) => Promise<Answer>;

/** The phone that `demo.json` knows. New tokens go back into the file: the old ones are spent. */
export async function openDemoPhone(): Promise<Phone> {
  const file = path.join(readSettings(process.env).dataDir, "demo.json");
  const demo = await readDemo(file);
  return async (method, route, body) => {
    const { access_token, refresh_token } = demo.companion;
    const response = await fetch(new URL(route, demo.base_url), {
      method,
      headers: { Authorization: `Bearer ${access_token}`, "X-SB-Refresh-Token": refresh_token },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    await keepTokens(file, demo, response.headers);
    const answer = (await response.json()) as Answer;
    if (!response.ok) throw new StartError(`${method} ${route} answers ${response.status}: ${answer.error}`);
    return answer;
  };
}

async function readDemo(file: string): Promise<Demo> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new StartError(`There is no ${file} yet: start the service with npm start, and leave it running.`);
  });
  const demo = JSON.parse(text) as Partial<Demo>;
  if (demo.base_url === undefined || demo.companion === undefined)
    throw new StartError(`${file} has no companion session in it: start the service with its demo homes.`);
  return { ...demo, base_url: demo.base_url, companion: demo.companion };
}

async function keepTokens(file: string, demo: Demo, headers: Headers): Promise<void> {
  const [access, refresh] = [headers.get("X-SB-Access-Token"), headers.get("X-SB-Refresh-Token")];
  if (access === null || refresh === null) return;
  demo.companion = { access_token: access, refresh_token: refresh };
  await writeFile(file, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
}
