import * as z from "zod";
import { LIMITS } from "../../limits.ts";
import {
  CHANNELS,
  CONTACT_LANGUAGES,
  CONTACT_SCOPES,
  HOME_CONTACT_CHANNELS,
  HOME_CONTACT_STATES,
} from "../../vocabulary.ts";
import { shownText } from "../text.ts";

/** Somebody without an account: nothing but one question is sent before they have said yes. */
export const NewHomeContact = z.strictObject({
  name: shownText(1, LIMITS.nameCharactersMax),
  channel: z
    .enum(HOME_CONTACT_CHANNELS, { error: `must be one of ${HOME_CONTACT_CHANNELS.join(", ")}` })
    .meta({ enum: HOME_CONTACT_CHANNELS }),
  address: shownText(1, LIMITS.contactAddressCharactersMax),
  language: z
    .enum(CONTACT_LANGUAGES, { error: `must be one of ${CONTACT_LANGUAGES.join(", ")}` })
    .default("en"),
  tells: z.enum(CONTACT_SCOPES, { error: `must be one of ${CONTACT_SCOPES.join(", ")}` }).default("urgent"),
  /** The rooms that they are called for; all where it is empty or left out. */
  spaces: z
    .array(shownText(1, LIMITS.spaceCharactersMax), { error: "must be a list of rooms" })
    .max(LIMITS.homeContactSpacesMax, { error: `must be at most ${LIMITS.homeContactSpacesMax} rooms` })
    .default([]),
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
