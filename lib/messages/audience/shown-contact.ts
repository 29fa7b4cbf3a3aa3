import type { Channel, ContactState, HomeContactState } from "../../../schema/vocabulary.ts";
import type { NewHomeContact } from "../../../schema/wire/account/contacts.ts";
import { CHANNEL_RULES } from "../../channels/registry.ts";
import type { Contact } from "../../outbox/message.ts";
import { maskedRecipient } from "../../outbox/shown-delivery.ts";
import { contactState } from "./preferences.ts";

export type ContactRecord = Omit<Contact, "language"> & { id: string };

/**
 * Where its owner can be reached besides the address they sign in with. A webhook's address is its host and a
 * fingerprint; `gone` is what said STOP, answered 410 or is no longer installed.
 */
export type ShownContact = Pick<ContactRecord, "id" | "channel" | "address"> & { state: ContactState };

/** Shows an address to its own owner: a phone number in full, a push token (which nobody reads) masked. */
export const shownContact = (contact: ContactRecord): ShownContact => {
  const { id, channel } = contact;
  return { id, channel, address: shownAddress(contact), state: contactState(contact) };
};

/** A chat that is still to be connected has no address yet. */
export const CHAT_TO_COME = "t.me";

function shownAddress({ channel, address }: ContactRecord): string {
  if (channel === "telegram" && address.startsWith("start:")) return CHAT_TO_COME;
  return channel === "push" ? CHANNEL_RULES.push.mask(address) : address;
}

export type OutsiderRecord = Omit<NewHomeContact, "channel"> & {
  id: string;
  channel: Channel;
  confirmedAt: Date | null;
  stoppedAt: Date | null;
};

/** `asked`: they have not answered yet. `stopped`: they said no, or stop, and cannot be asked again. */
export type HomeContact = OutsiderRecord & { state: HomeContactState };

export const stateOf = ({ confirmedAt, stoppedAt }: Pick<OutsiderRecord, "confirmedAt" | "stoppedAt">) => {
  if (stoppedAt !== null) return "stopped";
  return confirmedAt === null ? "asked" : "ok";
};

/** The home's own people typed the address: the mask is for others who read the list, such as a viewer. */
export const shownOutsider = (record: OutsiderRecord): HomeContact => ({
  ...record,
  address: maskedRecipient(record.channel, record.address),
  state: stateOf(record),
});
