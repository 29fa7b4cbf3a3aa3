import type { Channel, ContactState } from "../../../schema/vocabulary.ts";
import { CHANNEL_RULES } from "../../channels/registry.ts";
import { contactState } from "./shown-notifications.ts";

/** A contact point as it is stored. */
export type ContactRecord = {
  id: string;
  channel: Channel;
  address: string;
  isVerified: boolean;
  isGone: boolean;
  createdAt: string;
  /** Of a webhook with its keys, in the vault's form. */
  sealedSecret: string | null;
  previousKeyUntil: string | null;
  /** Null is as the channel has it. */
  afterMinutes: number | null;
};

/**
 * Where its owner can be reached besides the address they sign in with. A webhook's address is its host and a
 * fingerprint; `gone` is what said STOP, answered 410 or is no longer installed. Until `previous_key_until` a
 * webhook's calls are signed with its previous key, too.
 */
export type ShownContact = {
  id: string;
  channel: Channel;
  address: string;
  state: ContactState;
  created_at: string;
  previous_key_until: string | null;
  /** Minutes for which a leak or a critical alert goes unacknowledged before this contact is notified. */
  after_minutes: number;
};

/** Shows an address to its own owner: a phone number in full, a push token (which nobody reads) masked. */
export const shownContact = (contact: ContactRecord): ShownContact => ({
  id: contact.id,
  channel: contact.channel,
  address: shownAddress(contact),
  state: contactState(contact),
  created_at: contact.createdAt,
  previous_key_until: contact.previousKeyUntil,
  after_minutes: contact.afterMinutes ?? CHANNEL_RULES[contact.channel].afterMinutes ?? 0,
});

/** A chat that is still to be connected has no address yet. */
export const CHAT_TO_COME = "t.me";

function shownAddress({ channel, address }: ContactRecord): string {
  if (channel === "telegram" && address.startsWith("start:")) return CHAT_TO_COME;
  return channel === "push" ? CHANNEL_RULES.push.mask(address) : address;
}
