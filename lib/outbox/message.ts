import type { Channel, Language } from "../../schema/vocabulary.ts";
import type { Charge } from "../budget/counts.ts";
import type { MessageContent } from "../channels/content.ts";

export type Envelope = {
  /** Null for mail that belongs to no home, such as a sign-in link. */
  householdId: string | null;
  channel: Channel;
  recipient: string;
  /** Unique per reason, channel and recipient: a message that is decided twice is queued once. */
  dedupeKey: string;
  /** The message's subject, such as `sign_in`. */
  kind: string;
  /** True if it is sent before all others; false by default. */
  isCritical?: boolean;
  /** The queue's key for fair turns; by default the home, or the recipient of a message without a home. */
  turnOf?: string | null;
  alertIds?: string[];
};

export type NewMessage = Envelope & { content: MessageContent };

/** Messages and their charges, committed together or not at all. */
export type CountedMessages = { messages: SealedMessage[]; charges: Charge[] };

/** A message as it is stored: only the server's key opens its content. */
export type SealedMessage = Envelope & { id: string; sealedContent: string };

/** An address of a person on one channel, including the address that they sign in with. */
export type Contact = {
  channel: Channel;
  address: string;
  isVerified: boolean;
  isGone: boolean;
  /** The contact point's id, null for the sign-in address, and the sealed secret that its channel needs, if any. */
  id: string | null;
  sealedSecret: string | null;
  /** The language chosen for this contact, otherwise its owner's. */
  language: Language;
};

export const isReachable = ({ isVerified, isGone }: Contact): boolean => isVerified && !isGone;
