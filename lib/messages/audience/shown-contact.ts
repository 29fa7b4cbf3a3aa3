import type { Channel, ContactState, HomeContactState } from "../../../schema/vocabulary.ts";
import type { NewHomeContact } from "../../../schema/wire/account/contacts.ts";
import { CHANNEL_RULES } from "../../channels/registry.ts";
import type { Contact } from "../../outbox/message.ts";
import { maskedRecipient } from "../../outbox/shown-delivery.ts";
import { contactState } from "./preferences.ts";

export type ContactRecord = Omit<Contact, "language"> & { id: string; failure: string | null };

/**
 * A contact as its owner sees it, besides the sign-in address. A webhook's address is only its host and a fingerprint.
 * `gone`: said STOP, answered 410, or is no longer installed.
 */
export type ShownContact = Pick<ContactRecord, "id" | "channel" | "address" | "failure"> & {
  state: ContactState;
};

/** Shows an address to its own owner: in full, but a push token, which nobody reads, masked. */
export const shownContact = (contact: ContactRecord): ShownContact => {
  const { id, channel, failure } = contact;
  return { id, channel, address: shownAddress(contact), state: contactState(contact), failure };
};

/** Shown in place of the address of a chat that is not connected yet. */
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

/** `asked`: no answer yet. `stopped`: they said no or stop, and can't be asked again. */
export const stateOf = ({
  confirmedAt,
  stoppedAt,
}: Pick<OutsiderRecord, "confirmedAt" | "stoppedAt">): HomeContactState => {
  if (stoppedAt !== null) return "stopped";
  return confirmedAt === null ? "asked" : "ok";
};

/** Masks the address unless `isWhole`, because not everybody who reads the list could have typed it. */
export const shownOutsider = <Record extends OutsiderRecord>(record: Record, isWhole: boolean) => ({
  ...record,
  address: isWhole ? record.address : maskedRecipient(record.channel, record.address),
  state: stateOf(record),
});
