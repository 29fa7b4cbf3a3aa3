import type { Weather } from "../stage/faults.ts";
import { Instance } from "../stage/instance.ts";
import { devicesOf, type Scene } from "../world/world.ts";
import { beginJob } from "./job.ts";
import type { Actor } from "./perform.ts";
import { postReading } from "./post.ts";

const DAY_MS = 86_400_000;
const POST_EVERY_MS = 1_500;
const POSTS = 4;

/**
 * The end of a day, whose next day may have no partition yet: every device posts before, at and after midnight, while
 * the hour's jobs begin and roll up the past day.
 */
export function midnight(scene: Scene, weather: Weather): Actor[] {
  const { world } = scene;
  const { nowMs } = world.stage;
  const at = new Date(Math.ceil(nowMs / DAY_MS) * DAY_MS);
  const wait = (ms: number) => new Instance(world.stage, weather).pause(Math.max(0, ms));
  const jobs = (["maintenance", "collect-history"] as const).map((job) => async () => {
    await wait(at.getTime() - world.stage.nowMs);
    await beginJob(scene, weather, job, { trigger: "clock", at });
  });
  const posts = devicesOf(world)
    .filter(({ ingestKey }) => ingestKey !== null)
    .map((device) => async () => {
      for (let post = 0; post < POSTS; post += 1) {
        await postReading(scene, weather, device);
        await wait(POST_EVERY_MS);
      }
    });
  return [...jobs, ...posts];
}
