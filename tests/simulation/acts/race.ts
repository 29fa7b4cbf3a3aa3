import type { Weather } from "../stage/faults.ts";
import { type Device, devicesOf, type Scene } from "../world/world.ts";
import { beginJob } from "./job.ts";
import type { Actor } from "./perform.ts";
import { ask, changeSomething } from "./person.ts";
import { postReading } from "./post.ts";
import { changeOf, removalOf, renameSensors } from "./wishes.ts";

type Race = (scene: Scene, weather: Weather) => Actor[];

const POSTS = 3;
const MINUTE_MS = 60_000;
const LATE_MS = [2 * 60_000, 3_600_000, 26 * 3_600_000, 50 * 3_600_000];

const postsOf = (scene: Scene, weather: Weather, device: Device): Actor[] =>
  device.ingestKey === null
    ? []
    : Array.from({ length: POSTS }, () => async () => void (await postReading(scene, weather, device)));

/** A device posts while a person deletes, disables or moves it. */
const changedWhilePosting: Race = (scene, weather) => {
  const { world, chance } = scene;
  const home = chance.pick(world.homes);
  const device = chance.pick(home.devices);
  const wish = home.devices.length > 1 && chance.happens(0.3) ? removalOf(device) : changeOf(scene, device);
  return [...postsOf(scene, weather, device), () => ask(scene, weather, home, wish)];
};

/** Old readings arrive while their days are sealed. */
const sealedWhileLate: Race = (scene, weather) => {
  const { world, chance } = scene;
  const late = devicesOf(world).filter(({ hasOwnClock }) => hasOwnClock);
  for (const device of late) device.ownClockAheadMs = -chance.pick(LATE_MS);
  const seal = () => beginJob(scene, weather, "maintenance", clockAt(scene));
  return [seal, ...late.flatMap((device) => postsOf(scene, weather, device))];
};

/** This minute's tick and the next one's overlap. */
const twoTicks: Race = (scene, weather) => [
  () => beginJob(scene, weather, "collect-history", clockAt(scene)),
  () => beginJob(scene, weather, "collect-history", clockAt(scene, MINUTE_MS)),
  ...postsOf(scene, weather, scene.chance.pick(devicesOf(scene.world))),
];

/** Two dispatchers send the outbox while a person acknowledges an alert. */
const twoDispatchers: Race = (scene, weather) => [
  () => beginJob(scene, weather, "dispatch", { trigger: "manual" }),
  () => beginJob(scene, weather, "dispatch", clockAt(scene)),
  () => changeSomething(scene, weather, scene.chance.pick(scene.world.homes)),
];

/** All devices post at once, while their homes are evaluated and a person renames every sensor. */
const everybodyPosts: Race = (scene, weather) => [
  ...devicesOf(scene.world).flatMap((device) => postsOf(scene, weather, device).slice(0, 1)),
  () => beginJob(scene, weather, "collect-history", clockAt(scene)),
  ...scene.world.homes.map(
    (home) => async () => await ask(scene, weather, home, await renameSensors(scene, home)),
  ),
];

const RACES = [changedWhilePosting, sealedWhileLate, twoTicks, twoDispatchers, everybodyPosts];

/** Picks actors that use the same rows at once. */
export const raceOf: Race = (scene, weather) => scene.chance.pick(RACES)(scene, weather);

const clockAt = ({ world }: Scene, afterMs = 0) => ({
  trigger: "clock" as const,
  at: new Date(world.stage.nowMs + afterMs),
});
