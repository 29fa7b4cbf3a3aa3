import type { SendResult } from "../../../lib/channels/content.ts";
import type { Channels, OutgoingMessage } from "../../../lib/channels/ports.ts";
import type { FetchFeed } from "../../../lib/kernel/ports.ts";
import type { Channel } from "../../../schema/vocabulary.ts";
import { channelsBy } from "../../support/channels.ts";
import type { Instance } from "../stage/instance.ts";
import { bodyOf } from "./bodies.ts";
import type { Model } from "./model.ts";
import { devicesOf, type World } from "./world.ts";

const SLOW_MS = 9_000;

/** Providers of every channel that recognize a message by its id, as the real ones do. */
export function providersOf(instance: Instance, model: Model): Channels {
  const channel = (name: Channel) => (message: OutgoingMessage) =>
    instance.call(async () => handOver(instance, model, name, message));
  return channelsBy(channel);
}

async function handOver(
  { stage, weather, die }: Instance,
  model: Model,
  channel: Channel,
  message: OutgoingMessage,
): Promise<SendResult> {
  const { id, recipient, attempt } = message;
  model.handed.push({ id, recipient, channel, atMs: stage.nowMs, attempt });
  const take = (): SendResult => {
    const words = `${message.content.subject}\n${message.content.text}`.replace(/https?:\S+/g, "");
    if (!model.taken.has(id)) model.taken.set(id, { id, channel, recipient, words, atMs: stage.nowMs });
    return { kind: "sent", providerId: id };
  };
  const fault = weather.provider();
  switch (fault) {
    case null:
      return take();
    case "provider_slow":
      stage.nowMs += SLOW_MS;
      return take();
    case "provider_refuses":
      return { kind: "retry", reason: "It is down" };
    case "provider_cuts":
      take();
      return { kind: "retry", reason: "It did not answer" };
    case "killed_before":
      die();
      return { kind: "retry", reason: "Nobody hears this" };
    case "killed_after":
      take();
      die();
      return { kind: "retry", reason: "Nobody hears this" };
    default:
      return fault satisfies never;
  }
}

const FEED_SLOW_MS = 8_000;

/** Feeds with a different number in each answer, so that storing one twice is noticed. */
export const fetchFeedOf =
  (instance: Instance, world: World): FetchFeed =>
  ({ url }) =>
    instance.call(async () => {
      const { stage, weather, die } = instance;
      const fault = weather.feed();
      const device = devicesOf(world).find(({ number }) => url.endsWith(`/${number}`));
      if (device === undefined || fault === "feed_fails") return { kind: "failed", reason: "unreachable" };
      if (fault === "killed_before") die();
      if (fault === "feed_slow") stage.nowMs += FEED_SLOW_MS;
      const body = bodyOf(device, world.model, stage.nowMs);
      if (fault === "killed_after") die();
      return { kind: "ok", bytes: new TextEncoder().encode(JSON.stringify(body.json)), etag: null };
    });
