import { setTimeout as sleep } from "node:timers/promises";
import { and, inArray, lt } from "drizzle-orm";
import { messageOf } from "../../lib/kernel/text.ts";
import { MINUTE_MS } from "../../lib/kernel/time.ts";
import { devices } from "../../schema/tables/device.ts";
import { repeat } from "../machine/clock.ts";
import { ADA, CLEO, type DemoDevice } from "./demo.ts";
import type { DemoFile } from "./demo-file.ts";
import { withRows } from "./rows.ts";

const LOOK_MS = MINUTE_MS;
const POST_MS_MAX = 10_000;
/** The interval of the demo's history. */
const SILENT_MS = 15 * MINUTE_MS;
const NODES: readonly DemoDevice[] = [...ADA.devices, ...CLEO.devices];

/** Sends a post, and returns its HTTP status. */
type Post = (ingestKey: string, body: Record<string, number>) => Promise<number>;

/** Posts over HTTP, as every device does. */
export const postTo =
  (baseUrl: string): Post =>
  async (ingestKey, body) => {
    const answer = await fetch(`${baseUrl}/api/ingest/${ingestKey}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(POST_MS_MAX),
    });
    await answer.body?.cancel();
    return answer.status;
  };

/** Returns the ingest keys of the demo's devices, by device id. */
export const keysOf = ({ push_device, garage_device, free }: DemoFile): Map<string, string> =>
  new Map([push_device, garage_device, free.push_device].map(({ id, ingest_key }) => [id, ingest_key]));

/**
 * Posts for those devices that sent nothing for a quarter of an hour, so a device with another sender is left alone.
 * Forgets keys that were replaced.
 * @returns the names of the devices whose key was replaced
 */
export async function postForSilent(
  connectionString: string,
  keys: Map<string, string>,
  post: Post,
  now: Date,
): Promise<string[]> {
  const before = new Date(now.getTime() - SILENT_MS);
  const silent = await withRows(connectionString, (rows) =>
    rows
      .select({ id: devices.id })
      .from(devices)
      .where(and(inArray(devices.id, [...keys.keys()]), lt(devices.lastSeenAt, before))),
  );
  const replaced: string[] = [];
  for (const { id } of silent) {
    const node = NODES.find((each) => each.id === id);
    const key = keys.get(id);
    if (node === undefined || key === undefined) continue;
    const values = node.sensors.map((sensor) => [sensor.key, sensor.at(now.getTime())] as const);
    if ((await post(key, Object.fromEntries(values))) !== 401) continue;
    keys.delete(id);
    replaced.push(node.name);
  }
  return replaced;
}

/** Posts for the demo's devices until `stop`, for each until its key is replaced. */
export function keepPosting(connectionString: string, demo: DemoFile): { stop: () => Promise<void> } {
  const [keys, post] = [keysOf(demo), postTo(demo.base_url)];
  return repeat(LOOK_MS, async () => {
    try {
      for (const name of await postForSilent(connectionString, keys, post, new Date()))
        console.log(`${name} of the demo no longer posts: its key was replaced.`);
    } catch (error) {
      console.error(`The demo's devices could not post: ${messageOf(error)}`);
    }
  });
}

const STEP_MS = 15_000;

/** A cold night at the cellar's pipe in five minutes: °F, a value a step. The thaw at its end ends the alert. */
const PIPE_F = [52, 50, 48, 46, 44, 42, 40.5, 39.4, 38, 36.6, 35.4, 34.6, 34.8, 36, 39, 42, 45, 47, 49, 50];
/** The steps in which there is water in the sump. */
const WET = { from: 11, to: 16 };

export const NIGHT_MINUTES = (PIPE_F.length * STEP_MS) / 60_000;

/** Plays bad nights, one at a time, as the demo's own device. */
export class BadNight {
  #playing: { endsAt: number; page: string } | null = null;

  /** The page that shows the current night; null if none is playing. */
  get watchedAt(): string | null {
    return this.#playing !== null && Date.now() < this.#playing.endsAt ? this.#playing.page : null;
  }

  /** Starts a night, which continues after this returns. */
  begin(demo: DemoFile): void {
    if (this.watchedAt !== null) return;
    const page = `${demo.base_url}/s/${demo.share_token}`;
    this.#playing = { endsAt: Date.now() + PIPE_F.length * STEP_MS, page };
    play(demo).catch((error: unknown) => {
      this.#playing = null;
      console.error(`The bad night broke off: ${messageOf(error)}`);
    });
  }
}

async function play({ base_url, push_device: { ingest_key } }: DemoFile): Promise<void> {
  const post = postTo(base_url);
  for (const [step, temp1] of PIPE_F.entries()) {
    const flood1 = step >= WET.from && step < WET.to ? 1 : 0;
    const status = await post(ingest_key, { temp1, humidity1: 58, flood1 });
    if (status !== 200) throw new Error(`the cellar's reading was answered with ${status}`);
    await sleep(STEP_MS, undefined, { ref: false });
  }
}
