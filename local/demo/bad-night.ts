import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "../../lib/kernel/text.ts";
import type { DemoFile } from "./demo-file.ts";
import { postTo } from "./live.ts";

const STEP_MS = 15_000;

/** A cold night by the cellar's pipe in five minutes: °F, one a step. It thaws by itself, so the alert ends by itself, too. */
const PIPE_F = [52, 50, 48, 46, 44, 42, 40.5, 39.4, 38, 36.6, 35.4, 34.6, 34.8, 36, 39, 42, 45, 47, 49, 50];
/** The steps in which its water stands in the sump. */
const WET = { from: 11, to: 16 };

export const NIGHT_MINUTES = (PIPE_F.length * STEP_MS) / 60_000;

/** Plays bad nights, one at a time, by the demo's own device. */
export class BadNight {
  #playing: { endsAt: number; page: string } | null = null;

  /** The page that shows the night which is being played; null while none is. */
  get watchedAt(): string | null {
    return this.#playing !== null && Date.now() < this.#playing.endsAt ? this.#playing.page : null;
  }

  /** Goes on after this returns. */
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
