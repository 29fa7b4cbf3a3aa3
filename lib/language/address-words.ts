import { CALLED_CHANNELS, type CalledChannel } from "../../schema/vocabulary.ts";
import type { FeedRefusal } from "../feeds/url/judge.ts";

/** What pages call a channel that is called. */
export type CalledNames = {
  name: string;
  /** Where an address of it is asked for, with what that is. */
  asked: string;
};

/** One of these texts of each channel. */
export const calledTexts = (
  channels: Record<CalledChannel, CalledNames>,
  text: keyof CalledNames,
): Record<CalledChannel, string> =>
  Object.fromEntries(CALLED_CHANNELS.map((channel) => [channel, channels[channel][text]])) as Record<
    CalledChannel,
    string
  >;

/** A language's sentences for why the address of a channel is refused. */
export type AddressWords = {
  /** What begins the sentence of a refusal, "The ntfy address", and what ends it where it is none of this channel's. */
  channels: Record<CalledChannel, { address: string; must: string }>;
  webhookUrl: string;
  called: (subject: string, reason: FeedRefusal) => string;
  hostNotPublic: string;
  email: string;
  /** Of a phone number. */
  countryCode: string;
  kindNotServed: string;
  onlyPrefixes: (prefixes: readonly string[]) => string;
};
