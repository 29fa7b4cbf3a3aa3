import type { SendResult } from "../../../lib/channels/content.ts";
import type { Channels, OutgoingMessage } from "../../../lib/channels/ports.ts";
import type { Channel } from "../../../schema/vocabulary.ts";
import { channelsBy } from "../../support/channels.ts";
import type { Instance } from "../stage/instance.ts";
import type { Model } from "./model.ts";

const SLOW_MS = 9_000;

/** Providers of every channel that know a message by its id, as the real ones do. */
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
