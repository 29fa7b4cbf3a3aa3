import * as z from "zod";
import { LIMITS } from "../../limits.ts";
import { ADDRESSED_CHANNELS, AFTER_MINUTES, CHANNELS, CONTACT_STATES, LANGUAGES } from "../../vocabulary.ts";
import { shownText } from "../text.ts";

/** A new contact on a channel that takes an address: a phone number for `sms`, a URL for `webhook`. */
export const NewContact = z.strictObject({
  channel: z
    .enum(CHANNELS, { error: `must be one of ${ADDRESSED_CHANNELS.join(", ")}` })
    .meta({ enum: ADDRESSED_CHANNELS }),
  address: shownText(1, LIMITS.contactAddressCharactersMax),
  /** What its owner reads, and is called in. */
  language: z.enum(LANGUAGES).optional(),
});
export type NewContact = z.output<typeof NewContact>;

const afterError = `must be one of ${AFTER_MINUTES.join(", ")}`;

/** When a contact is told of leaks and critical alerts: only of those that nobody has acknowledged by then. */
export const ContactPatch = z.strictObject({
  after_minutes: z.literal(AFTER_MINUTES, { error: afterError }),
});
export type ContactPatch = z.output<typeof ContactPatch>;

const codeError = "must be the six digits of the code";

export const ContactCode = z.strictObject({
  code: z.string({ error: codeError }).regex(/^\d{6}$/, { error: codeError }),
});
export type ContactCode = z.output<typeof ContactCode>;

/**
 * Where its owner can be reached besides the address they sign in with. A webhook's address is its host and a
 * fingerprint; `gone` is what said STOP, answered 410 or is no longer installed. Until `previous_key_until` a
 * webhook's calls are signed with its previous key, too.
 */
export const Contact = z.object({
  id: z.string(),
  channel: z.enum(CHANNELS),
  address: z.string(),
  state: z.enum(CONTACT_STATES),
  created_at: z.iso.datetime(),
  previous_key_until: z.iso.datetime().nullable(),
  /** Minutes for which a leak or a critical alert goes unacknowledged before it is told here. */
  after_minutes: z.number().int(),
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

const hoursError = `must be a whole number from 0 to ${LIMITS.webhookKeyOverlapHoursMax}`;

/** For so many hours calls are signed with the old key, too; 0 ends it at once. */
export const WebhookKeyRotation = z.strictObject({
  overlap_hours: z
    .int({ error: hoursError })
    .min(0, { error: hoursError })
    .max(LIMITS.webhookKeyOverlapHoursMax, { error: hoursError })
    .default(LIMITS.webhookKeyOverlapHours),
});
export type WebhookKeyRotation = z.output<typeof WebhookKeyRotation>;

/** `secret` is the new signing key, shown this once. */
export const RotatedWebhookKey = z.object({ contact: Contact, secret: z.string() });
export type RotatedWebhookKey = z.output<typeof RotatedWebhookKey>;
