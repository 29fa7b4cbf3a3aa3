import type { Channel, Language } from "../../schema/vocabulary.ts";
import type { OutgoingEvent } from "../../schema/wire/events.ts";
import type { QuietHours } from "../alerts/quiet/quiet.ts";
import type { Charge } from "../budget/counts.ts";
import type { Shown } from "../channels/urgency.ts";

/** What a channel sends. `unsubscribeUrl` becomes the one-click header of mail that a reader may stop. */
export type MessageContent = Shown & {
  subject: string;
  text: string;
  /** For email; a plain channel sends `text`. */
  html?: string;
  unsubscribeUrl?: string;
  /** For a program: the payload of a webhook. */
  event?: OutgoingEvent;
  /** The message that this one replays, which a receiver knows it by. */
  eventId?: string;
  /** When nobody is to be woken by it, however late it goes out; absent for what may wake. */
  quietHours?: QuietHours;
  /** The page that it is about, where the channel has a place for it. */
  url?: string;
  /** What the link opens, in a few words of the reader's language; with `url`. */
  linkLabel?: string;
  /** In which it is written, and a voice reads it; English where it is left out. */
  language?: Language;
  /** True if its reader may acknowledge its subject. */
  mayAcknowledge?: boolean;
  /** True if it is sent only while nobody has acknowledged; an acknowledgement makes it pointless. */
  onlyUnanswered?: boolean;
  /** The code that a voice reads, digit by digit. */
  code?: string;
  /** What the channel's sender needs besides the address, from the contact point's sealed secret. */
  secret?: unknown;
  /** The contact point whose secret is read when it is sent, since its owner may have changed it. */
  contactId?: string;
};

type Envelope = {
  /** Null for mail that belongs to no home, such as a sign-in. */
  householdId: string | null;
  channel: Channel;
  /** An address, a phone number or a push token. */
  recipient: string;
  /** One message a reason, channel and recipient, however often it is decided. */
  dedupeKey: string;
  /** What it is about, such as `sign_in`. */
  kind: string;
  /** Sent before everything else; false where it is left out. */
  isCritical?: boolean;
  /** Whose turn it takes in the queue; its home's or recipient's own where it is left out. */
  turnOf?: string | null;
  /** The alerts that it is about; none where it is left out. */
  alertIds?: string[];
  /** The message that this one replays. */
  replayOf?: string;
};

export type NewMessage = Envelope & { content: MessageContent };

/** Counted and queued together, or not at all. */
export type CountedMessages = { messages: SealedMessage[]; charges: Charge[] };

/** A message as the store may keep it: its content opens only with the server's own key. */
export type SealedMessage = Envelope & { id: string; sealedContent: string };
