import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import { withClient } from "../local/postgres/with-client.ts";
import type { Given } from "./doctor.ts";
import { directAddress } from "./migrate-step.ts";
import type { Step } from "./step.ts";
import type { Target } from "./targets.ts";

/** A trigger fires every five minutes, and a platform may take a moment longer after a deployment. */
const WAIT_MS_MAX = 6 * 60_000;
const LOOK_EVERY_MS = 3_000;
const TELL_EVERY_MS = 30_000;

type WaitOptions = {
  connectionString: string;
  print: (line: string) => void;
  waitMs?: number;
  checkEveryMs?: number;
  tellEveryMs?: number;
};

/**
 * Asks in the database whether the platform's clock calls, and waits for its answer: a call that brings the
 * secret as a trigger does (GET), which no step of a deployment makes meanwhile. Answers which job was called.
 * @throws Error where no call has come by the end of the wait
 */
export const waitForClock = (options: WaitOptions): Promise<{ job: string; seconds: number }> =>
  withClient(options.connectionString, async (client) => {
    const id = randomUUID();
    try {
      await client.query("insert into clock_checks (id, asked_at) values ($1, now())", [id]);
      return await askUntilAnswered(client, id, options);
    } finally {
      await client.query("delete from clock_checks where id = $1", [id]);
    }
  });

async function askUntilAnswered(
  client: Client,
  id: string,
  { print, waitMs = WAIT_MS_MAX, checkEveryMs = LOOK_EVERY_MS, tellEveryMs = TELL_EVERY_MS }: WaitOptions,
): Promise<{ job: string; seconds: number }> {
  const startMs = performance.now();
  let reportedMs = 0;
  for (;;) {
    const { rows } = await client.query<{ job: string | null }>(
      "select job from clock_checks where id = $1",
      [id],
    );
    const passedMs = performance.now() - startMs;
    const seconds = Math.round(passedMs / 1_000);
    const job = rows[0]?.job ?? null;
    if (job !== null) return { job, seconds };
    if (passedMs >= waitMs) throw new Error(silence(seconds));
    if (passedMs - reportedMs >= tellEveryMs) {
      reportedMs = passedMs;
      print(
        `      no call from the clock yet, after ${seconds} s of at most ${Math.round(waitMs / 1_000)} s`,
      );
    }
    await sleep(checkEveryMs);
  }
}

const silence = (seconds: number): string =>
  `The platform's clock has called no job in ${seconds} s, so nothing is polled, judged or sent again by itself. ` +
  "Look at its triggers, and whether they send CRON_SECRET: on Vercel under Settings, Cron Jobs and Environment " +
  "Variables, on Cloudflare under the worker's Settings, Triggers.";

/** The last step of a deployment. `hasClock` is false where this target has no triggers of its own. */
export function waitForClockStep(
  given: Given,
  target: Target,
  { wait, hasClock = true }: { wait: boolean; hasClock?: boolean },
  print: (line: string) => void,
): Step {
  const ask = `npm run doctor -- ${target} --clock`;
  return {
    title: hasClock
      ? "Wait until the platform's clock has called a job by itself (up to six minutes)"
      : "Leave the jobs to another clock (npm run deploy -- clock)",
    run: async () => {
      if (!hasClock) return "not waited: this plan has no clock. Deploy one (npm run deploy -- clock)";
      if (!wait) return `not waited: it is not proven that the clock calls. Ask with ${ask}`;
      if (!given.DATABASE_URL) return "not waited: DATABASE_URL is not set, so nobody can see the call";
      const { job, seconds } = await waitForClock({ connectionString: directAddress(given), print });
      return `it called ${job} after ${seconds} s`;
    },
  };
}
