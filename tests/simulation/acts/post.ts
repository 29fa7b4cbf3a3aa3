import { ingestApp } from "../../../functions/ingest/app.ts";
import type { Weather } from "../stage/faults.ts";
import { Instance } from "../stage/instance.ts";
import { bodyOf } from "../world/bodies.ts";
import type { Device, Scene } from "../world/world.ts";
import { wakingServices } from "./waking-ports.ts";

const TRIES_MAX = 3;
const RETRY_MS = 5_000;
const DAY_MS = 86_400_000;
const AHEAD_MS_MAX = 240_000;

type Post = { device: Device; json: unknown; idempotencyKey: string | null };

/**
 * Posts a device's values, and repeats them if the result is unknown. Without a key or own times a repetition would be
 * another reading, so the device then measures again. Returns whether the post was acknowledged.
 */
export async function postReading(scene: Scene, weather: Weather, device: Device): Promise<boolean> {
  const { world, chance } = scene;
  const { sent, json } = bodyOf(device, world.model, world.stage.nowMs);
  const idempotencyKey = chance.happens(0.3) ? `key-${sent.marker}` : null;
  // An instance with a wrong clock trusts no other clock.
  const isTimed = world.instanceAheadMs === 0 && isBelieved(device.ownClockAheadMs);
  const mayRepeat = idempotencyKey !== null || isTimed;
  for (let tried = 1; tried <= (mayRepeat ? TRIES_MAX : 1); tried += 1) {
    const status = await post(scene, weather, { device, json, idempotencyKey });
    if (status === 200) sent.isAcknowledged = true;
    const isHeard = status !== null && !weather.happens("answer_lost", 0.05);
    if (isHeard && status < 500 && !weather.happens("post_repeated", 0.1)) break;
    await new Instance(world.stage, weather).pause(RETRY_MS);
  }
  return sent.isAcknowledged;
}

/** Returns the status, or null if the instance ended before its answer. */
async function post(
  scene: Scene,
  weather: Weather,
  { device, json, idempotencyKey }: Post,
): Promise<number | null> {
  const { world } = scene;
  const instance = new Instance(world.stage, weather, world.instanceAheadMs);
  const app = ingestApp(wakingServices(instance, scene));
  const headers = idempotencyKey === null ? {} : { "Idempotency-Key": idempotencyKey };
  const request = { method: "POST", headers, body: JSON.stringify(json) };
  const answer = await instance.run(
    async () => await app.request(`/api/ingest/${device.ingestKey}`, request),
  );
  return answer?.status ?? null;
}

/** Returns whether a device's times are accepted for its readings. */
const isBelieved = (aheadMs: number | null): boolean =>
  aheadMs !== null && Math.abs(aheadMs) <= 3 * DAY_MS && aheadMs <= AHEAD_MS_MAX;
