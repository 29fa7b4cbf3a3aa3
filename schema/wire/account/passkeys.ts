import * as z from "zod";
import { LIMITS } from "../../limits.ts";
import { shownText, yesNo } from "../text.ts";

const base64Url = (charactersMax: number) =>
  z
    .string({ error: "must be a text" })
    .max(charactersMax, { error: `must be at most ${charactersMax} characters` })
    .regex(/^[A-Za-z0-9_-]+$/, { error: "must be base64url without padding" });

const credentialId = base64Url(LIMITS.credentialIdCharactersMax);
const signed = base64Url(LIMITS.authenticatorCharactersMax);

/** What `PublicKeyCredential.toJSON()` has beside its response; nothing after `type` is looked at. */
const CREDENTIAL = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal("public-key"),
  authenticatorAttachment: z.string().nullish(),
  clientExtensionResults: z
    .strictObject({ credProps: z.strictObject({ rk: z.boolean().optional() }).optional() })
    .optional(),
};

/** `RegistrationResponseJSON` of WebAuthn Level 3, as browsers and `@simplewebauthn/browser` write it. */
const PasskeyRegistration = z.strictObject({
  ...CREDENTIAL,
  response: z.strictObject({
    clientDataJSON: signed,
    attestationObject: signed,
    transports: z
      .array(shownText(1, LIMITS.idCharactersMax))
      .max(LIMITS.passkeyTransportsMax, { error: `must be at most ${LIMITS.passkeyTransportsMax}` })
      .optional(),
    authenticatorData: z.string().nullish(),
    publicKey: z.string().nullish(),
    publicKeyAlgorithm: z.number().nullish(),
  }),
});

/** `AuthenticationResponseJSON` of WebAuthn Level 3. */
const PasskeyAssertion = z.strictObject({
  ...CREDENTIAL,
  response: z.strictObject({
    clientDataJSON: signed,
    authenticatorData: signed,
    signature: signed,
    userHandle: signed.optional(),
  }),
});

const name = shownText(1, LIMITS.nameCharactersMax);

export const NewPasskey = z.strictObject({ name, response: PasskeyRegistration });
export type NewPasskey = z.output<typeof NewPasskey>;

export const PasskeyEdit = z.strictObject({ name });
export type PasskeyEdit = z.output<typeof PasskeyEdit>;

export const PasskeyAnswer = z.strictObject({ response: PasskeyAssertion });
export type PasskeyAnswer = z.output<typeof PasskeyAnswer>;

export const PasskeyRuleEdit = z.strictObject({
  required: yesNo,
  /** Whether every other browser and phone is signed out with it. */
  end_others: yesNo.optional(),
});
export type PasskeyRuleEdit = z.output<typeof PasskeyRuleEdit>;

export const PasskeyRemoval = z.object({
  end_others: z
    .enum(["true", "false"], { error: "must be true or false" })
    .transform((text) => text === "true")
    .optional(),
});

const instant = z.iso.datetime();

const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether its keeper copies it to the person's other devices. */
  backed_up: z.boolean(),
  created_at: instant,
  last_used_at: instant.nullable(),
});

export const PasskeyList = z.object({
  passkeys: z.array(Passkey),
  /** Whether a mailed link or code needs a recovery code beside it. */
  required: z.boolean(),
  recovery_codes_left: z.int().nonnegative(),
});
export type PasskeyList = z.output<typeof PasskeyList>;

export const PasskeyMade = z.object({ passkey: Passkey });
export type PasskeyMade = z.output<typeof PasskeyMade>;

/** How many other browsers and phones were signed out. */
export const PasskeyEnded = z.object({ ok: z.literal(true), ended: z.int().nonnegative() });
export type PasskeyEnded = z.output<typeof PasskeyEnded>;

export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
export type RecoveryCodes = z.output<typeof RecoveryCodes>;
