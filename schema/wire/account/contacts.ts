import * as z from "zod/mini";
import { LIMITS } from "../../limits.ts";
import {
  ADDRESSED_CHANNELS,
  AFTER_MINUTES,
  CHANNELS,
  CONTACT_LANGUAGES,
  CONTACT_SCOPES,
  CONTACT_STATES,
  HOME_CONTACT_CHANNELS,
  HOME_CONTACT_STATES,
  LANGUAGES,
  PUSH_PLATFORMS,
} from "../../vocabulary.ts";
import { shownText } from "../text.ts";

/** A new contact on a channel that takes an address: a phone number for `sms`, a URL for `webhook`. */
export const NewContact = z.strictObject({
  channel: z
    .enum(CHANNELS, { error: `must be one of ${ADDRESSED_CHANNELS.join(", ")}` })
    .check(z.meta({ enum: ADDRESSED_CHANNELS })),
  address: shownText(1, LIMITS.contactAddressCharactersMax),
  /** What its owner reads, and is called in. */
  language: z.optional(z.enum(LANGUAGES, { error: `must be one of ${LANGUAGES.join(", ")}` })),
});

export type NewContact = z.output<typeof NewContact>;

const afterError = `must be one of ${AFTER_MINUTES.join(", ")}`;

/** When a contact is notified of leaks and critical alerts: only of those that nobody has acknowledged by then. */
export const ContactPatch = z.strictObject({
  after_minutes: z.literal(AFTER_MINUTES, { error: afterError }),
});

export type ContactPatch = z.output<typeof ContactPatch>;

const codeError = "must be the six digits of the code";

export const ContactCode = z.strictObject({
  code: z.string({ error: codeError }).check(z.regex(/^\d{6}$/, { error: codeError })),
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
  previous_key_until: z.nullable(z.iso.datetime()),
  /** Minutes for which a leak or a critical alert goes unacknowledged before this contact is notified. */
  after_minutes: z.int(),
});

export type Contact = z.output<typeof Contact>;

export const ContactAnswer = z.object({ contact: Contact });

export type ContactAnswer = z.output<typeof ContactAnswer>;

/**
 * `secret` signs the calls of a webhook (Standard Webhooks) and is shown this once; null for other channels.
 */
export const AddedContact = z.object({ contact: Contact, secret: z.nullable(z.string()) });

export type AddedContact = z.output<typeof AddedContact>;

/** Listed in the order of adding. */
export const ContactList = z.object({ contacts: z.array(Contact) });

export type ContactList = z.output<typeof ContactList>;

const hoursError = `must be a whole number from 0 to ${LIMITS.webhookKeyOverlapHoursMax}`;

/** For so many hours calls are signed with the old key, too; 0 ends it at once. */
export const WebhookKeyRotation = z.strictObject({
  overlap_hours: z._default(
    z
      .int({ error: hoursError })
      .check(
        z.minimum(0, { error: hoursError }),
        z.maximum(LIMITS.webhookKeyOverlapHoursMax, { error: hoursError }),
      ),
    LIMITS.webhookKeyOverlapHours,
  ),
});

export type WebhookKeyRotation = z.output<typeof WebhookKeyRotation>;

/** `secret` is the new signing key, shown this once. */
export const RotatedWebhookKey = z.object({ contact: Contact, secret: z.string() });

export type RotatedWebhookKey = z.output<typeof RotatedWebhookKey>;

/** Somebody without an account: nothing but one question is sent before they have said yes. */
export const NewHomeContact = z.strictObject({
  name: shownText(1, LIMITS.nameCharactersMax),
  channel: z
    .enum(HOME_CONTACT_CHANNELS, { error: `must be one of ${HOME_CONTACT_CHANNELS.join(", ")}` })
    .check(z.meta({ enum: HOME_CONTACT_CHANNELS })),
  address: shownText(1, LIMITS.contactAddressCharactersMax),
  language: z._default(
    z.enum(CONTACT_LANGUAGES, { error: `must be one of ${CONTACT_LANGUAGES.join(", ")}` }),
    "en",
  ),
  tells: z._default(
    z.enum(CONTACT_SCOPES, { error: `must be one of ${CONTACT_SCOPES.join(", ")}` }),
    "urgent",
  ),
  /** The rooms that they are called for; all where it is empty or left out. */
  spaces: z._default(
    z.array(shownText(1, LIMITS.spaceCharactersMax), { error: "must be a list of rooms" }).check(
      z.maxLength(LIMITS.homeContactSpacesMax, {
        error: `must be at most ${LIMITS.homeContactSpacesMax} rooms`,
      }),
    ),
    [],
  ),
});

export type NewHomeContact = z.output<typeof NewHomeContact>;

/** `asked`: they have not answered yet. `stopped`: they said no, or stop, and cannot be asked again. */
export const HomeContact = z.object({
  id: z.string(),
  name: z.string(),
  channel: z.enum(CHANNELS),
  address: z.string(),
  language: z.enum(CONTACT_LANGUAGES),
  tells: z.enum(CONTACT_SCOPES),
  spaces: z.array(z.string()),
  state: z.enum(HOME_CONTACT_STATES),
  created_at: z.iso.datetime(),
});

export type HomeContact = z.output<typeof HomeContact>;

export const HomeContactAnswer = z.object({ contact: HomeContact });

export type HomeContactAnswer = z.output<typeof HomeContactAnswer>;

/** In the order in which they were added. */
export const HomeContactList = z.object({ contacts: z.array(HomeContact) });

export type HomeContactList = z.output<typeof HomeContactList>;

const token = shownText(1, LIMITS.pushTokenCharactersMax);

export const PushRegistration = z.strictObject({
  token,
  platform: z.optional(z.enum(PUSH_PLATFORMS, { error: `must be one of ${PUSH_PLATFORMS.join(", ")}` })),
  appId: z.optional(shownText(1, LIMITS.appIdCharactersMax)),
});

export type PushRegistration = z.output<typeof PushRegistration>;

export const PushRemoval = z.strictObject({ token });

export type PushRemoval = z.output<typeof PushRemoval>;
