import type { CalledChannel } from "../../schema/vocabulary.ts";
import { messageCaps } from "../budget/counts.ts";
import { type FeedAllowed, judgeFeedUrl } from "../kernel/judge-url.ts";
import { done, type Outcome } from "../kernel/outcome.ts";
import { fnv1a } from "../kernel/text.ts";
import { refuseAddress, refuseCalled } from "../language/languages.ts";
import type { ChannelCall } from "./call.ts";
import { CHANNEL_LIMITS } from "./limits.ts";
import {
  type AddressRules,
  type ChannelRules,
  type NewAddress,
  type ProviderVariable,
  plainAddress,
  type ReadAddress,
} from "./rules.ts";
import { shownAs } from "./urgency.ts";

const FINGERPRINT_CHARACTERS = 8;

type Own = {
  label: string;
  /** What the operator has to set; most of these channels need nothing of the operator. */
  needs?: readonly ProviderVariable[];
};

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
      return words.called(subject, reason ?? "own_host");
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

/** Reads an address that is sealed with what `secretOf` makes of it; null for what is none of the channel's. */
export const readSealedUrl =
  (
    channel: CalledChannel,
    secretOf: (url: URL, checkAddresses: boolean) => object | null,
    isProviders?: (hostname: string) => boolean,
  ): ReadAddress =>
  (text, rules) => {
    const address = readCalledUrl(text, channel, rules, isProviders);
    if (!address.ok) return address;
    const secret = secretOf(address.value.url, address.value.checkAddresses);
    return secret === null ? refuseCalled(channel) : done(sealedUrl(address.value, secret));
  };

/** Reads what its provider knows by itself, such as a key. */
export const readKey =
  (channel: CalledChannel, pattern: RegExp): ReadAddress =>
  (text) =>
    pattern.test(text.trim()) ? done(plainAddress(text.trim())) : refuseCalled(channel);

const fingerprint = (text: string): string => fnv1a(text).toString(16).padStart(FINGERPRINT_CHARACTERS, "0");

/**
 * What channels have in common whose message is one HTTP call to an address of the person's own. They cost the
 * operator nothing, so every plan has them; the code that is sent there first shows that messages arrive.
 */
export const calledRules = ({ label, needs = [] }: Own) =>
  ({
    label,
    needs,
    defaultChoice: true,
    wants: (_kind, _news, choice) => choice,
    keepsQuietHours: true as boolean,
    contacts: { max: CHANNEL_LIMITS.calledContactsMax, proof: "code", isExclusive: false },
    nobody: {
      none: `${label} has no address to send to`,
      unverified: `${label} counts once the code sent there has been entered`,
      gone: `${label} no longer takes messages at that address`,
    },
    goneBlock: null,
    caps: messageCaps,
    write: (notice) => ({
      subject: notice.subject,
      text: notice.pushBody,
      url: notice.url,
      ...shownAs(notice),
      mayAcknowledge: notice.mayAcknowledge,
      linkLabel: notice.linkLabel,
      language: notice.language,
    }),
    mask: (address) => address,
  }) satisfies ChannelRules<"ntfy">;

/** All that there is to a channel that is one HTTP call: what it does differently, its address, its request and its answers. */
export type CalledChannelFile = {
  rules: ReturnType<typeof calledRules>;
  read: ReadAddress;
  call: ChannelCall;
};
