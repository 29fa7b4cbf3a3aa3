import type { CalledChannel } from "../../schema/vocabulary.ts";
import { type FeedAllowed, judgeFeedUrl } from "../kernel/judge-url.ts";
import { done, type Outcome } from "../kernel/outcome.ts";
import { fnv1a } from "../kernel/text.ts";
import { refuseAddress, refuseCalled } from "../language/channel-words.ts";
import type { ChannelCall } from "./call.ts";
import type { MessageContent } from "./content.ts";
import { CHANNEL_LIMITS } from "./limits.ts";
import {
  type AddressRules,
  type ChannelRules,
  FREE_CHANNEL,
  type NewAddress,
  type ProviderVariable,
  plainAddress,
  type ReadAddress,
} from "./rules.ts";

const FINGERPRINT_CHARACTERS = 8;

/**
 * Checks a typed URL by the rules for all URLs that we fetch, and refuses our own hosts. A URL of the channel's
 * provider is changed to HTTPS, and shown so: providers redirect HTTP, and we follow no redirect.
 */
export function readCalledUrl(
  text: string,
  channel: CalledChannel | "webhook",
  { webhookRules }: AddressRules,
  isProviders: (hostname: string) => boolean = () => false,
): Outcome<FeedAllowed> {
  const judged = judgeFeedUrl(text.trim(), webhookRules);
  const reason = !judged.ok ? judged.reason : isOwn(judged.url, webhookRules) ? "own_host" : null;
  if (!judged.ok || reason !== null)
    return refuseAddress((words) => {
      const subject = channel === "webhook" ? words.webhookUrl : words.channels[channel].address;
      return words.called[reason ?? "own_host"](subject);
    });
  if (isProviders(judged.url.hostname)) Object.assign(judged.url, { protocol: "https:", port: "" });
  return done(judged);
}

const isOwn = ({ hostname, host }: URL, { ownHosts }: AddressRules["webhookRules"]): boolean =>
  ownHosts.some((own) => own === hostname || own === host);

/**
 * Returns an address whose URL is secret and sealed. It is shown as its origin with a fingerprint of `known`, so that
 * the owner can tell two URLs of a host apart, and the same URL typed again is recognized.
 */
export const sealedUrl = (
  { url, checkAddresses }: FeedAllowed,
  secret: object,
  known: string = JSON.stringify(secret),
): NewAddress => ({
  address: `${url.origin}/…${fingerprint(known)}`,
  secret,
  shownSecret: null,
  host: checkAddresses ? url.hostname : null,
});

/** Returns a reader for a channel whose sender needs only a secret URL. */
export const readSealedUrl =
  (
    channel: CalledChannel,
    isOfChannel: (url: URL, checkAddresses: boolean) => boolean,
    isProviders?: (hostname: string) => boolean,
  ): ReadAddress =>
  (text, rules) => {
    const address = readCalledUrl(text, channel, rules, isProviders);
    if (!address.ok) return address;
    const { url, checkAddresses } = address.value;
    return isOfChannel(url, checkAddresses)
      ? done(sealedUrl(address.value, { url: url.href }))
      : refuseCalled(channel);
  };

export const secretUrl = ({ secret }: MessageContent): string => (secret as { url: string }).url;

/** Returns a reader for a channel whose address is an id or key at the provider, not a URL. */
export const readKey =
  (channel: CalledChannel, pattern: RegExp): ReadAddress =>
  (text) =>
    pattern.test(text.trim()) ? done(plainAddress(text.trim())) : refuseCalled(channel);

const fingerprint = (text: string): string => fnv1a(text).toString(16).padStart(FINGERPRINT_CHARACTERS, "0");

/** The differences between channels that send by one HTTP request. Most need no settings and keep quiet hours. */
type OwnRules = Omit<ChannelCall, "name"> & {
  read: ReadAddress;
  needs?: readonly ProviderVariable[];
  keepsQuietHours?: boolean;
  mask?: (address: string) => string;
};

/**
 * Defines a channel that sends by one HTTP request to a person's own address: its rules, reader, request and answers.
 * It costs the operator nothing, so every plan has it. A code that is sent first proves that messages arrive.
 */
export const calledChannel = (
  label: string,
  { read, needs = [], keepsQuietHours = true, mask = FREE_CHANNEL.mask, ...call }: OwnRules,
) => ({
  rules: {
    ...FREE_CHANNEL,
    label,
    needs,
    keepsQuietHours,
    mask,
    contacts: { max: CHANNEL_LIMITS.calledContactsMax, proof: "code", isExclusive: false },
  } satisfies ChannelRules<"ntfy">,
  read,
  call: { name: label, ...call },
});
