import type { Channel, ContactState } from "../../../../schema/vocabulary.ts";
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

export type ShownContact = {
  id: string;
  channel: Channel;
  address: string;
  state: ContactState;
  created_at: string;
};

/** Shows an address to its own owner: a phone number in full, a push token (which nobody reads) masked. */
export const shownContact = (contact: ContactRecord): ShownContact => ({
  id: contact.id,
  channel: contact.channel,
  address: contact.channel === "push" ? CHANNEL_RULES.push.mask(contact.address) : contact.address,
  state: contactState(contact),
  created_at: contact.createdAt,
});
