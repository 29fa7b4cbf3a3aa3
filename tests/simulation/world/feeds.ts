import type { FetchFeed } from "../../../lib/kernel/ports.ts";
import type { Instance } from "../stage/instance.ts";
import { bodyOf } from "./bodies.ts";
import { devicesOf, type World } from "./world.ts";

const SLOW_MS = 8_000;

/** Feeds of which each answer carries a number of its own, so that none can be stored twice unnoticed. */
export const fetchFeedOf =
  (instance: Instance, world: World): FetchFeed =>
  ({ url }) =>
    instance.call(async () => {
      const { stage, weather, die } = instance;
      const fault = weather.feed();
      const device = devicesOf(world).find(({ number }) => url.endsWith(`/${number}`));
      if (device === undefined || fault === "feed_fails") return { kind: "failed", reason: "unreachable" };
      if (fault === "killed_before") die();
      if (fault === "feed_slow") stage.nowMs += SLOW_MS;
      const body = bodyOf(device, world.model, stage.nowMs);
      if (fault === "killed_after") die();
      return { kind: "ok", bytes: new TextEncoder().encode(JSON.stringify(body.json)), etag: null };
    });
