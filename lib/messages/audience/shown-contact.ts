import type { Channel } from "../../../schema/vocabulary.ts";
import type { Contact } from "../../../schema/wire/account/contacts.ts";
import { CHANNEL_RULES } from "../../channels/registry.ts";
import { contactState } from "./shown-notifications.ts";

/** A contact point as it is stored, without its secrets. */
export type ContactRecord = {
  id: string;
  channel: Channel;
  address: string;
  isVerified: boolean;
  isGone: boolean;
  createdAt: string;
  previousKeyUntil: string | null;
  /** Null is as the channel has it. */
  afterMinutes: number | null;
};

export type ShownContact = Contact;

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
