import * as z from "zod/mini";
import { LIMITS } from "../../limits.ts";
import { HOUSEHOLD_UNITS, LANGUAGES, ROLES } from "../../vocabulary.ts";
import { changeOf, instant, shownName, shownText, someId } from "../text.ts";

/** In lower case, so that a person has one account however they type the address. */
export const emailAddress = z
  .pipe(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(LIMITS.emailCharactersMax)), z.email())
  .check(z.meta({ format: "email" }));

export const SignInRequest = z.strictObject({ email: emailAddress });

/** The code works only with this challenge, so the caller keeps it. A browser also gets it as a cookie. */
export const SignInAsked = z.object({ ok: z.literal(true), challenge: z.string() });

export const challenge = shownText(1, LIMITS.idCharactersMax);

/** Without `challenge`, the browser's cookie counts. */
export const CodeSignIn = z.strictObject({
  email: emailAddress,
  code: shownText(1, LIMITS.idCharactersMax),
  challenge: z.optional(challenge),
});

/** Confirms the session's own address with a code. */
export const CodeProof = z.omit(CodeSignIn, { email: true });

export const LinkSignIn = z.strictObject({ token: shownText(1, LIMITS.idCharactersMax) });
export type LinkSignIn = z.output<typeof LinkSignIn>;

export const SignedIn = z.object({ ok: z.literal(true), household_id: z.string() });
export type SignedIn = z.output<typeof SignedIn>;

export const OwnInvitation = z.object({
  id: z.string(),
  household_id: z.string(),
  household_name: z.string(),
  role: z.enum(ROLES),
  invited_by: z.string(),
  /** Null until they have set one. */
  invited_by_name: z.nullable(z.string()),
  expires_at: instant,
});

/** A person's own language and unit. */
export const readingFields = {
  /** The language of messages to the person. */
  language: z.enum(LANGUAGES),
  /** The unit of temperatures shown to the person; null for the home's. */
  temperature_unit: z.nullable(z.enum(HOUSEHOLD_UNITS)),
};

export const UserChange = changeOf({
  name: z.nullable(shownName),
  language: z.enum(LANGUAGES),
  temperature_unit: z.nullable(z.enum(HOUSEHOLD_UNITS)),
});
export type UserChange = z.output<typeof UserChange>;

export const SessionMove = z.strictObject({ household_id: someId });

export const SessionsEnd = z.strictObject({ email: emailAddress });

/** Everything stored about a person: `data` has a list of rows for each table that names them. */
export const PersonExport = z.object({
  exported_at: instant,
  data: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
});
