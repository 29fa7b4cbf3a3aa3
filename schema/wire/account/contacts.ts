import * as z from "zod/mini";
import { LIMITS } from "../../limits.ts";
import {
  ADDRESSED_CHANNELS,
  CHANNELS,
  CONTACT_SCOPES,
  HOME_CONTACT_CHANNELS,
  LANGUAGES,
  PUSH_PLATFORMS,
} from "../../vocabulary.ts";
import { shownName, shownText } from "../text.ts";

/** A new contact on a channel that takes an address: a phone number for `sms`, a URL for `webhook`. */
export const NewContact = z.strictObject({
  channel: z
    .enum(CHANNELS, { error: `must be one of ${ADDRESSED_CHANNELS.join(", ")}` })
    .check(z.meta({ enum: ADDRESSED_CHANNELS })),
  address: shownText(1, LIMITS.contactAddressCharactersMax),
  /** The language of messages and calls to it. */
  language: z.optional(z.enum(LANGUAGES)),
});

const codeError = "must be the six digits of the code";

export const ContactCode = z.strictObject({
  code: z.string().check(z.regex(/^\d{6}$/, { error: codeError })),
});

/** A person without an account. They get nothing but one question until they have agreed. */
export const NewHomeContact = z.strictObject({
  name: shownName,
  channel: z.enum(HOME_CONTACT_CHANNELS).check(z.meta({ enum: HOME_CONTACT_CHANNELS })),
  address: shownText(1, LIMITS.contactAddressCharactersMax),
  language: z._default(z.enum(LANGUAGES), "en"),
  tells: z._default(z.enum(CONTACT_SCOPES), "urgent"),
  /** The rooms that they are called for; all if it is empty or omitted. */
  spaces: z._default(
    z.array(shownText(1, LIMITS.spaceCharactersMax)).check(z.maxLength(LIMITS.homeContactSpacesMax)),
    [],
  ),
});
export type NewHomeContact = z.output<typeof NewHomeContact>;

const token = shownText(1, LIMITS.pushTokenCharactersMax);

export const PushRegistration = z.strictObject({
  token,
  platform: z.optional(z.enum(PUSH_PLATFORMS)),
  appId: z.optional(shownText(1, LIMITS.appIdCharactersMax)),
});

export const PushRemoval = z.strictObject({ token });
