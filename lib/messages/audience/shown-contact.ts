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
};

export type ShownContact = Contact;

/** Shows an address to its own owner: a phone number in full, a push token (which nobody reads) masked. */
export const shownContact = (contact: ContactRecord): ShownContact => ({
  id: contact.id,
  channel: contact.channel,
  address: contact.channel === "push" ? CHANNEL_RULES.push.mask(contact.address) : contact.address,
  state: contactState(contact),
  created_at: contact.createdAt,
});
