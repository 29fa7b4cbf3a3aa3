import type { AlertKind, Block, Channel, ChoiceOf } from "../../schema/vocabulary.ts";
import type { FeedRules } from "../kernel/judge-url.ts";
import type { Outcome } from "../kernel/outcome.ts";
import type { SendingPolicy } from "../kernel/ports.ts";
import type { MessageContent, News, Notice } from "./content.ts";
import { shortForm } from "./message-parts.ts";

/** An address that somebody wants to be reached at. `host` has to be on the public internet. */
export type NewAddress = {
  address: string;
  /** What the sender needs besides, to be sealed. */
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
  /** How many a person may have; where it is one, another takes its place. */
  max: number;
  /** True if it works at once, without a code. */
  proof: "none" | "code";
  /** The channel on which the same address, once confirmed by the same person, counts here, too. */
  provenBy?: Channel;
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

/** Everything that one channel does differently from the others. */
export type ChannelRules<C extends Channel> = {
  /** The channel's name at the beginning of a sentence: `SMS is not configured on this installation`. */
  label: string;
  /** The variables that its provider needs: it is configured where all are set. */
  needs: readonly ProviderVariable[];
  defaultChoice: ChoiceOf<C>;
  /** True if this news is for somebody with this choice. */
  wants: (kind: AlertKind, news: News, choice: ChoiceOf<C>) => boolean;
  /** A person is left asleep; a program is called at any hour. */
  keepsQuietHours: boolean;
  /** How long a leak or a critical alert goes unacknowledged before this channel gets it. */
  afterMinutes?: number;
  /** Told only while nobody has the alert: no reminders, no ends. */
  isOnlyUnanswered?: true;
  /** Null where messages go to the address that the person signs in with. */
  contacts: ContactRules | null;
  /** Why mail is sent in place of a message to a contact that is gone; left out where none is. */
  goneBlock?: Block;
  write: (notice: Notice) => MessageContent;
  /** Enough for its owner to know it by, and of no use to others. */
  mask: (address: string) => string;
};

/** What is the same of most channels: their messages cost no fee, and who wants them gets all news. */
export const FREE_CHANNEL = {
  needs: [],
  defaultChoice: true,
  wants: (_kind: AlertKind, _news: News, choice: boolean) => choice,
  keepsQuietHours: true,
  mask: (address: string) => address,
  write: shortForm,
} as const;

const SHOWN_CHARACTERS = 4;

/** The end of a number, key or token: enough to know it by. */
export const lastCharacters = (address: string): string => `…${address.slice(-SHOWN_CHARACTERS)}`;

/** True of what keeps a phone call from being made. */
export const isOfCall = (block: Block): boolean => block.startsWith("call_");
