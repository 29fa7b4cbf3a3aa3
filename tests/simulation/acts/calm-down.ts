import { HOUR_MS, MINUTE_MS } from "../../../lib/kernel/time.ts";
import type { Chance } from "../stage/chance.ts";
import { Weather } from "../stage/faults.ts";
import { drawRandomFrom } from "../stage/ordered-crypto.ts";
import { devicesOf, type Scene, type World } from "../world/world.ts";
import { beginJob } from "./job.ts";
import { postReading } from "./post.ts";

const LAST_READINGS = 3;
/** A leak that has paused before ends after this long without water (docs/alerts.md). */
const PAUSED_LEAK_MS = 6 * HOUR_MS;
const LAST_SENDINGS = 2;

/** Ends the faults: everything that was delayed is caught up, and every device posts its current values. */
export async function calmDown(world: World, chance: Chance): Promise<void> {
  const { stage } = world;
  drawRandomFrom(chance.bytes);
  const scene: Scene = { world, chance };
  const fair = new Weather(chance, 0, world.tally);
  const tick = (job: "collect-history" | "maintenance" | "dispatch") =>
    stage.play(chance, [() => beginJob(scene, fair, job, { trigger: "clock", at: new Date(stage.nowMs) })]);
  await stage.catchUp();
  await staySignedIn(world);
  world.instanceAheadMs = 0;
  stage.nowMs += HOUR_MS;
  for (const device of devicesOf(world)) {
    device.ownClockAheadMs = null;
    device.isCold = chance.happens(0.5);
    device.isWet = chance.happens(0.5);
  }
  for (let reading = 0; reading <= LAST_READINGS; reading += 1) {
    stage.nowMs += reading < LAST_READINGS ? 6 * MINUTE_MS : PAUSED_LEAK_MS;
    for (const device of devicesOf(world)) {
      if (device.ingestKey !== null)
        await stage.play(chance, [async () => void (await postReading(scene, fair, device))]);
    }
  }
  await tick("collect-history");
  await tick("maintenance");
  // Also sends what waits for the end of a night, or of a provider's bad hours.
  for (let sending = 0; sending < LAST_SENDINGS; sending += 1) {
    stage.nowMs += 5 * HOUR_MS;
    await tick("dispatch");
  }
}

/** People also use their home on days that a history skips, so their sessions don't expire. */
export async function staySignedIn({ database, stage }: World): Promise<void> {
  const now = new Date(stage.nowMs);
  await database.query(
    "update sessions set last_used_at = $1::timestamptz, expires_at = $1::timestamptz + interval '30 days'",
    [now],
  );
}
