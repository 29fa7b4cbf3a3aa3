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
 * Judges an address that somebody typed by the rules of everything that this service fetches, and by one of its own: this
 * service calls nothing of itself. A host of the channel's provider speaks HTTPS alone and answers HTTP with a redirect,
 * which is not followed: such an address is made HTTPS, and shown so.
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
 * An address whose path is a secret: it is sealed, and shown as its host with a fingerprint, which tells two of one
 * host apart for their owner. The same `known` is the same address when it is typed again.
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

/** Reads an address that is all that its sender needs. */
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

/** Reads what its provider knows by itself, such as a key. */
export const readKey =
  (channel: CalledChannel, pattern: RegExp): ReadAddress =>
  (text) =>
    pattern.test(text.trim()) ? done(plainAddress(text.trim())) : refuseCalled(channel);

const fingerprint = (text: string): string => fnv1a(text).toString(16).padStart(FINGERPRINT_CHARACTERS, "0");

/** What a channel does differently that is one HTTP call; most need nothing of the operator, and leave a person asleep. */
type OwnRules = Omit<ChannelCall, "name"> & {
  read: ReadAddress;
  needs?: readonly ProviderVariable[];
  keepsQuietHours?: boolean;
  mask?: (address: string) => string;
};

/**
 * All that there is to a channel whose message is one HTTP call to an address of the person's own: its rules, its address,
 * its request and its answers. It costs the operator nothing, so every plan has it; the code that is sent there first shows
 * that messages arrive.
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
