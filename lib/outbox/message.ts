import type { Channel, Language } from "../../schema/vocabulary.ts";
import type { Charge } from "../budget/counts.ts";
import type { MessageContent } from "../channels/content.ts";

export type Envelope = {
  /** Null for mail that belongs to no home, such as a sign-in. */
  householdId: string | null;
  channel: Channel;
  recipient: string;
  /** One message a reason, channel and recipient, however often it is decided. */
  dedupeKey: string;
  /** What it is about, such as `sign_in`. */
  kind: string;
  /** Sent before everything else; false where it is left out. */
  isCritical?: boolean;
  /** Whose turn it takes in the queue; its home's or recipient's own where it is left out. */
  turnOf?: string | null;
  alertIds?: string[];
};

export type NewMessage = Envelope & { content: MessageContent };

/** Counted and queued together, or not at all. */
export type CountedMessages = { messages: SealedMessage[]; charges: Charge[] };

/** A message as the store may keep it: its content opens only with the server's own key. */
export type SealedMessage = Envelope & { id: string; sealedContent: string };

/** An address at which somebody can be reached; the one that they sign in with is among them. */
export type Contact = {
  channel: Channel;
  address: string;
  isVerified: boolean;
  isGone: boolean;
  /** The contact point's id and what its sender needs besides, in the vault's form. */
  id: string | null;
  sealedSecret: string | null;
  /** What was chosen for it, else what its owner reads. */
  language: Language;
};

export const isReachable = ({ isVerified, isGone }: Contact): boolean => isVerified && !isGone;
