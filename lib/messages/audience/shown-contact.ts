import type { ContactState } from "../../../schema/vocabulary.ts";
import { CHANNEL_RULES } from "../../channels/registry.ts";
import type { Contact } from "../../outbox/contact.ts";
import { contactState } from "./shown-notifications.ts";

/** A contact point as it is stored. */
export type ContactRecord = Omit<Contact, "language"> & { id: string };

/**
 * Where its owner can be reached besides the address they sign in with. A webhook's address is its host and a
 * fingerprint; `gone` is what said STOP, answered 410 or is no longer installed.
 */
export type ShownContact = Pick<ContactRecord, "id" | "channel" | "address"> & {
  state: ContactState;
};

/** Shows an address to its own owner: a phone number in full, a push token (which nobody reads) masked. */
export const shownContact = (contact: ContactRecord): ShownContact => ({
  id: contact.id,
  channel: contact.channel,
  address: shownAddress(contact),
  state: contactState(contact),
});

/** A chat that is still to be connected has no address yet. */
export const CHAT_TO_COME = "t.me";

function shownAddress({ channel, address }: ContactRecord): string {
  if (channel === "telegram" && address.startsWith("start:")) return CHAT_TO_COME;
  return channel === "push" ? CHANNEL_RULES.push.mask(address) : address;
}
