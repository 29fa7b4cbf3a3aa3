import { Weather } from "../stage/faults.ts";
import type { Device, Scene } from "../world/world.ts";
import { postReading } from "./post.ts";

const POSTS = 70;
const SILENCE_MS = 61_000;
const WINDOW_MS = 50_000;

/** Posts more often than a device may in its minute. */
export async function flood(scene: Scene, weather: Weather, device: Device): Promise<void> {
  const { stage, model } = scene.world;
  weather.count("flood_of_posts");
  const fair = new Weather(scene.chance, 0, scene.world.tally);
  stage.nowMs += SILENCE_MS;
  const fromMs = stage.nowMs;
  let accepted = 0;
  for (let post = 0; post < POSTS; post += 1) {
    const isAccepted = await postReading(scene, post % 10 === 0 ? weather : fair, device);
    accepted += Number(isAccepted);
  }
  const tookMs = stage.nowMs - fromMs;
  if (tookMs < WINDOW_MS) model.floods.push({ deviceId: device.id, posts: POSTS, accepted, tookMs });
}
