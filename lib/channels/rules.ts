import type { AlertKind, Block, Channel, ChoiceOf } from "../../schema/vocabulary.ts";
import type { FeedRules } from "../kernel/judge-url.ts";
import type { Outcome } from "../kernel/outcome.ts";
import type { SendingPolicy } from "../kernel/ports.ts";
import type { MessageContent, News, Notice } from "./content.ts";
import { shortForm } from "./message-parts.ts";

/** An address, read from what a person typed. `host` must be on the public internet; null if there is none to check. */
export type NewAddress = {
  address: string;
  /** What the sender needs besides the address, before sealing; null for nothing. */
  secret: object | null;
  /** Shown once to the person who adds it. */
  shownSecret: string | null;
  host: string | null;
};

export const plainAddress = (address: string): NewAddress => ({
  address,
  secret: null,
  shownSecret: null,
  host: null,
});

export type AddressRules = {
  policy: SendingPolicy;
  webhookRules: FeedRules;
  random: (count: number) => Uint8Array;
};

export type ContactRules = {
  /** How many contacts a person may have on the channel; if one, a new contact replaces the old one. */
  max: number;
  /** `none`: a contact works at once. `code`: it works after the code sent there has been entered. */
  proof: "none" | "code";
  /** A channel whose verified addresses need no code here, if they are the same person's. */
  provenBy?: Channel;
  /** True if an address can belong to one person only. */
  isExclusive: boolean;
};

export type ReadAddress = (text: string, rules: AddressRules) => Outcome<NewAddress>;

export type ProviderVariable =
  | "RESEND_API_KEY"
  | "TWILIO_ACCOUNT_SID"
  | "TWILIO_AUTH_TOKEN"
  | "TWILIO_FROM"
  | "FIREBASE_SERVICE_ACCOUNT"
  | "TELEGRAM_BOT_TOKEN"
  | "PUSHOVER_TOKEN";

/** The differences between channels. */
export type ChannelRules<C extends Channel> = {
  /** The channel's name at the beginning of a sentence: `SMS is not configured on this installation`. */
  label: string;
  /** The provider's variables: the channel is configured if all are set. */
  needs: readonly ProviderVariable[];
  defaultChoice: ChoiceOf<C>;
  /** True if a person with this choice gets this news. */
  wants: (kind: AlertKind, news: News, choice: ChoiceOf<C>) => boolean;
  /** True for channels that reach people; programs get messages at any hour. */
  keepsQuietHours: boolean;
  /** How long a leak or critical alert must stay unacknowledged before this channel gets it; absent for no delay. */
  afterMinutes?: number;
  /** Set if the channel only asks for an acknowledgement: it gets no end of an alert. */
  isOnlyUnanswered?: true;
  /** Null if messages go to the person's sign-in address. */
  contacts: ContactRules | null;
  /** The reason in the mail that replaces a message to a contact that is gone; absent if no mail does. */
  goneBlock?: Block;
  write: (notice: Notice) => MessageContent;
  /** Masks an address: its owner can recognize it, and others can't use it. */
  mask: (address: string) => string;
};

/** The defaults of channels without fees: whoever enables them gets all news. */
export const FREE_CHANNEL = {
  needs: [],
  defaultChoice: true,
  wants: (_kind: AlertKind, _news: News, choice: boolean) => choice,
  keepsQuietHours: true,
  mask: (address: string) => address,
  write: shortForm,
} as const;

const SHOWN_CHARACTERS = 4;

/** Masks a number, key or token except its last characters. */
export const lastCharacters = (address: string): string => `…${address.slice(-SHOWN_CHARACTERS)}`;

/** What a block keeps from being sent. */
export const blockedOf = (block: Block): "call" | "push" | "text" =>
  block === "push_not_in_plan" ? "push" : block.startsWith("call_") ? "call" : "text";
