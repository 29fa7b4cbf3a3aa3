import * as z from "zod";
import { LIMITS } from "../../limits.ts";
import { ADDRESSED_CHANNELS, CHANNELS, CONTACT_STATES } from "../../vocabulary.ts";
import { shownText } from "../text.ts";

/** A new contact on a channel that takes an address: a phone number for `sms`, a URL for `webhook`. */
export const NewContact = z.strictObject({
  channel: z
    .enum(CHANNELS, { error: `must be one of ${ADDRESSED_CHANNELS.join(", ")}` })
    .meta({ enum: ADDRESSED_CHANNELS }),
  address: shownText(1, LIMITS.contactAddressCharactersMax),
});
export type NewContact = z.output<typeof NewContact>;

const codeError = "must be the six digits of the code";

export const ContactCode = z.strictObject({
  code: z.string({ error: codeError }).regex(/^\d{6}$/, { error: codeError }),
});
export type ContactCode = z.output<typeof ContactCode>;

/**
 * Where its owner can be reached besides the address they sign in with. A webhook's address is its host and a
 * fingerprint; `gone` is what said STOP, answered 410 or is no longer installed.
 */
export const Contact = z.object({
  id: z.string(),
  channel: z.enum(CHANNELS),
  address: z.string(),
  state: z.enum(CONTACT_STATES),
  created_at: z.iso.datetime(),
});
export type Contact = z.output<typeof Contact>;

export const ContactAnswer = z.object({ contact: Contact });
export type ContactAnswer = z.output<typeof ContactAnswer>;

/**
 * `secret` signs the calls of a webhook (Standard Webhooks) and is shown this once; null for other channels.
 */
export const AddedContact = z.object({ contact: Contact, secret: z.string().nullable() });
export type AddedContact = z.output<typeof AddedContact>;

/** Listed in the order of adding. */
export const ContactList = z.object({ contacts: z.array(Contact) });
export type ContactList = z.output<typeof ContactList>;
