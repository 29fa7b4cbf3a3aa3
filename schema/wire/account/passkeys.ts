import * as z from "zod/mini";
import { LIMITS } from "../../limits.ts";
import { instant, shownName, shownText } from "../text.ts";

const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: instant,
  last_used_at: z.nullable(instant),
});

export const PasskeyMade = z.object({ passkey: Passkey });

/** The options that a browser needs to create or use a passkey: WebAuthn's own JSON. */
export const PasskeyOptions = z.object({
  options: z.looseObject({ challenge: z.string(), timeout: z.int() }),
});

const base64Url = (charactersMax: number) =>
  z
    .string()
    .check(
      z.maxLength(charactersMax),
      z.regex(/^[A-Za-z0-9_-]+$/, { error: "must be base64url without padding" }),
    );

const credentialId = base64Url(LIMITS.credentialIdCharactersMax);

const signed = base64Url(LIMITS.authenticatorCharactersMax);

/** The fields of `PublicKeyCredential.toJSON()` that we read; browsers add others. */
const CREDENTIAL = { id: credentialId, rawId: credentialId, type: z.literal("public-key") };

/** `RegistrationResponseJSON` of WebAuthn Level 3, as browsers and `@simplewebauthn/browser` write it. */
const PasskeyRegistration = z.object({
  ...CREDENTIAL,
  response: z.object({
    clientDataJSON: signed,
    attestationObject: signed,
    transports: z.optional(
      z.array(shownText(1, LIMITS.idCharactersMax)).check(z.maxLength(LIMITS.passkeyTransportsMax)),
    ),
  }),
});

/** `AuthenticationResponseJSON` of WebAuthn Level 3. */
const PasskeyAssertion = z.object({
  ...CREDENTIAL,
  response: z.object({
    clientDataJSON: signed,
    authenticatorData: signed,
    signature: signed,
    userHandle: z.optional(signed),
  }),
});

export const NewPasskey = z.strictObject({ name: shownName, response: PasskeyRegistration });
export type NewPasskey = z.output<typeof NewPasskey>;

export const PasskeyAnswer = z.strictObject({ response: PasskeyAssertion });
export type PasskeyAnswer = z.output<typeof PasskeyAnswer>;

export type PasskeyMade = z.output<typeof PasskeyMade>;

export type PasskeyOptions = z.output<typeof PasskeyOptions>;
