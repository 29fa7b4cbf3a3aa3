import type { Channels, SendMessage } from "../../lib/channels/ports.ts";
import type { ConfiguredChannels } from "../../lib/kernel/ports.ts";
import { CHANNELS, type Channel } from "../../schema/vocabulary.ts";

/** Returns a value for each channel. */
const each = <T>(of: (channel: Channel) => T) =>
  Object.fromEntries(CHANNELS.map((channel) => [channel, of(channel)])) as Record<Channel, T>;

export const NO_CHANNELS: Channels = each(() => null);

export const channelsBy = (senderOf: (channel: Channel) => SendMessage | null): Channels => each(senderOf);

/** Returns every channel as configured except the named ones. */
export const configuredBut = (...missing: Channel[]): ConfiguredChannels =>
  each((channel) => !missing.includes(channel));
