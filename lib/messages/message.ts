import type { Channel } from "../../schema/vocabulary.ts";
import type { QuietHours } from "../alerts/quiet-hours.ts";
import type { Urgency } from "../channels/urgency.ts";

/** What a channel sends. `unsubscribeUrl` becomes the one-click header of mail that a reader may stop. */
export type MessageContent = {
  subject: string;
  text: string;
  /** For email; a plain channel sends `text`. */
  html?: string;
  unsubscribeUrl?: string;
  /** For a program: the payload of a webhook, `{type, timestamp, data}`. */
  event?: WebhookEvent;
  /** When nobody is to be woken by it, however late it goes out; absent for what may wake. */
  quietHours?: QuietHours;
  /** The page that it is about, where the channel has a place for it. */
  url?: string;
  /** How loud it may be; news where it is left out. */
  urgency?: Urgency;
  /** Whether its reader may acknowledge what it is about. */
  mayAcknowledge?: boolean;
  /** What the channel's sender needs besides the address, from the contact point's sealed secret. */
  secret?: unknown;
};

export type WebhookEvent = { type: string; timestamp: string; data: object };

type Envelope = {
  id: string;
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
};

export type NewMessage = Envelope & { content: MessageContent };

/** A message as the store may keep it: its content opens only with the server's own key. */
export type SealedMessage = Envelope & { sealedContent: string };
