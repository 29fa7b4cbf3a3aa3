import type { Job } from "../../../lib/jobs/jobs.ts";
import type { ActName, PlannedEvent } from "../run/plan.ts";
import { Weather } from "../stage/faults.ts";
import { devicesOf, type Scene } from "../world/world.ts";
import { flood } from "./flood.ts";
import { beginJob } from "./job.ts";
import { midnight } from "./midnight.ts";
import { changeSomething } from "./person.ts";
import { postReading } from "./post.ts";
import { raceOf } from "./race.ts";
import { readHome } from "./read.ts";

const POSTS_AT_ONCE_MAX = 4;
const TRIGGER_LATE_MS_MAX = 3 * 60_000;
const CLOCKS_AHEAD_MS = [0, 0, -20 * 60_000, 3_600_000, -3 * 365 * 86_400_000, 4 * 365 * 86_400_000];

export type Actor = () => Promise<void>;

/** Returns all actors of an event. */
export function perform(scene: Scene, { acts, faults }: PlannedEvent): Actor[] {
  const weather = new Weather(scene.chance, faults, scene.world.tally);
  return acts.flatMap((act) => ACTORS[act](scene, weather));
}

const jobs =
  (job: Job) =>
  (scene: Scene, weather: Weather): Actor[] => {
    const { world, chance } = scene;
    const isTwice = weather.happens("tick_twice", 0.3);
    const at = new Date(world.stage.nowMs - (chance.happens(0.2) ? chance.int(0, TRIGGER_LATE_MS_MAX) : 0));
    const fire = () => beginJob(scene, weather, job, { trigger: "clock", at });
    return isTwice ? [fire, fire] : [fire];
  };

const ACTORS: Record<ActName, (scene: Scene, weather: Weather) => Actor[]> = {
  collect: jobs("collect-history"),
  maintain: jobs("maintenance"),
  send: jobs("dispatch"),
  digest: jobs("weekly-digest"),
  post: (scene, weather) => {
    const { world, chance } = scene;
    const pushed = devicesOf(world).filter(({ ingestKey }) => ingestKey !== null);
    if (pushed.length === 0) return [];
    const one = chance.pick(pushed);
    // Often several posts of one device, which wait for each other.
    return Array.from({ length: chance.int(1, POSTS_AT_ONCE_MAX) }, () => {
      const device = chance.happens(0.7) ? one : chance.pick(pushed);
      return async () => void (await postReading(scene, weather, device));
    });
  },
  flood_of_posts: (scene, weather) => {
    const pushed = devicesOf(scene.world).filter(({ ingestKey }) => ingestKey !== null);
    return pushed.length === 0 ? [] : [() => flood(scene, weather, scene.chance.pick(pushed))];
  },
  weather: (scene, weather) => {
    const { world, chance } = scene;
    const device = chance.pick(devicesOf(world));
    device.isCold = chance.happens(0.4);
    device.isWet = chance.happens(0.3);
    return ACTORS.post(scene, weather);
  },
  person: (scene, weather) => {
    const home = scene.chance.pick(scene.world.homes);
    return Array.from(
      { length: scene.chance.pick([1, 1, 2]) },
      () => () => changeSomething(scene, weather, home),
    );
  },
  read: (scene, weather) => scene.world.homes.map((home) => () => readHome(scene, weather, home)),
  clocks: ({ world, chance }, weather) => {
    world.instanceAheadMs = chance.pick(CLOCKS_AHEAD_MS);
    if (world.instanceAheadMs !== 0) weather.count("instance_clock_wrong");
    for (const device of devicesOf(world).filter(({ ownClockAheadMs }) => ownClockAheadMs !== null)) {
      if (!weather.happens("device_clock_set", 0.5)) continue;
      device.ownClockAheadMs = chance.pick([
        0,
        -3 * 60_000,
        200_000,
        -3_600_000,
        -2 * 86_400_000,
        30 * 86_400_000,
      ]);
    }
    return [];
  },
  race: raceOf,
  midnight,
  redis_forgets: ({ world }, weather) => {
    weather.count("redis_forgot");
    world.redis.forget();
    return [];
  },
};
